import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { digits, durationText, percentText, wholeText } from '../ui/figures.ts';
import { type BurnMetric, burnOf, burnWindows, isBurn } from './burn.ts';

export type Rule = ResponseOf<'getAlertRule'>;

/** What a rule says of itself, as the API takes it. */
export type RuleFields = Omit<
  Rule,
  | 'success'
  | 'id'
  | 'version'
  | 'status'
  | 'created_at'
  | 'updated_at'
  | 'last_triggered_at'
  | 'last_data_at'
  | 'warning'
  | 'recovery_threshold'
> & { readonly recovery_threshold: number | null };

/** What of a rule, or of its alert, says which value is compared with what. */
export type Compared = Pick<Rule, 'alert_type' | 'metric' | 'operator' | 'threshold'> &
  Partial<Pick<Rule, 'aggregation' | 'filter'>>;

export type OtlpMetric = Extract<Rule['metric'], `otlp:${string}`>;
export type RequestMetric = Exclude<Rule['metric'], OtlpMetric | BurnMetric>;

const otlpPrefix = 'otlp:';

export const isOtlp = (metric: Rule['metric']): metric is OtlpMetric =>
  metric.startsWith(otlpPrefix);

export const otlpName = (metric: OtlpMetric): string => metric.slice(otlpPrefix.length);

export const otlpMetric = (name: string): OtlpMetric => `${otlpPrefix}${name}`;

export const metricNames: Readonly<Record<RequestMetric, string>> = {
  error_rate: 'error rate',
  latency: 'p95',
  latency_avg: 'mean duration',
  latency_p50: 'p50',
  latency_p95: 'p95',
  latency_p99: 'p99',
  throughput: 'number of requests',
  request_count: 'number of requests',
  req_per_min: 'requests a minute',
  health_score: 'health score',
};

/** The compared value in words, such as `p95`, `anomaly score of error rate` or `avg of queue.depth (queue=mail)`. */
export function metricText({ alert_type, metric, aggregation, filter }: Compared): string {
  if (isBurn(metric)) return 'burn rate';
  if (!isOtlp(metric))
    return alert_type === 'anomaly'
      ? `anomaly score of ${metricNames[metric]}`
      : metricNames[metric];
  const figure = aggregation ? `${aggregation} of ${otlpName(metric)}` : otlpName(metric);
  const where = filterText(filter ?? {});
  return where === '' ? figure : `${figure} (${where})`;
}

/** Attributes as people type them: `queue=mail, region=eu`. */
export const filterText = (filter: Readonly<Record<string, string>>): string =>
  Object.entries(filter)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/** A value of the rule with its unit. */
export function valueText({ alert_type, metric }: Compared, value: number): string {
  if (alert_type === 'anomaly') return digits(value);
  if (isBurn(metric)) return `${digits(value)} ×`;
  if (metric === 'error_rate') return percentText(value);
  return !isOtlp(metric) && metric.startsWith('latency') ? durationText(value) : digits(value);
}

export const comparisons: Readonly<Record<Rule['operator'], string>> = {
  '>': 'over',
  '>=': 'at or over',
  '<': 'under',
  '<=': 'at or under',
  '==': 'exactly',
};

/** When the rule fires, such as `over 500 ms`. */
export const conditionText = (rule: Compared): string =>
  `${comparisons[rule.operator]} ${valueText(rule, rule.threshold)}`;

/** Minutes as people say them: `90 min`, but `2 h`. */
export const minutesText = (minutes: number): string =>
  minutes > 0 && minutes % 60 === 0 ? `${minutes / 60} h` : `${wholeText(minutes)} min`;

type Conditions = Compared & Pick<Rule, 'time_window' | 'conditions'>;

/** Each condition of a rule, its own first, with the window that it looks at. A burn rate is compared in two. */
export function conditionsOf(rule: Conditions): readonly (Compared & { minutes: number })[] {
  const burn = burnOf(rule.metric);
  if (burn !== undefined) return burnWindows[burn.pair].map(minutes => ({ ...rule, minutes }));
  return [
    { ...rule, minutes: rule.time_window },
    ...rule.conditions.map(({ time_window, ...one }) => ({
      ...one,
      alert_type: rule.alert_type,
      minutes: time_window ?? rule.time_window,
    })),
  ];
}

/** The whole condition of a rule, such as `p95 over 500 ms within 5 min, for 10 min`. */
export function whenText(rule: Conditions & Pick<Rule, 'match' | 'for_minutes'>): string {
  const conditions = conditionsOf(rule);
  const lengths = conditions.map(({ minutes }) => minutesText(minutes));
  const parts = isBurn(rule.metric)
    ? [`${metricText(rule)} ${conditionText(rule)} within ${lengths.join(' and ')}`]
    : conditions.map((one, at) => `${metricText(one)} ${conditionText(one)} within ${lengths[at]}`);
  const long = rule.for_minutes === 0 ? '' : `, for ${minutesText(rule.for_minutes)}`;
  return `${parts.join(rule.match === 'any' ? ' or ' : ' and ')}${long}`;
}

export const noDataTexts: Readonly<Record<Rule['no_data'], string>> = {
  resolve: 'the alert ends',
  ignore: 'the rule keeps its state',
  alert: 'the rule fires',
};
