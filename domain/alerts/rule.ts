import type {
  AlertRule,
  MeasuredMetric,
  Metric,
  Operator,
  OtlpMetric,
  RequestMetric,
  ResolvedMetric,
} from '../../schemas/alerts/rule.ts';
import { burnMinutes, isBurn } from './burn-metric.ts';

const aliases: Readonly<Partial<Record<RequestMetric, ResolvedMetric>>> = {
  latency: 'latency_p95',
  throughput: 'request_count',
};

const otlpPrefix = 'otlp:';

export const isOtlp = (metric: Metric): metric is OtlpMetric => metric.startsWith(otlpPrefix);

export const isMeasured = (metric: Metric): metric is MeasuredMetric =>
  isOtlp(metric) || isBurn(metric);

export const otlpName = (metric: OtlpMetric): string => metric.slice(otlpPrefix.length);

/** The metric that is evaluated: aliases are resolved here alone. */
export const resolvedMetric = (metric: RequestMetric): ResolvedMetric =>
  aliases[metric] ?? (metric as ResolvedMetric);

/** Why a rule cannot watch its metric; undefined: it can. */
export function metricFault({
  alertType,
  metric,
  ...compared
}: Pick<AlertRule, 'alertType' | 'metric' | 'operator' | 'scope' | 'windowMinutes'>):
  | string
  | undefined {
  if (alertType === 'anomaly' && isMeasured(metric))
    return `anomalies are found in requests of services, not in ${metric}; send alert_type threshold`;
  return isBurn(metric) ? burnFault(metric, compared) : undefined;
}

/** The value is the lower rate of both windows of its pair, and the service is that of its objective. */
function burnFault(
  metric: Metric,
  { operator, scope, windowMinutes }: Pick<AlertRule, 'operator' | 'scope' | 'windowMinutes'>,
): string | undefined {
  if (!operator.startsWith('>'))
    return `a burn rate is too high or not, and ${metric} is the lower one of two windows; send operator > or >=`;
  if (scope.type === 'global')
    return `${metric} is of the service of its objective; leave scope_type and scope_value out`;
  const minutes = burnMinutes(metric);
  return windowMinutes === minutes
    ? undefined
    : `${metric} looks back ${minutes} minutes; leave time_window out`;
}

/** Why a rule may not have its `conditions`; undefined: it may. */
export function conditionsFault({ alertType, metric, conditions }: AlertRule): string | undefined {
  if (conditions === undefined) return undefined;
  if (alertType === 'anomaly')
    return 'a rule of type anomaly compares the score of one metric; remove `conditions`, or make it a threshold rule';
  return isMeasured(metric)
    ? `several conditions compare metrics of requests, not ${metric}; remove \`conditions\`, or send another metric`
    : undefined;
}

/** Whether errors change the value of the metric. */
export const isAboutErrors = (metric: Metric): boolean =>
  metric === 'error_rate' || metric === 'health_score';

/**
 * A rule as an alert says it: metric, operator, threshold and window are those of the condition that fired.
 *  condition  of `AlertTriggered`
 */
export function asFired(rule: AlertRule, condition = 0): AlertRule {
  const fired = condition === 0 ? undefined : rule.conditions?.[condition - 1];
  return fired === undefined ? rule : { ...rule, ...fired };
}

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
