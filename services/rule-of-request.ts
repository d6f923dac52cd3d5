import { invalidRequest } from '../platform/http/problem.ts';
import type { AlertRuleChanges } from '../schemas/alerts/commands.ts';
import type { AlertRule, AlertScope } from '../schemas/alerts/rule.ts';
import type { RequestOf } from '../schemas/http/routes.ts';
import { type ChannelId, channelId } from '../schemas/ids.ts';

type Sent = RequestOf<'createAlertRule'>;

/** The rule of a request, with a value for what it leaves out. */
export function ruleOf(sent: Sent): AlertRule {
  const { description, recovery_threshold: recoveryThreshold } = sent;
  return {
    name: sent.name,
    ...(description !== undefined && { description }),
    alertType: sent.alert_type ?? 'threshold',
    metric: sent.metric,
    operator: sent.operator,
    threshold: sent.threshold,
    scope: scopeOf(sent.scope_type ?? 'global', sent.scope_value ?? undefined),
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
export function changesOf(
  sent: RequestOf<'changeAlertRule'>,
  before: AlertScope,
): AlertRuleChanges {
  const { scope_type: type, scope_value: service, channel_ids: channels } = sent;
  return defined({
    name: sent.name,
    description: sent.description,
    alertType: sent.alert_type,
    metric: sent.metric,
    operator: sent.operator,
    threshold: sent.threshold,
    scope: type === undefined && service === undefined ? undefined : changedScope(sent, before),
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

function changedScope(sent: RequestOf<'changeAlertRule'>, before: AlertScope): AlertScope {
  const service = before.type === 'service' ? before.service : undefined;
  return scopeOf(sent.scope_type ?? before.type, sent.scope_value ?? service);
}

/** A global rule has no service, whatever is sent with it. */
function scopeOf(type: AlertScope['type'], service: string | undefined): AlertScope {
  if (type === 'global') return { type };
  if (service !== undefined) return { type, service };
  const message = 'expected the name of a service, because scope_type is service';
  throw invalidRequest(`invalid scope_value: ${message}`, [{ field: 'scope_value', message }]);
}

const channelsOf = (sent: readonly string[] = []): readonly ChannelId[] =>
  [...new Set(sent)].map(channelId);

const defined = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
