import type { AlertRuleChanges } from '../../schemas/alerts/commands.ts';
import type {
  AlertCondition,
  AlertRule,
  AlertScope,
  Measuring,
  Metric,
} from '../../schemas/alerts/rule.ts';
import type { RequestOf } from '../../schemas/http/routes.ts';
import { type ChannelId, channelId } from '../../schemas/ids.ts';
import type { Checked, FieldFault } from '../faults.ts';
import { burnMinutes } from './burn-metric.ts';
import { isOtlp } from './rule.ts';

type Sent = RequestOf<'createAlertRule'>;
type SentCondition = NonNullable<Sent['conditions']>[number];
type SentChanges = RequestOf<'changeAlertRule'>;

/** The rule of a request, with a value for what it leaves out. */
export function ruleOf(sent: Sent): Checked<AlertRule> {
  const scope = scopeOf(sent.scope_type ?? 'global', sent.scope_value ?? undefined);
  if ('fault' in scope) return scope;
  const fault = measuringFault(sent.metric, sent);
  return fault === undefined ? { value: ruleWithin(scope.value, sent) } : { fault };
}

function ruleWithin(scope: AlertScope, sent: Sent): AlertRule {
  const { description, recovery_threshold: recoveryThreshold } = sent;
  return {
    name: sent.name,
    ...(description !== undefined && { description }),
    alertType: sent.alert_type ?? 'threshold',
    metric: sent.metric,
    ...(isOtlp(sent.metric) && { measuring: measuringOf(sent) }),
    operator: sent.operator,
    threshold: sent.threshold,
    ...moreOf(sent),
    scope,
    windowMinutes: sent.time_window ?? burnMinutes(sent.metric) ?? 5,
    cooldownMinutes: sent.cooldown ?? 5,
    forMinutes: sent.for_minutes ?? 0,
    ...(recoveryThreshold !== undefined && { recoveryThreshold }),
    minSamples: sent.min_samples ?? 1,
    noData: sent.no_data ?? 'resolve',
    severity: sent.severity ?? 'warning',
    enabled: sent.enabled ?? true,
    channelIds: channelsOf(sent.channel_ids),
  };
}

/** `match` says nothing of a rule with one condition. */
function moreOf({ conditions = [], match }: Sent): Pick<AlertRule, 'conditions' | 'match'> {
  if (conditions.length === 0) return {};
  return { conditions: conditions.map(conditionOf), ...(match === 'any' && { match }) };
}

const conditionOf = ({ time_window: minutes, ...one }: SentCondition): AlertCondition =>
  minutes === undefined ? one : { ...one, windowMinutes: minutes };

type Before = Pick<AlertRule, 'scope' | 'metric' | 'measuring'>;

/** What a request names of the rule; `before`: of what a request may name a part. */
export function changesOf(sent: SentChanges, before: Before): Checked<AlertRuleChanges> {
  const scope = changedScope(sent, before.scope);
  if ('fault' in scope) return scope;
  const metric = sent.metric ?? before.metric;
  const fault = measuringFault(metric, sent);
  if (fault !== undefined) return { fault };
  const isNamed = [sent.metric, sent.aggregation, sent.filter].some(field => field !== undefined);
  const measuring = isNamed && isOtlp(metric) ? measuringOf(sent, before.measuring) : undefined;
  return { value: { ...changesWithin(scope.value, sent), ...(measuring && { measuring }) } };
}

function changedScope(
  { scope_type: type, scope_value: value }: SentChanges,
  before: AlertScope,
): Checked<AlertScope | undefined> {
  if (type === undefined && value === undefined) return { value: undefined };
  const service = before.type === 'service' ? before.service : undefined;
  return scopeOf(type ?? before.type, value ?? service);
}

type SentMeasuring = Pick<SentChanges, 'aggregation' | 'filter'>;

const measuringOf = ({ aggregation, filter }: SentMeasuring, before?: Measuring): Measuring => ({
  aggregation: aggregation ?? before?.aggregation ?? 'avg',
  filter: filter ?? before?.filter ?? {},
});

function measuringFault(metric: Metric, sent: SentMeasuring): FieldFault | undefined {
  if (isOtlp(metric)) return undefined;
  const field = (['aggregation', 'filter'] as const).find(name => sent[name] !== undefined);
  return field && { field, message: `expected it beside an OTLP metric only, and not ${metric}` };
}

function changesWithin(scope: AlertScope | undefined, sent: SentChanges): AlertRuleChanges {
  const { channel_ids: channels, conditions, match } = sent;
  return defined({
    name: sent.name,
    description: sent.description,
    alertType: sent.alert_type,
    metric: sent.metric,
    operator: sent.operator,
    threshold: sent.threshold,
    conditions: conditions?.length === 0 ? null : conditions?.map(conditionOf),
    match: match === 'all' ? null : match,
    scope,
    windowMinutes: sent.time_window ?? (sent.metric && burnMinutes(sent.metric)),
    cooldownMinutes: sent.cooldown,
    forMinutes: sent.for_minutes,
    recoveryThreshold: sent.recovery_threshold,
    minSamples: sent.min_samples,
    noData: sent.no_data,
    severity: sent.severity,
    enabled: sent.enabled,
    channelIds: channels === undefined ? undefined : channelsOf(channels ?? undefined),
  });
}

/** A global rule has no service, whatever is sent with it. */
function scopeOf(type: AlertScope['type'], service: string | undefined): Checked<AlertScope> {
  if (type === 'global') return { value: { type } };
  if (service !== undefined) return { value: { type, service } };
  const message = 'expected the name of a service, because scope_type is service';
  return { fault: { field: 'scope_value', message } };
}

const channelsOf = (sent: readonly string[] = []): readonly ChannelId[] =>
  [...new Set(sent)].map(channelId);

const defined = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
