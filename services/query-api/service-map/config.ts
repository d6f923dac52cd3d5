export const serviceMapLimits = {
  /** The longest range, and the one that is taken without `from`. */
  rangeMsMax: 31 * 86_400_000,
  rangeMsPreset: 3_600_000,
  /** Edges and nodes of one response, those of the most requests. */
  edgesMax: 1_000,
  nodesMax: 1_000,
} as const;
