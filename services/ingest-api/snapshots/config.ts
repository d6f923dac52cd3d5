/** Limits of breakpoints. */
export const snapshotLimits = {
  /** Of one service. Requests side by side may exceed it a little: it is compared with what can be read. */
  breakpointsPerServiceMax: 1_000,
} as const;
