import type { Silenceable } from '../../../../domain/silences/silence.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import { outageSeverity } from '../../../../schemas/health/check.ts';
import type { ChannelId } from '../../../../schemas/ids.ts';
import { type NoticeItem, subjectOf } from '../../../../schemas/notices/events.ts';
import type { Organization } from './organization.ts';
import type { WaitingItem } from './target.ts';

type Begin = EventOf<'AlertTriggered' | 'HealthCheckFailed'>;
type End = EventOf<'AlertResolved' | 'HealthCheckRecovered'>;

/** The beginning or the end of an alert, or of an outage of a check. */
export type NoticeCauseEvent = Begin | End;

/** The notices that are due to each channel. Undefined instead of a channel: there is none. */
export function onCause(
  organization: Organization,
  event: NoticeCauseEvent,
  atMs: number,
): readonly (readonly [ChannelId | undefined, WaitingItem])[] {
  const item = itemOf(event);
  const silenceable = silenceableOf(organization, event);
  if (silenceable === undefined) return [];
  const waiting: WaitingItem = { item, silenceable, atMs };
  const named = namedChannels(organization, event);
  const channels = named.length > 0 ? named : [...organization.channels];
  return channels.length > 0
    ? channels.map(channelId => [channelId, waiting])
    : [[undefined, waiting]];
}

export function itemOf(event: NoticeCauseEvent): NoticeItem {
  const causeIds = [event.id];
  switch (event.type) {
    case 'AlertTriggered':
      return { alertId: event.data.alertId, why: 'first', causeIds };
    case 'AlertResolved':
      return { alertId: event.data.alertId, why: 'resolved', causeIds };
    case 'HealthCheckFailed':
      return outageItem(event, 'first');
    case 'HealthCheckRecovered':
      return outageItem(event, 'resolved');
  }
}

const outageItem = (
  { id, data: { outageId, checkId } }: EventOf<'HealthCheckFailed' | 'HealthCheckRecovered'>,
  why: NoticeItem['why'],
): NoticeItem => ({ outageId, checkId, why, causeIds: [id] });

/** A check has no channels of its own: it tells every channel. */
const namedChannels = ({ rules }: Organization, event: NoticeCauseEvent): readonly ChannelId[] =>
  'ruleId' in event.data ? (rules.get(event.data.ruleId) ?? []) : [];

/** Undefined: what ends did not begin. */
function silenceableOf(
  { lasting }: Organization,
  event: NoticeCauseEvent,
): Silenceable | undefined {
  const subject = subjectOf(itemOf(event));
  if (event.type === 'AlertResolved' || event.type === 'HealthCheckRecovered') {
    const known = lasting.get(subject);
    lasting.delete(subject);
    return known;
  }
  const silenceable = beginning(event);
  lasting.set(subject, silenceable);
  return silenceable;
}

function beginning(event: Begin): Silenceable {
  if (event.type === 'HealthCheckFailed')
    return { ruleId: undefined, service: event.data.serviceName, severity: outageSeverity };
  const { ruleId, rule } = event.data;
  const { scope, severity } = rule;
  return { ruleId, service: scope.type === 'service' ? scope.service : undefined, severity };
}
