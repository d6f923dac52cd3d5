/** Limits of the decider. */
export const deciderLimits = {
  recordsMax: 200,
  bytesMax: 4 * 1024 * 1024,
  /** How long a read waits for a first record before it looks whether to stop. */
  waitMs: 5_000,
} as const;
