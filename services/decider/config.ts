/** Limits of the decider. */
export const deciderLimits = {
  /**
   * How far a partition is read ahead of its first undecided command. More than all that the organizations which flood
   * may have undecided, so that the commands behind them are seen.
   */
  aheadMax: 1_024,
  waitingBytesMax: 16 * 1024 * 1024,
  /** Commands that are decided before the next are chosen, side by side where organizations differ. */
  roundMax: 12,
  /** Of one organization in a round: others wait for no more. */
  ownerMax: 4,
  /** How long a read waits for a first record before it looks whether to stop. */
  waitMs: 5_000,
  /**
   * Events that are read from the end of a stream that does not end. A redelivered command finds its own
   * events among them: those of two rounds come again, it has its turn within as many of the others that write the
   * stream, and each appends at most two events to such a stream.
   */
  endEventsMax: 100,
} as const;
