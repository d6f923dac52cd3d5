/** Every limit of the query-api. */
export const limits = {
  /** Spans of one trace in one answer. */
  traceSpansMax: 10_000,
  servicesMax: 2_000,
  operationsMax: 200,
  topErrorsMax: 10,
  /** Steps of one time series: as asked for, and where no step was named. */
  timeseriesPointsMax: 2_000,
  timeseriesPointsPreset: 120,
  timeseriesPresetMs: 3_600_000,
  /** A span that was received this long after its end counts as late. */
  lateAfterSeconds: 60,
  /** Spans that an explanation shows on either side of a rank. */
  ranksAround: 2,
  /** How long an answer of the log about its lag serves, and how long a reader waits for a new one. */
  watermarkFreshMs: 500,
  watermarkWaitMs: 250,
  queryMs: 10_000,
} as const;
