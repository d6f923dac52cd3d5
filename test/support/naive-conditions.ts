import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { durationsOf } from './naive-log.ts';

/** Conditions of rules from the description alone: what they look at, and what they say together. */

export const countOf = (windows: readonly WindowDelta[]): number =>
  windows.reduce((sum, { n }) => sum + n, 0);

export function naiveHolds(operator: AlertRule['operator'], left: number, right: number): boolean {
  if (operator === '==') return left === right;
  const isOver = operator.startsWith('>') ? left > right : left < right;
  return isOver || (operator.endsWith('=') && left === right);
}

export type Answer = 'yes' | 'no' | 'unknown';

export type NaiveCondition = Pick<
  AlertRule,
  'metric' | 'measuring' | 'operator' | 'threshold' | 'windowMinutes' | 'minSamples' | 'noData'
> & { readonly endsAt: number };

/** The rule's own, and those beside it. */
export function naiveConditions(rule: AlertRule): [NaiveCondition, ...NaiveCondition[]] {
  const others = (rule.conditions ?? []).map(one => ({ ...rule, ...one, endsAt: one.threshold }));
  return [{ ...rule, endsAt: rule.recoveryThreshold ?? rule.threshold }, ...others];
}

/** What a value says of a condition, and what none says. */
export function answerOf(
  { operator, threshold, noData }: NaiveCondition,
  value: number | undefined,
): Answer {
  if (value !== undefined) return naiveHolds(operator, value, threshold) ? 'yes' : 'no';
  return noData === 'ignore' ? 'unknown' : noData === 'alert' ? 'yes' : 'no';
}

/** One no decides where all must hold, and one yes where any may; else what is not known is not known. */
export function inAll({ match }: AlertRule, answers: readonly Answer[]): Answer {
  const [decides, other] = match === 'any' ? (['yes', 'no'] as const) : (['no', 'yes'] as const);
  if (answers.includes(decides)) return decides;
  return answers.includes('unknown') ? 'unknown' : other;
}

export const isCount = ({ metric, measuring: { aggregation } = none }: NaiveCondition): boolean =>
  metric.startsWith('otlp:')
    ? ['count', 'sum', 'rate'].includes(aggregation)
    : ['request_count', 'throughput', 'req_per_min'].includes(metric);

const none = { aggregation: 'avg', filter: {} } as const;

/** Durations in ms, one for each request; undefined: no value. */
export function naiveValue(
  rule: NaiveCondition,
  windows: readonly WindowDelta[],
): number | undefined {
  const durations = durationsOf(windows);
  const n = durations.length;
  const errors = windows.reduce((sum, window) => sum + window.errors, 0);
  if (rule.metric === 'request_count' || rule.metric === 'throughput') return n;
  if (rule.metric === 'req_per_min') return n / rule.windowMinutes;
  if (n === 0 || n < rule.minSamples) return undefined;
  const rank = (q: number): number => durations[Math.ceil(q * n) - 1] as number;
  switch (rule.metric) {
    case 'error_rate':
      return (100 * errors) / n;
    case 'latency_avg':
      return durations.reduce((sum, one) => sum + one, 0) / n;
    case 'latency_p50':
      return rank(0.5);
    case 'latency_p99':
      return rank(0.99);
    case 'health_score': {
      const satisfied = durations.filter(one => one <= 500).length;
      const tolerating = durations.filter(one => one > 500 && one <= 2000).length;
      return (100 * (satisfied + tolerating / 2) * (1 - errors / n)) / n;
    }
    default:
      return rank(0.95);
  }
}
