import type { ConditionEvidence, Evidence } from '../../schemas/alerts/evidence.ts';
import type { AlertRule, Metric } from '../../schemas/alerts/rule.ts';
import { minuteMs } from '../../schemas/durations.ts';
import { isBurn } from './burn-metric.ts';
import { asFired, isMeasured, isOtlp, otlpName, resolvedMetric } from './rule.ts';

/** Of an alert that fired, what says why. */
type Fired = {
  readonly condition?: number | undefined;
  readonly evidence?: Pick<Evidence, 'conditions'>;
};

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
export function alertMessage(
  rule: AlertRule,
  value: number | null,
  { condition, evidence = {} }: Fired = {},
): string {
  const { conditions } = evidence;
  if (conditions === undefined) return messageOf(rule, value);
  if (isBurn(rule.metric)) return messageOfBurn(rule, conditions);
  if (rule.match !== 'any') return messageOfAll(rule, conditions);
  return `${messageOf(asFired(rule, condition), value)}, one of its ${conditions.length} conditions`;
}

function messageOf(rule: AlertRule, value: number | null): string {
  const { name, operator, threshold, windowMinutes, scope } = rule;
  const of = scope.type === 'service' ? scope.service : 'all services';
  const [figure, unit] = figureOf(rule);
  if (value === null) return `${name}: no data for ${figure} of ${of} over ${windowMinutes} min`;
  return `${name}: ${figure} of ${of} is ${rounded(value)}${unit} over ${windowMinutes} min, the rule fires at ${operator} ${threshold}${unit}`;
}

/** What is compared, and the unit behind its value. */
function figureOf({ alertType, metric, measuring }: AlertRule): readonly [string, string] {
  if (alertType === 'anomaly') return [`the anomaly score of ${metric}`, ''];
  if (isBurn(metric)) return ['the burn rate', ''];
  if (!isOtlp(metric)) return [metric, unitOf(metric)];
  const { aggregation = 'avg', filter = {} } = measuring ?? {};
  const attributes = Object.entries(filter).map(([name, value]) => `${name}=${value}`);
  const where = attributes.length === 0 ? '' : ` (${attributes.join(', ')})`;
  return [`${aggregation} of ${otlpName(metric)}${where}`, ''];
}

const unitOf = (metric: Metric): string =>
  isMeasured(metric) ? '' : units[resolvedMetric(metric)];

/** The metric is said again only where it is another: `error_rate of checkout is 3 % over 60 min and 5 % over 5 min`. */
function messageOfAll(
  { name, scope }: AlertRule,
  conditions: readonly ConditionEvidence[],
): string {
  const of = scope.type === 'service' ? scope.service : 'all services';
  const parts = conditions.map(({ metric, value, window }, at) => {
    const over = `over ${(window.toMs - window.fromMs) / minuteMs} min`;
    const figure = at === 0 ? `${metric} of ${of}` : metric;
    if (value === null) return `no data for ${figure} ${over}`;
    const before = conditions[at - 1];
    const isSame = before?.metric === metric && before.value !== null;
    return `${isSame ? '' : `${figure} is `}${rounded(value)}${unitOf(metric)} ${over}`;
  });
  const limits = conditions.map(
    ({ metric, operator, threshold }) => `${operator} ${threshold}${unitOf(metric)}`,
  );
  return `${name}: ${parts.join(' and ')}, the rule fires at ${limits.join(' and ')}`;
}

/** Both windows are compared with one threshold: `the burn rate of checkout is 16.1 over 60 min and 15.2 over 5 min`. */
function messageOfBurn(
  { name, scope, operator, threshold }: AlertRule,
  windows: readonly ConditionEvidence[],
): string {
  const of = scope.type === 'service' ? scope.service : 'all services';
  const parts = windows.map(({ value, window: { fromMs, toMs } }) => {
    const rate = value === null ? 'not known, without requests,' : rounded(value);
    return `${rate} over ${(toMs - fromMs) / minuteMs} min`;
  });
  return `${name}: the burn rate of ${of} is ${parts.join(' and ')}, the rule fires at ${operator} ${threshold} in both`;
}

const significantDigits = 6;

const rounded = (value: number): string => String(Number(value.toPrecision(significantDigits)));
