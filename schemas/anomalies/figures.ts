import type { AnomalyDirection, AnomalyMetric } from './metric.ts';

/** What one metric did when its anomaly opened. Latency in ms, errors in percent, throughput in requests a minute. */
export type AnomalyFigures = {
  readonly metric: AnomalyMetric;
  readonly direction: AnomalyDirection;
  readonly observed: number;
  /** Median of the history, and how far the band reaches to both sides. */
  readonly expected: number;
  readonly spread: number;
  /** Distance from `expected` in spreads: 1 is the edge of the band. */
  readonly score: number;
  /** From the first window outside of the band to the end of the one that opened the anomaly, Unix ms. */
  readonly fromMs: number;
  readonly toMs: number;
};
