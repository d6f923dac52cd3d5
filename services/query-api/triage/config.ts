/** Limits of the reads of the triage inbox. */
export const triageReadLimits = {
  /** Items of an organization that one list looks at, the newest first. */
  itemsScannedMax: 10_000,
} as const;
