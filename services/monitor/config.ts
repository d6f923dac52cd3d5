/** Every limit of the monitor. */
export const limits = {
  /** Between two metering runs. Together with the other delays, a reached quota is noticed within ten seconds. */
  lookEveryMs: 2_000,
  /** Organizations whose traces are counted in one statement. */
  countedAtOnceMax: 20,
  queryMsMax: 60_000,
  /**
   * So long after it was received a request may come into the log: a body takes a minute at most, and
   * the clocks of two machines are never the same.
   */
  lateMsMax: 10 * 60_000,
  /** Months that are closed late; of earlier ones the warehouse may have forgotten something. */
  periodsMax: 12,
} as const;
