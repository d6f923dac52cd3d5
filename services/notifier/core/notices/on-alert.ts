import type { EventOf } from '../../../../schemas/events/event.ts';
import type { ChannelId } from '../../../../schemas/ids.ts';
import type { SilencedAlert } from '../../../../schemas/silences/silence.ts';
import type { Organization } from './organization.ts';
import type { WaitingItem } from './target.ts';

/** The notices that are due to each channel of a rule. Undefined instead of a channel: there is none. */
export function onAlert(
  organization: Organization,
  event: EventOf<'AlertTriggered' | 'AlertResolved'>,
  atMs: number,
): readonly (readonly [ChannelId | undefined, WaitingItem])[] {
  const { alertId, ruleId } = event.data;
  const alert = alertOf(organization, event);
  if (alert === undefined) return [];
  const why = event.type === 'AlertTriggered' ? 'first' : 'resolved';
  const item: WaitingItem = { alertId, why, causeIds: [event.id], alert, atMs };
  const named = organization.rules.get(ruleId) ?? [];
  const channels = named.length > 0 ? named : [...organization.channels];
  return channels.length > 0 ? channels.map(channelId => [channelId, item]) : [[undefined, item]];
}

function alertOf(
  { firing }: Organization,
  event: EventOf<'AlertTriggered' | 'AlertResolved'>,
): SilencedAlert | undefined {
  const { alertId, ruleId } = event.data;
  if (event.type === 'AlertResolved') {
    const known = firing.get(alertId);
    firing.delete(alertId);
    return known;
  }
  const { scope, severity } = event.data.rule;
  const service = scope.type === 'service' ? scope.service : undefined;
  const alert = { ruleId, service, severity };
  firing.set(alertId, alert);
  return alert;
}
