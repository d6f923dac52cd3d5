import { quantileNanos } from '../../../schemas/window.ts';
import type { Minute } from './generator.ts';
import type { LabelledMetric } from './scenarios.ts';

/** Requests below which a minute has no latency and no error rate. The same for every detector. */
export const volumeMin = 10;

/** The value of a metric in a minute: ms, percent, requests; undefined: too few requests. */
export function valueIn(metric: LabelledMetric, minute: Minute): number | undefined {
  const { n, errors, buckets, counts } = minute;
  if (metric === 'throughput') return n;
  if (n < volumeMin) return undefined;
  if (metric === 'error_rate') return (100 * errors) / n;
  return (quantileNanos(buckets, counts, 0.95) ?? 0) / 1e6;
}
