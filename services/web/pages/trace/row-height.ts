/** Pixels of every row of the waterfall: what is seen is found by arithmetic. */
export const rowHeight = 24;
