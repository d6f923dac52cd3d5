/** Limits of the decider. */
export const deciderLimits = {
  recordsMax: 50,
  bytesMax: 4 * 1024 * 1024,
  /** How long a read waits for a first record before it looks whether to stop. */
  waitMs: 5_000,
  /**
   * Events that are read from the end of a stream that does not end. A redelivered command finds its own
   * events among them, because at most `recordsMax` commands are decided before a commit and each appends
   * at most two events to such a stream.
   */
  endEventsMax: 100,
} as const;
