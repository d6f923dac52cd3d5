/** Limits of the decider. */
export const deciderLimits = {
  recordsMax: 200,
  bytesMax: 4 * 1024 * 1024,
  /** How long a read waits for a first record before it looks whether to stop. */
  waitMs: 5_000,
  /**
   * Events that are read from the end of a stream whose last event suffices. A redelivered command finds
   * its own events among them, because at most `recordsMax` commands are decided before a commit.
   */
  endEventsMax: 200,
  /** More dead letters than this among so many records mean that we are wrong, not the records. */
  deadMax: 50,
  deadWindow: 1_000,
} as const;
