export const attributeLimits = {
  /** Spans that one read looks at; of more, those of one trace in so many. */
  spansMax: 500_000,
  /** Attribute values in a comparison. */
  comparedMax: 200,
  /** A name with more values than this, which are more than half as many as its spans, tells spans apart and says nothing of groups. */
  uniqueValuesMin: 20,
  valueCharacters: 200,
  rangeMsPreset: 3_600_000,
} as const;
