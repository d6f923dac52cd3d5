/** Limits of reads of breakpoints. */
export const snapshotReadLimits = {
  /** Breakpoints of one service that an SDK gets: as many as a service may have, and a few more. */
  activeMax: 2_000,
  /** Breakpoints of an organization that a list looks at. */
  breakpointsReadMax: 20_000,
} as const;
