import type { AnomalyMetric } from '../../schemas/anomalies/metric.ts';

/** Minutes and hours are counted since 1970. */
export const minuteSeconds = 60;
export const hourMinutes = 60;
export const weekHours = 168;

/** Parameters of the detector; docs/design/anomalies.md explains them. Another value would decide the same log differently. */
export const anomalyParameters = {
  /** Requests below which a minute has no latency and no error rate, and expected ones below which it has no throughput. */
  volumeMin: 10,
  /** The band reaches so much further from the median than the 99th percentile of the history. */
  scale: 2,
  /** … and at least so many times the scaled median deviation, and such a share of the median. */
  deviations: 2,
  medianShare: 0.5,
  /** Smaller deviations are no anomaly: ms, percentage points, requests in a minute. */
  effectMin: { latency_p95: 10, error_rate: 2, throughput: 10 } satisfies Record<
    AnomalyMetric,
    number
  >,
  /** An anomaly opens with so many windows outside of the band, of so many. */
  outsideMin: 3,
  windows: 5,
  /** It ends after so many windows in a row within such a share of the band. */
  insideMin: 5,
  recoveryShare: 0.8,
  /** It also ends after so many minutes without a value. */
  silentMinutesMax: 15,
  /** What lasts so long is the new level: the anomaly ends, and its metric is learned anew. */
  newLevelMinutes: 720,
  /** Windows without which there is no band. */
  historyMin: 30,
  /** The rolling history of a series, and how long late spans may change it. */
  rollingHours: 24,
  recentHours: 26,
  /** Minutes of an hour that lie outside of the band become part of its season if there are so many. */
  seasonMinutesMin: 30,
  /** Weeks whose histograms of an hour of the week are kept. */
  weeksMax: 4,
  /** What a series takes at most, with every value in a bucket of its own. */
  seriesBytesMax: 256 * 1024,
} as const;
