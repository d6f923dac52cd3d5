import type { AlertRule, ResolvedMetric } from '../../../schemas/alerts/rule.ts';
import type { Aggregation } from '../../../schemas/metrics/routes.ts';
import { healthScore } from '../health-score.ts';
import { isMeasured, isOtlp, resolvedMetric } from '../rule.ts';
import { averageMs, type Histogram, quantilesOf } from './windows/histogram.ts';

/** Counts are 0 in an empty window; every other metric has no value below `minSamples`. */
const counts: ReadonlySet<ResolvedMetric> = new Set(['request_count', 'req_per_min']);

/** Figures of OTLP metrics that are too low where something is missing. */
const countsOfPoints: ReadonlySet<Aggregation> = new Set(['count', 'sum', 'rate']);

/** Metrics that are too low as long as spans of the last windows are on their way, or where nobody could send. */
export const isCount = ({ metric, measuring }: Pick<AlertRule, 'metric' | 'measuring'>): boolean =>
  isMeasured(metric)
    ? isOtlp(metric) && measuring !== undefined && countsOfPoints.has(measuring.aggregation)
    : counts.has(resolvedMetric(metric));

/** The metric of a rule over the windows that were added up; undefined: it has no value. */
export function metricValue(
  rule: Pick<AlertRule, 'metric' | 'windowMinutes' | 'minSamples'>,
  histogram: Histogram,
): number | undefined {
  // Such a rule does not look at windows.
  if (isMeasured(rule.metric)) return undefined;
  const { n } = histogram;
  const metric = resolvedMetric(rule.metric);
  if (metric === 'request_count') return n;
  if (metric === 'req_per_min') return n / rule.windowMinutes;
  return n === 0 || n < rule.minSamples ? undefined : measures[metric](histogram);
}

const measures: Readonly<
  Record<
    Exclude<ResolvedMetric, 'request_count' | 'req_per_min'>,
    (of: Histogram) => number | undefined
  >
> = {
  error_rate: ({ errors, n }) => (100 * errors) / n,
  latency_avg: averageMs,
  latency_p50: histogram => quantilesOf(histogram)(0.5),
  latency_p95: histogram => quantilesOf(histogram)(0.95),
  latency_p99: histogram => quantilesOf(histogram)(0.99),
  health_score: ({ bars, errors }) =>
    healthScore({ buckets: [...bars.keys()], counts: [...bars.values()], errors }),
};
