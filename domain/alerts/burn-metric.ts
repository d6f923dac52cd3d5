import type { BurnMetric, BurnPair, Metric } from '../../schemas/alerts/rule.ts';
import { type ObjectiveId, objectiveId } from '../../schemas/slos/ids.ts';
import { burnPairs, burnWindowSeconds } from '../slos/burn.ts';

const prefixes: Readonly<Record<BurnPair, `slo_burn_${BurnPair}:`>> = {
  fast: 'slo_burn_fast:',
  slow: 'slo_burn_slow:',
};

export const burnMetric = (pair: BurnPair, id: ObjectiveId): BurnMetric => `${prefixes[pair]}${id}`;

export const isBurn = (metric: Metric): metric is BurnMetric => pairOf(metric) !== undefined;

const pairOf = (metric: Metric): BurnPair | undefined =>
  metric.startsWith(prefixes.fast) ? 'fast' : metric.startsWith(prefixes.slow) ? 'slow' : undefined;

/** Which windows of which objective a metric is about; undefined: it is none of a burn rate. */
export function burnOf(
  metric: Metric,
): { readonly pair: BurnPair; readonly objectiveId: ObjectiveId } | undefined {
  const pair = pairOf(metric);
  return pair && { pair, objectiveId: objectiveId(metric.slice(prefixes[pair].length)) };
}

/** The longest window of such a metric, which is that of its rule; undefined for other metrics. */
export function burnMinutes(metric: Metric): number | undefined {
  const pair = pairOf(metric);
  return pair && burnWindowSeconds[burnPairs[pair].windows[0]] / 60;
}
