/** Every limit of the query-api. */
export const limits = {
  /** Spans of one trace in one answer. */
  traceSpansMax: 10_000,
  servicesMax: 2_000,
  queryMs: 10_000,
  metricsMax: 2_000,
  /** Steps of time in one answer. */
  metricStepsMax: 1_500,
  /** Values of an attribute in one answer. */
  metricGroupsMax: 100,
  /** How far before a range the point is looked for from which the first increment is counted. */
  metricLookBackSeconds: 900,
} as const;
