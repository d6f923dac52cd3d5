/** What a statement can read. A test compares them with the documented views. */
export const views = [
  'spans',
  'resources',
  'traces',
  'windows',
  'windows_1h',
  'edges',
  'edges_1h',
  'errors',
  'metric_points',
  'samples',
  'anomaly_scores',
  'requests',
  'parked',
  'usage',
] as const;
