/** Pixels of each list of the page, however long it is. */
export const listHeight = 240;
