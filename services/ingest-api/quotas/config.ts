export const quotaLimits = {
  /** Organizations and keys of which this process remembers what it took in their month or day; the one used least lately is forgotten. */
  ownersMax: 50_000,
} as const;
