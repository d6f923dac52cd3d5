/** What `metric_points.type` holds. Stored for ever: add, never renumber. */
export const metricTypes = {
  gauge: 1,
  sum: 2,
  histogram: 3,
  exponential_histogram: 4,
  summary: 5,
} as const;

/** What `temporality` holds: OTLP's own numbers. */
export const temporalities = { unspecified: 0, delta: 1, cumulative: 2 } as const;

/** What `value_type` holds: which of the columns of values counts. */
export const valueTypes = { none: 0, int: 1, double: 2 } as const;

/** Bits of `has`: the optional figures. */
export const hasBits = { sum: 1, min: 2, max: 4 } as const;

/** Bit of `flags`: the sender says that there is no value. */
export const noRecordedValue = 1;
