import type { AlertRule, ResolvedMetric } from '../../schemas/alerts/rule.ts';
import type { AnomalyFigures } from '../../schemas/anomalies/figures.ts';
import { type AnomalyMetric, anomalyMetrics } from '../../schemas/anomalies/metric.ts';
import { type AlertNow, type Evaluated, type Step, step } from '../alerts/evaluation/rule-state.ts';
import { isMeasured, resolvedMetric } from '../alerts/rule.ts';

/** An anomaly as a rule sees it. */
export type OpenAnomaly = {
  readonly service: string;
  readonly metrics: readonly AnomalyFigures[];
  readonly openMetrics: readonly AnomalyMetric[];
};

const latency: readonly AnomalyMetric[] = ['latency_p95'];
const throughput: readonly AnomalyMetric[] = ['throughput'];

/** In which metrics an anomaly concerns a rule: all latencies move together, and the health score with anything. */
const watched: Readonly<Record<ResolvedMetric, readonly AnomalyMetric[]>> = {
  latency_avg: latency,
  latency_p50: latency,
  latency_p95: latency,
  latency_p99: latency,
  error_rate: ['error_rate'],
  request_count: throughput,
  req_per_min: throughput,
  health_score: anomalyMetrics,
};

/** The highest score of the open anomalies that a rule is about; undefined: there is none. */
export function anomalyScore(
  { metric, scope }: Pick<AlertRule, 'metric' | 'scope'>,
  open: Iterable<OpenAnomaly>,
): number | undefined {
  if (isMeasured(metric)) return undefined;
  let highest: number | undefined;
  for (const anomaly of open) {
    if (scope.type === 'service' && scope.service !== anomaly.service) continue;
    for (const { metric: moved, score } of anomaly.metrics)
      if (anomaly.openMetrics.includes(moved) && watched[resolvedMetric(metric)].includes(moved))
        highest = Math.max(highest ?? 0, score);
  }
  return highest;
}

/** Without an open anomaly the condition does not hold, whatever the rule says of missing data. */
export const whenNoAnomaly = (rule: AlertRule): AlertRule => ({ ...rule, noData: 'resolve' });

export function stepAnomalyRule(rule: AlertRule, now: AlertNow, evaluated: Evaluated): Step {
  const { action, ...rest } = step(whenNoAnomaly(rule), now, evaluated);
  if (action === undefined) return rest;
  return { ...rest, action: action === 'raise' ? 'raise' : { resolve: 'recovered' } };
}
