import {
  type AlertRule,
  type ResolvedMetric,
  resolvedMetric,
} from '../../../schemas/alerts/rule.ts';
import { apdex, averageMs, type Histogram, quantilesOf } from './histogram.ts';

/** Counts are 0 in an empty window; every other metric has no value below `minSamples`. */
const counts: ReadonlySet<ResolvedMetric> = new Set(['request_count', 'req_per_min']);

/** Metrics that are too low as long as spans of the last windows are on their way. */
export const isCount = ({ metric }: Pick<AlertRule, 'metric'>): boolean =>
  counts.has(resolvedMetric(metric));

/** The metric of a rule over the windows that were added up; undefined: it has no value. */
export function valueOf(
  rule: Pick<AlertRule, 'metric' | 'windowMinutes' | 'minSamples'>,
  histogram: Histogram,
): number | undefined {
  const metric = resolvedMetric(rule.metric);
  const { n, errors } = histogram;
  if (metric === 'request_count') return n;
  if (metric === 'req_per_min') return n / rule.windowMinutes;
  if (n === 0 || n < rule.minSamples) return undefined;
  switch (metric) {
    case 'error_rate':
      return (100 * errors) / n;
    case 'latency_avg':
      return averageMs(histogram);
    case 'latency_p50':
      return quantilesOf(histogram)(0.5);
    case 'latency_p95':
      return quantilesOf(histogram)(0.95);
    case 'latency_p99':
      return quantilesOf(histogram)(0.99);
    case 'health_score':
      return 100 * apdex(histogram) * (1 - errors / n);
  }
}
