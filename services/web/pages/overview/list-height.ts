/** Pixels of the lists beside each other: three entries of two lines, and a part of the next one where there are more. */
export const listHeight = 188;
