import {
  type BurnMetric,
  type BurnPair,
  burnMetric,
  burnOf,
  burnWindows,
} from '../../rules/burn.ts';
import {
  filterText,
  isOtlp,
  otlpMetric,
  otlpName,
  type RequestMetric,
  type Rule,
  type RuleFields,
} from '../../rules/words.ts';
import type { Aggregation } from '../explore/figures.ts';

type Texts = Readonly<
  Record<
    | 'name'
    | 'description'
    | 'otlp_metric'
    | 'filter'
    | 'objective'
    | 'service'
    | 'threshold'
    | 'recovery_threshold'
    | 'time_window'
    | 'for_minutes'
    | 'cooldown'
    | 'min_samples',
    string
  >
>;

type Chosen = Pick<
  Rule,
  'alert_type' | 'operator' | 'match' | 'severity' | 'no_data' | 'enabled' | 'scope_type'
> & {
  /** Of requests; `otlp`: the metric that is named beside it; `slo_burn`: the burn rate of the objective there. */
  readonly metric: RequestMetric | 'otlp' | 'slo_burn';
  readonly pair: BurnPair;
  readonly aggregation: Aggregation;
};

type SentCondition = Rule['conditions'][number];

/** A condition beside the rule's own; without a window it has that of the rule. */
export type DraftCondition = Pick<SentCondition, 'metric' | 'operator'> &
  Pick<Texts, 'threshold' | 'time_window'>;

/** A rule as it stands in the fields of the editor: numbers are still texts. */
export type Draft = Texts &
  Chosen & {
    /** Empty means every enabled channel. */
    readonly channels: readonly string[];
    readonly conditions: readonly DraftCondition[];
  };

export type Problems = Readonly<Partial<Record<keyof Draft, string>>>;

/** What a new rule is like before anything was typed. */
export const newDraft = (service: string): Draft => ({
  name: '',
  description: '',
  scope_type: 'service',
  service,
  alert_type: 'threshold',
  metric: 'error_rate',
  otlp_metric: '',
  aggregation: 'avg',
  filter: '',
  objective: '',
  pair: 'fast',
  operator: '>',
  threshold: '5',
  recovery_threshold: '',
  conditions: [],
  match: 'all',
  time_window: '5',
  for_minutes: '0',
  cooldown: '5',
  min_samples: '1',
  no_data: 'resolve',
  severity: 'warning',
  enabled: true,
  channels: [],
});

export function draftOf(rule: Rule): Draft {
  const { name, description, scope_type, scope_value, alert_type, metric, operator } = rule;
  const { threshold, recovery_threshold: recovery, severity, no_data, enabled } = rule;
  return {
    name,
    description: description ?? '',
    scope_type,
    service: scope_value ?? '',
    alert_type,
    ...chosenMetric(metric),
    otlp_metric: isOtlp(metric) ? otlpName(metric) : '',
    aggregation: rule.aggregation ?? 'avg',
    filter: filterText(rule.filter ?? {}),
    operator,
    threshold: String(threshold),
    recovery_threshold: recovery === threshold ? '' : String(recovery),
    conditions: rule.conditions.map(({ threshold: limit, time_window: minutes, ...one }) => ({
      ...one,
      threshold: String(limit),
      time_window: minutes === null ? '' : String(minutes),
    })),
    match: rule.match,
    time_window: String(rule.time_window),
    for_minutes: String(rule.for_minutes),
    cooldown: String(rule.cooldown),
    min_samples: String(rule.min_samples),
    no_data,
    severity,
    enabled,
    channels: rule.channel_ids,
  };
}

function chosenMetric(metric: Rule['metric']): Pick<Draft, 'metric' | 'pair' | 'objective'> {
  const burn = burnOf(metric);
  if (burn !== undefined) return { metric: 'slo_burn', ...burn };
  // `burnOf` knows every metric of a burn rate.
  const other = metric as Exclude<Rule['metric'], BurnMetric>;
  return { metric: isOtlp(other) ? 'otlp' : other, pair: 'fast', objective: '' };
}

export const fieldsOf = (draft: Draft): RuleFields => ({
  name: draft.name.trim(),
  description: draft.description.trim() === '' ? null : draft.description,
  alert_type: draft.alert_type,
  ...measuredFields(draft),
  operator: draft.operator,
  threshold: numberOf(draft.threshold),
  conditions: conditionsIn(draft).map(conditionFields),
  match: draft.match,
  scope_type: draft.scope_type,
  scope_value: draft.scope_type === 'global' ? null : draft.service,
  time_window:
    draft.metric === 'slo_burn' ? burnWindows[draft.pair][0] : numberOf(draft.time_window),
  cooldown: numberOf(draft.cooldown),
  for_minutes: numberOf(draft.for_minutes),
  recovery_threshold:
    draft.recovery_threshold.trim() === '' ? null : numberOf(draft.recovery_threshold),
  min_samples: numberOf(draft.min_samples),
  no_data: draft.no_data,
  severity: draft.severity,
  enabled: draft.enabled,
  channel_ids: [...draft.channels],
});

type Measured = Pick<RuleFields, 'metric' | 'aggregation' | 'filter'>;

function measuredFields({ metric, otlp_metric, aggregation, filter, ...draft }: Draft): Measured {
  const { pair, objective } = draft;
  if (metric === 'slo_burn')
    return { metric: burnMetric(pair, objective), aggregation: null, filter: null };
  if (metric !== 'otlp') return { metric, aggregation: null, filter: null };
  return { metric: otlpMetric(otlp_metric.trim()), aggregation, filter: filterOf(filter) ?? {} };
}

/** Attributes as people type them; undefined: that is not how they are typed. */
function filterOf(text: string): Record<string, string> | undefined {
  const parts = text.split(',').filter(part => part.trim() !== '');
  const pairs = parts.map(part => /^\s*([^=]*[^=\s])\s*=\s*(.*\S)\s*$/u.exec(part));
  if (pairs.some(pair => pair === null)) return undefined;
  return Object.fromEntries(pairs.map(pair => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

/** A score is compared alone, and so is what is measured. */
export const isAlone = ({ alert_type, metric }: Pick<Draft, 'alert_type' | 'metric'>): boolean =>
  alert_type === 'anomaly' || isMeasured(metric);

/** Such a metric has no score of anomalies. */
export const isMeasured = (metric: Draft['metric']): metric is 'otlp' | 'slo_burn' =>
  metric === 'otlp' || metric === 'slo_burn';

const conditionsIn = (draft: Draft): readonly DraftCondition[] =>
  isAlone(draft) ? [] : draft.conditions;

const conditionFields = ({ threshold, time_window, ...one }: DraftCondition): SentCondition => ({
  ...one,
  threshold: numberOf(threshold),
  time_window: time_window.trim() === '' ? null : numberOf(time_window),
});

/** A number as people type it, also with a decimal comma; NaN when it is none. */
const numberOf = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));

/** The fields that a change names: a service goes with its scope. */
export function changedFields(before: RuleFields, after: RuleFields): Partial<RuleFields> {
  const isSame = ([field, value]: [string, unknown]): boolean =>
    JSON.stringify(before[field as keyof RuleFields]) === JSON.stringify(value);
  const changed = Object.fromEntries(Object.entries(after).filter(each => !isSame(each)));
  const { scope_type, scope_value } = after;
  const isMoved = 'scope_type' in changed || 'scope_value' in changed;
  return { ...changed, ...(isMoved && { scope_type, scope_value }) };
}

const minutesMax = 1_440;

/** What is missing or cannot be, by field, in the order in which they are filled in. */
export function problemsOf(draft: Draft): Problems {
  const found: Readonly<Partial<Record<keyof Draft, string | undefined>>> = {
    name: draft.name.trim() === '' ? 'Give the rule a name.' : undefined,
    objective:
      draft.metric === 'slo_burn' && draft.objective === '' ? 'Choose an objective.' : undefined,
    service:
      draft.scope_type === 'service' && draft.service.trim() === ''
        ? 'Name the service.'
        : undefined,
    otlp_metric:
      draft.metric === 'otlp' && draft.otlp_metric.trim() === '' ? 'Name the metric.' : undefined,
    filter: filterOf(draft.filter) === undefined ? 'Write attributes as name=value.' : undefined,
    threshold: anyNumber(draft.threshold, 'The threshold'),
    time_window:
      draft.metric === 'slo_burn' ? undefined : wholeNumber(draft.time_window, 1, 'The window'),
    conditions: conditionsIn(draft).flatMap(one => Object.values(conditionProblems(one)))[0],
    for_minutes: wholeNumber(draft.for_minutes, 0, 'How long it must last'),
    recovery_threshold:
      draft.recovery_threshold.trim() === ''
        ? undefined
        : anyNumber(draft.recovery_threshold, 'Where it ends'),
    cooldown: wholeNumber(draft.cooldown, 0, 'The pause'),
    min_samples: wholeNumber(draft.min_samples, 1, 'The least number of requests', 1e9),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

/** What of a condition cannot be, by field. */
export function conditionProblems({
  threshold,
  time_window: minutes,
}: DraftCondition): Pick<Problems, 'threshold' | 'time_window'> {
  const ofThreshold = anyNumber(threshold, 'The threshold');
  const ofWindow = minutes.trim() === '' ? undefined : wholeNumber(minutes, 1, 'The window');
  return {
    ...(ofThreshold && { threshold: ofThreshold }),
    ...(ofWindow && { time_window: ofWindow }),
  };
}

const anyNumber = (text: string, what: string): string | undefined =>
  Number.isFinite(numberOf(text)) ? undefined : `${what} must be a number.`;

function wholeNumber(
  text: string,
  least: number,
  what: string,
  most = minutesMax,
): string | undefined {
  const value = numberOf(text);
  const isIn = Number.isInteger(value) && value >= least && value <= most;
  return isIn ? undefined : `${what} must be a whole number from ${least} to ${most}.`;
}
