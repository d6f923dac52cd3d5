/** Every limit of the query-api. */
export const limits = {
  /** Spans of one trace in one answer. */
  traceSpansMax: 10_000,
  servicesMax: 2_000,
  queryMs: 10_000,
} as const;
