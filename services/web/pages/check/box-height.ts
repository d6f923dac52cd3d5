/** Pixels of the lists that stand beside each other. */
export const boxHeight = 200;
