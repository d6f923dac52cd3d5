import type { AlertRule } from '../../schemas/alerts/rule.ts';
import { resolvedMetric } from './rule.ts';

type Described = Pick<
  AlertRule,
  'name' | 'alertType' | 'metric' | 'operator' | 'threshold' | 'windowMinutes' | 'scope'
>;

const units = {
  error_rate: ' %',
  latency_avg: ' ms',
  latency_p50: ' ms',
  latency_p95: ' ms',
  latency_p99: ' ms',
  request_count: '',
  req_per_min: ' per minute',
  health_score: '',
} as const;

/** One sentence for people: `Checkout errors: error_rate of checkout is 12.5 % over 5 min, the rule fires at > 5 %`. */
export function alertMessage(rule: Described, value: number | null): string {
  const { name, metric, operator, threshold, windowMinutes, scope } = rule;
  const of = scope.type === 'service' ? scope.service : 'all services';
  const unit = rule.alertType === 'anomaly' ? '' : units[resolvedMetric(metric)];
  const figure = rule.alertType === 'anomaly' ? `the anomaly score of ${metric}` : metric;
  if (value === null) return `${name}: no data for ${figure} of ${of} over ${windowMinutes} min`;
  return `${name}: ${figure} of ${of} is ${rounded(value)}${unit} over ${windowMinutes} min, the rule fires at ${operator} ${threshold}${unit}`;
}

const significantDigits = 6;

const rounded = (value: number): string => String(Number(value.toPrecision(significantDigits)));
