import { covers, holdsUntilMs, silences } from '../../../../domain/silences/silence.ts';
import type {
  NoticePlanned,
  NoticeWithheld,
  WithheldReason,
} from '../../../../schemas/notices/events.ts';
import type { SilenceId } from '../../../../schemas/silences/ids.ts';
import type { Silence } from '../../../../schemas/silences/silence.ts';
import type { NoticeBook } from './book.ts';
import {
  floodWindowMs,
  noticeExpiresMs,
  noticeItemsMax,
  noticesPerHourMax,
  noticeWindowMs,
} from './limits.ts';
import { withOvertaken } from './overtaken.ts';
import type { OpenNotice, Target, TargetStatus, WaitingItem } from './target.ts';

export type NoticeStep =
  /** To be recorded before anything is sent. */
  | {
      readonly kind: 'record';
      readonly target: Target;
      readonly fact: NoticePlanned | NoticeWithheld;
    }
  | { readonly kind: 'send'; readonly target: Target; readonly notice: OpenNotice }
  | {
      readonly kind: 'exhaust';
      readonly target: Target;
      readonly notice: OpenNotice;
      readonly error: string;
    };

/** What is to be done for a target now. */
export const dueStep = (book: NoticeBook, target: Target, nowMs: number): NoticeStep | undefined =>
  stepOf(target, silencesOf(book, target), nowMs);

/** When something will be due for a target although nothing happens; infinity: never. */
export const nextDueAtMs = (book: NoticeBook, target: Target, nowMs: number): number =>
  targetDueAtMs(target, silencesOf(book, target), nowMs);

type Silences = ReadonlyMap<SilenceId, Silence>;

const none: Silences = new Map();

const silencesOf = ({ organizations }: NoticeBook, target: Target): Silences =>
  organizations.get(target.organizationId)?.silences ?? none;

function isSilenced({ silenceable }: WaitingItem, active: Silences, nowMs: number): boolean {
  for (const silence of active.values()) if (silences(silence, silenceable, nowMs)) return true;
  return false;
}

function stepOf(target: Target, active: Silences, nowMs: number): NoticeStep | undefined {
  return deliveryStep(target, nowMs) ?? testStep(target) ?? itemsStep(target, active, nowMs);
}

/** A retry that waits holds nothing back. */
function deliveryStep(target: Target, nowMs: number): NoticeStep | undefined {
  for (const notice of target.open.values()) {
    if (target.status === 'removed')
      return { kind: 'exhaust', target, notice, error: 'the channel was removed' };
    if (nowMs >= notice.plannedAtMs + noticeExpiresMs)
      return { kind: 'exhaust', target, notice, error: 'the notice is too old' };
    if (nowMs >= notice.nextAtMs) return { kind: 'send', target, notice };
  }
  return undefined;
}

function testStep(target: Target): NoticeStep | undefined {
  const [testId] = target.tests;
  const { organizationId, channelId } = target;
  if (testId === undefined || channelId === undefined) return undefined;
  const data = { organizationId, channelId, items: [], heldBack: 0, testId };
  return { kind: 'record', target, fact: { type: 'NoticePlanned', data } };
}

function itemsStep(target: Target, active: Silences, nowMs: number): NoticeStep | undefined {
  const released = [...target.held.values()].filter(item => !isSilenced(item, active, nowMs));
  const pending = nowMs >= pendingDueAtMs(target) ? [...target.pending.values()] : [];
  const reason = unreachable[target.status];
  if (reason !== undefined) return withhold(target, [...released, ...pending], reason);
  const silenced = pending.filter(item => isSilenced(item, active, nowMs));
  if (silenced.length > 0) return withhold(target, silenced, 'silenced');
  const items = [...released, ...pending, ...remindersOf(target, active, nowMs)];
  return isFlooded(target, nowMs) ? withhold(target, items, 'flood_limit') : plan(target, items);
}

/** What still lasts, that long after the last notice to the channel; a silence puts it off. */
function remindersOf(target: Target, active: Silences, nowMs: number): readonly WaitingItem[] {
  const { notified, remindMs } = target;
  if (remindMs === 0) return [];
  return Array.from(notified.values(), ({ item, silenceable, atMs }) => ({
    item: { ...item, why: 'reminder' as const },
    silenceable,
    atMs: atMs + remindMs,
  })).filter(reminder => reminder.atMs <= nowMs && !isSilenced(reminder, active, nowMs));
}

const unreachable: Readonly<Record<TargetStatus, WithheldReason | undefined>> = {
  enabled: undefined,
  disabled: 'channel_disabled',
  removed: 'channel_removed',
  none: 'no_channel',
};

const isFlooded = ({ plannedAtMs }: Target, nowMs: number): boolean =>
  plannedAtMs.filter(atMs => atMs > nowMs - floodWindowMs).length >= noticesPerHourMax;

function withhold(
  target: Target,
  waiting: readonly WaitingItem[],
  reason: WithheldReason,
): NoticeStep | undefined {
  const { organizationId, channelId } = target;
  if (waiting.length === 0) return undefined;
  const items = waiting.slice(0, noticeItemsMax).map(({ item }) => item);
  const data = { organizationId, ...(channelId !== undefined && { channelId }), items, reason };
  return { kind: 'record', target, fact: { type: 'NoticeWithheld', data } };
}

function plan(target: Target, waiting: readonly WaitingItem[]): NoticeStep | undefined {
  const { organizationId, channelId } = target;
  if (waiting.length === 0 || channelId === undefined) return undefined;
  const news = waiting.slice(0, noticeItemsMax).map(({ item }) => item);
  const { items, heldBack, overtakes } = withOvertaken(target, news);
  const taken = overtakes.length > 0 && { overtakes };
  const data = { organizationId, channelId, items, heldBack, ...taken };
  return { kind: 'record', target, fact: { type: 'NoticePlanned', data } };
}

/** A channel that gets nothing need not wait for more. */
function pendingDueAtMs({ pending, status }: Target): number {
  const [first] = pending.values();
  if (first === undefined) return Number.POSITIVE_INFINITY;
  return unreachable[status] === undefined ? first.atMs + noticeWindowMs : first.atMs;
}

function targetDueAtMs(target: Target, active: Silences, nowMs: number): number {
  const notices = [...target.open.values()].map(({ nextAtMs, plannedAtMs }) =>
    target.status === 'removed' ? plannedAtMs : Math.min(nextAtMs, plannedAtMs + noticeExpiresMs),
  );
  const released = [...target.held.values()].map(item => releaseAtMs(item, active, nowMs));
  const tests = target.tests.size > 0 ? [0] : [];
  const reminders = reminderDueAtMs(target, active, nowMs);
  return Math.min(pendingDueAtMs(target), reminders, ...notices, ...released, ...tests);
}

/** A channel that gets nothing is not reminded; under a silence it is looked at again when one ends. */
function reminderDueAtMs(target: Target, active: Silences, nowMs: number): number {
  const { notified, remindMs, status } = target;
  if (remindMs === 0 || status !== 'enabled') return Number.POSITIVE_INFINITY;
  let firstMs = Number.POSITIVE_INFINITY;
  for (const told of notified.values()) {
    const dueMs = told.atMs + remindMs;
    const isHeld = dueMs <= nowMs && isSilenced(told, active, nowMs);
    firstMs = Math.min(firstMs, isHeld ? releaseAtMs(told, active, nowMs) : dueMs);
  }
  return firstMs;
}

/** When the first silence that holds the item ends; then it is looked at again. */
function releaseAtMs({ silenceable }: WaitingItem, active: Silences, nowMs: number): number {
  let firstMs = Number.POSITIVE_INFINITY;
  for (const silence of active.values()) {
    const endMs = covers(silence, silenceable) ? holdsUntilMs(silence, nowMs) : undefined;
    if (endMs !== undefined) firstMs = Math.min(firstMs, endMs);
  }
  return firstMs;
}
