import type { AlertRule, Metric, Operator, ResolvedMetric } from '../../schemas/alerts/rule.ts';

const aliases: Readonly<Partial<Record<Metric, ResolvedMetric>>> = {
  latency: 'latency_p95',
  throughput: 'request_count',
};

/** The metric that is evaluated: aliases are resolved here alone. */
export const resolvedMetric = (metric: Metric): ResolvedMetric =>
  aliases[metric] ?? (metric as ResolvedMetric);

/** Whether errors change the value of the metric. */
export const isAboutErrors = (metric: Metric): boolean =>
  metric === 'error_rate' || metric === 'health_score';

/** Whether the condition holds. */
export function holds(operator: Operator, value: number, threshold: number): boolean {
  switch (operator) {
    case '>':
      return value > threshold;
    case '<':
      return value < threshold;
    case '>=':
      return value >= threshold;
    case '<=':
      return value <= threshold;
    case '==':
      return value === threshold;
  }
}

export const recoveryThresholdOf = ({
  threshold,
  recoveryThreshold = threshold,
}: Pick<AlertRule, 'threshold' | 'recoveryThreshold'>): number => recoveryThreshold;

/**
 * Whether a firing alert lasts at least as long as the condition holds. A recovery threshold on the other side of
 * the threshold would resolve the alert while the condition still holds.
 */
export function recoversOutside({
  operator,
  ...rule
}: Pick<AlertRule, 'operator' | 'threshold' | 'recoveryThreshold'>): boolean {
  const recovery = recoveryThresholdOf(rule);
  return (
    recovery === rule.threshold || (operator !== '==' && holds(operator, rule.threshold, recovery))
  );
}
