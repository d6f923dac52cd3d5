import type { AlertId } from '../../../../schemas/alerts/ids.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { ChannelId, OrganizationId } from '../../../../schemas/ids.ts';
import { onAlert } from './on-alert.ts';
import { type Outcome, onOutcome, rememberTold } from './on-outcome.ts';
import type { Organization } from './organization.ts';
import { isBusy, newTarget, type Target } from './target.ts';

/** Types of events that notices follow from. */
export const noticeTypes = [
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
  'NoticePlanned',
  'NoticeWithheld',
  'DeliverySettled',
  'DeliveryFailed',
  'DeliveryExhausted',
] as const;

export type NoticeFact = EventOf<(typeof noticeTypes)[number]>;

/** An event, and when and where the store recorded it. */
export type RecordedFact = {
  readonly event: NoticeFact;
  readonly recordedAtMs: number;
  readonly revision: number;
};

/** Everything that is known about notices, from the events alone. It changes in place. */
export type NoticeBook = {
  readonly organizations: Map<OrganizationId, Organization>;
  readonly targets: Map<string, Target>;
  /** Targets with something left to do. */
  readonly busy: Set<Target>;
};

export const newBook = (): NoticeBook => ({
  organizations: new Map(),
  targets: new Map(),
  busy: new Set(),
});

/**
 * After one event. Events of other organizations than those that `owns` names change nothing.
 * Cost: independent of the number of targets, except those of the alert.
 */
export function apply(
  book: NoticeBook,
  { event, recordedAtMs, revision }: RecordedFact,
  owns: (id: OrganizationId) => boolean,
): void {
  switch (event.type) {
    case 'DeliverySettled':
    case 'DeliveryFailed':
    case 'DeliveryExhausted':
      applyOutcome(book, book.targets.get(event.data.target), event, revision);
      return;
    case 'NoticePlanned':
    case 'NoticeWithheld': {
      const { organizationId, channelId } = event.data;
      if (!owns(organizationId)) return;
      applyOutcome(book, targetOf(book, organizationId, channelId), event, revision);
      return;
    }
    default:
      if (owns(event.data.organizationId)) applyCause(book, event, recordedAtMs);
  }
}

function applyOutcome(
  { busy, organizations }: NoticeBook,
  target: Target | undefined,
  event: Outcome,
  revision: number,
): void {
  if (target === undefined) return;
  target.revision = revision;
  onOutcome(target, event);
  const organization = organizations.get(target.organizationId);
  if (organization !== undefined) rememberTold(target, event, organization);
  keepBusy(busy, target);
}

function keepBusy(busy: NoticeBook['busy'], target: Target): void {
  if (isBusy(target)) busy.add(target);
  else busy.delete(target);
}

type Cause = Exclude<NoticeFact, Outcome>;

function applyCause(book: NoticeBook, event: Cause, recordedAtMs: number): void {
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
    case 'AlertTriggered':
    case 'AlertResolved':
      if (type === 'AlertResolved') forgetNotified(book.busy, organization, data.alertId);
      for (const [channelId, item] of onAlert(organization, event, recordedAtMs)) {
        const target = targetOf(book, organization.id, channelId);
        target.pending.set(`${item.alertId}/${item.why}`, item);
        book.busy.add(target);
      }
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
      target.remindMs = (event.data.remindMinutes ?? 0) * 60_000;
      keepBusy(book.busy, target);
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

/** Of an alert that ended nobody is reminded. */
function forgetNotified(
  busy: NoticeBook['busy'],
  { notifiedTargets }: Organization,
  id: AlertId,
): void {
  for (const target of notifiedTargets.get(id) ?? []) {
    target.notified.delete(id);
    keepBusy(busy, target);
  }
  notifiedTargets.delete(id);
}

/** Silences that ended by time, so that no more are kept than may be open. */
function forgetSilences({ silences }: Organization, nowMs: number): void {
  for (const [id, { untilMs }] of silences) if (untilMs <= nowMs) silences.delete(id);
}

function organizationOf({ organizations }: NoticeBook, id: OrganizationId): Organization {
  const known = organizations.get(id);
  if (known !== undefined) return known;
  const organization: Organization = {
    id,
    channels: new Set(),
    rules: new Map(),
    firing: new Map(),
    notifiedTargets: new Map(),
    silences: new Map(),
  };
  organizations.set(id, organization);
  return organization;
}

/** A channel that a rule names and nobody knows was removed. */
function targetOf(
  { targets }: NoticeBook,
  organizationId: OrganizationId,
  channelId: ChannelId | undefined,
): Target {
  const id = channelId ?? organizationId;
  const status = channelId === undefined ? 'none' : 'removed';
  const target = targets.get(id) ?? newTarget(id, organizationId, status, channelId);
  targets.set(id, target);
  return target;
}
