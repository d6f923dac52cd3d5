/** Limits of the decider. */
export const deciderLimits = {
  recordsMax: 200,
  bytesMax: 4 * 1024 * 1024,
  /** How long a read waits for a first record before it looks whether to stop. */
  waitMs: 5_000,
  /** More dead letters than this among so many records mean that we are wrong, not the records. */
  deadMax: 50,
  deadWindow: 1_000,
} as const;
