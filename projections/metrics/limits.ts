/** Limits of the figures of OTLP metrics. */
export const metricLimits = {
  /** Steps of time in one answer. */
  stepsMax: 1_500,
  /** Values of an attribute in one answer. */
  groupsMax: 100,
  /** Longest value of an attribute that is the name of a group, and what is shown of a longer one. */
  groupBytesMax: 1_024,
  groupCharactersShown: 200,
  /** Of the columns that one query of a metric reads. */
  resultBytesMax: 16 * 1024 * 1024,
  /** Buckets of histograms that are merged for one step of one group: 25 ms of the event loop. */
  cellBucketsMax: 20_000,
  /** How far before a range the point is looked for from which the first increment is counted. */
  lookBackSeconds: 900,
} as const;
