import { isReported } from '../../../../domain/health/check.ts';
import { minuteMs } from '../../../../schemas/durations.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { HealthCheckId } from '../../../../schemas/health/ids.ts';
import type { NoticeSubject } from '../../../../schemas/notices/events.ts';
import { keepBusy, type NoticeBook, organizationOf, targetOf } from './book.ts';
import { type NoticeCauseEvent, onCause } from './on-cause.ts';
import type { Organization } from './organization.ts';
import { itemKey } from './target.ts';

/** Types of events that notices depend on, beside those of deliveries. */
export const causeTypes = [
  'ChannelAdded',
  'ChannelChanged',
  'ChannelRemoved',
  'ChannelTestRequested',
  'SilenceStarted',
  'SilenceChanged',
  'SilenceEnded',
  'AlertRuleCreated',
  'AlertRuleChanged',
  'AlertRuleDeleted',
  'AlertTriggered',
  'AlertResolved',
  'HealthCheckChanged',
  'HealthCheckDeleted',
  'HealthCheckFailed',
  'HealthCheckRecovered',
] as const;

type Cause = EventOf<(typeof causeTypes)[number]>;

export function applyCause(book: NoticeBook, event: Cause, recordedAtMs: number): void {
  const { type, data } = event;
  const organization = organizationOf(book, data.organizationId);
  switch (type) {
    case 'ChannelAdded':
    case 'ChannelChanged':
    case 'ChannelRemoved':
    case 'ChannelTestRequested':
      onChannel(book, organization, event);
      return;
    case 'SilenceStarted':
    case 'SilenceChanged':
      organization.silences.set(data.silenceId, data);
      forgetSilences(organization, recordedAtMs);
      return;
    case 'SilenceEnded':
      organization.silences.delete(data.silenceId);
      return;
    case 'AlertRuleCreated':
    case 'AlertRuleChanged':
      organization.rules.set(data.ruleId, data.rule.channelIds);
      return;
    case 'AlertRuleDeleted':
      organization.rules.delete(data.ruleId);
      return;
    case 'HealthCheckChanged':
      if (!isReported(data.check)) giveUpOutage(book, organization, data.checkId);
      return;
    case 'HealthCheckDeleted':
      giveUpOutage(book, organization, data.checkId);
      return;
    case 'AlertTriggered':
    case 'AlertResolved':
    case 'HealthCheckFailed':
    case 'HealthCheckRecovered':
      notify(book, organization, event, recordedAtMs);
  }
}

function onChannel(
  book: NoticeBook,
  { id, channels }: Organization,
  event: EventOf<'ChannelAdded' | 'ChannelChanged' | 'ChannelRemoved' | 'ChannelTestRequested'>,
): void {
  const { channelId } = event.data;
  const target = targetOf(book, id, channelId);
  switch (event.type) {
    case 'ChannelAdded':
    case 'ChannelChanged':
      channels.add(channelId);
      target.status = (event.data.enabled ?? true) ? 'enabled' : 'disabled';
      target.remindMs = (event.data.remindMinutes ?? 0) * minuteMs;
      keepBusy(book, target);
      return;
    case 'ChannelRemoved':
      channels.delete(channelId);
      target.status = 'removed';
      return;
    case 'ChannelTestRequested':
      target.tests.add(event.id);
      book.busy.add(target);
  }
}

function notify(
  book: NoticeBook,
  organization: Organization,
  event: NoticeCauseEvent,
  recordedAtMs: number,
): void {
  const { type, data } = event;
  if (type === 'HealthCheckFailed') organization.outages.set(data.checkId, data.outageId);
  if (type === 'HealthCheckRecovered') organization.outages.delete(data.checkId);
  if (type === 'HealthCheckRecovered') forgetNotified(book, organization, data.outageId);
  if (type === 'AlertResolved') forgetNotified(book, organization, data.alertId);
  for (const [channelId, waiting] of onCause(organization, event, recordedAtMs)) {
    const target = targetOf(book, organization.id, channelId);
    target.pending.set(itemKey(waiting.item), waiting);
    book.busy.add(target);
  }
}

/** Of what ended nobody is reminded. */
function forgetNotified(
  book: NoticeBook,
  { notifiedTargets }: Organization,
  subject: NoticeSubject,
): void {
  for (const id of notifiedTargets.get(subject) ?? []) {
    const target = book.targets.get(id);
    if (target === undefined) continue;
    target.notified.delete(subject);
    keepBusy(book, target);
  }
  notifiedTargets.delete(subject);
}

/** Nobody looks at the check any more: it has not recovered, and there is no reminder of it and no notice after a silence. */
function giveUpOutage(book: NoticeBook, organization: Organization, checkId: HealthCheckId): void {
  const outageId = organization.outages.get(checkId);
  if (outageId === undefined) return;
  organization.outages.delete(checkId);
  organization.lasting.delete(outageId);
  forgetNotified(book, organization, outageId);
  for (const channelId of organization.channels) {
    const target = book.targets.get(channelId);
    if (target?.held.delete(outageId) === true) keepBusy(book, target);
  }
}

/** Silences that ended by time, so that no more are kept than may be open. */
function forgetSilences({ silences }: Organization, nowMs: number): void {
  for (const [id, { untilMs }] of silences) if (untilMs <= nowMs) silences.delete(id);
}
