import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { digits, durationText, percentText, wholeText } from '../ui/figures.ts';

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
export type Compared = Pick<Rule, 'alert_type' | 'metric' | 'operator' | 'threshold'>;

export const metricNames: Readonly<Record<Rule['metric'], string>> = {
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

/** The compared value in words, such as `p95` or `anomaly score of error rate`. */
export const metricText = ({ alert_type, metric }: Compared): string =>
  alert_type === 'anomaly' ? `anomaly score of ${metricNames[metric]}` : metricNames[metric];

/** A value of the rule with its unit. */
export function valueText({ alert_type, metric }: Compared, value: number): string {
  if (alert_type === 'anomaly') return digits(value);
  if (metric === 'error_rate') return percentText(value);
  return metric.startsWith('latency') ? durationText(value) : digits(value);
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

/** The whole condition of a rule, such as `p95 over 500 ms within 5 min, for 10 min`. */
export function whenText(rule: Compared & Pick<Rule, 'time_window' | 'for_minutes'>): string {
  const within = `within ${minutesText(rule.time_window)}`;
  const long = rule.for_minutes === 0 ? '' : `, for ${minutesText(rule.for_minutes)}`;
  return `${metricText(rule)} ${conditionText(rule)} ${within}${long}`;
}

export const noDataTexts: Readonly<Record<Rule['no_data'], string>> = {
  resolve: 'the alert ends',
  ignore: 'the rule keeps its state',
  alert: 'the rule fires',
};
