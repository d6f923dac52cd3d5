/** Every limit of groups of errors. */
export const errorLimits = {
  /** Groups of an organization about which somebody decided at once. */
  decidedMax: 2_000,
  /** Between two looks whether resolved groups came back. */
  lookEveryMs: 10_000,
  /** Resolved groups that are looked at together, and rows of state that are read at once. */
  groupsAtOnceMax: 500,
  rowsAtOnceMax: 500,
  /** A look goes back so far before the one before: what was known then may have been written a little later. */
  lookBackMs: 120_000,
  readMsMax: 5_000,
} as const;
