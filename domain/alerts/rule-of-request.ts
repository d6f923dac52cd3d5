import type { AlertRuleChanges } from '../../schemas/alerts/commands.ts';
import type { AlertRule, AlertScope } from '../../schemas/alerts/rule.ts';
import type { RequestOf } from '../../schemas/http/routes.ts';
import { type ChannelId, channelId } from '../../schemas/ids.ts';
import type { Checked } from '../faults.ts';

type Sent = RequestOf<'createAlertRule'>;
type SentChanges = RequestOf<'changeAlertRule'>;

/** The rule of a request, with a value for what it leaves out. */
export function ruleOf(sent: Sent): Checked<AlertRule> {
  const scope = scopeOf(sent.scope_type ?? 'global', sent.scope_value ?? undefined);
  return 'fault' in scope ? scope : { value: ruleWithin(scope.value, sent) };
}

function ruleWithin(scope: AlertScope, sent: Sent): AlertRule {
  const { description, recovery_threshold: recoveryThreshold } = sent;
  return {
    name: sent.name,
    ...(description !== undefined && { description }),
    alertType: sent.alert_type ?? 'threshold',
    metric: sent.metric,
    operator: sent.operator,
    threshold: sent.threshold,
    scope,
    windowMinutes: sent.time_window ?? 5,
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

/** What a request names of the rule; `before`: its scope, of which a request may name a part. */
export function changesOf(sent: SentChanges, before: AlertScope): Checked<AlertRuleChanges> {
  const { scope_type: type, scope_value: value } = sent;
  if (type === undefined && value === undefined) return { value: changesWithin(undefined, sent) };
  const service = before.type === 'service' ? before.service : undefined;
  const scope = scopeOf(type ?? before.type, value ?? service);
  return 'fault' in scope ? scope : { value: changesWithin(scope.value, sent) };
}

function changesWithin(scope: AlertScope | undefined, sent: SentChanges): AlertRuleChanges {
  const { channel_ids: channels } = sent;
  return defined({
    name: sent.name,
    description: sent.description,
    alertType: sent.alert_type,
    metric: sent.metric,
    operator: sent.operator,
    threshold: sent.threshold,
    scope,
    windowMinutes: sent.time_window,
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
