import type { EventOf } from '../../../../schemas/events/event.ts';
import {
  type NoticeItem,
  subjectOf,
  type WithheldReason,
} from '../../../../schemas/notices/events.ts';
import type { DeliveryOutcome } from '../delivery-outcome.ts';
import { floodWindowMs } from './limits.ts';
import type { Organization } from './organization.ts';
import { itemKey, type Target, type WaitingItem } from './target.ts';

export type Decided = EventOf<'NoticePlanned' | 'NoticeWithheld'>;

export type Outcome = Decided | DeliveryOutcome;

/** After one event of the stream of a target. */
export function onOutcome(target: Target, event: Outcome): void {
  switch (event.type) {
    case 'NoticePlanned':
      onPlanned(target, event);
      return;
    case 'NoticeWithheld':
      onWithheld(target, event);
      return;
    case 'DeliveryFailed': {
      const open = target.open.get(event.data.causeId);
      const { attempt: attempts, nextAtMs } = event.data;
      if (open !== undefined) target.open.set(open.noticeId, { ...open, attempts, nextAtMs });
      return;
    }
    case 'DeliverySettled':
    case 'DeliveryExhausted':
      target.open.delete(event.data.causeId);
  }
}

function onPlanned(
  target: Target,
  { id: noticeId, data, atMs: plannedAtMs, correlationId }: EventOf<'NoticePlanned'>,
): void {
  for (const overtaken of data.overtakes ?? []) target.open.delete(overtaken);
  target.open.set(noticeId, {
    noticeId,
    data,
    plannedAtMs,
    correlationId,
    attempts: 0,
    nextAtMs: plannedAtMs,
  });
  for (const item of data.items) take(target, item);
  if (data.testId !== undefined) {
    target.tests.delete(data.testId);
    return;
  }
  target.heldBack = 0;
  target.plannedAtMs.push(plannedAtMs);
  while ((target.plannedAtMs[0] ?? plannedAtMs) <= plannedAtMs - floodWindowMs)
    target.plannedAtMs.shift();
}

function onWithheld(target: Target, { data: { items, reason } }: EventOf<'NoticeWithheld'>): void {
  for (const item of items) {
    const waiting = take(target, item);
    if (reason === 'silenced' && waiting !== undefined) hold(target, waiting);
  }
  if (isLimit(reason)) target.heldBack += items.length;
}

const isLimit = (reason: WithheldReason): boolean =>
  reason === 'flood_limit' || reason === 'address_limit';

/** What began and ended in a silence causes one notice. */
function hold({ held }: Target, { item, silenceable, atMs }: WaitingItem): void {
  const subject = subjectOf(item);
  const before = held.get(subject);
  const causeIds = [...(before?.item.causeIds ?? []), ...item.causeIds];
  held.set(subject, {
    item: { ...item, why: 'silence_over', causeIds },
    silenceable,
    atMs: before?.atMs ?? atMs,
  });
}

function take({ pending, held }: Target, item: NoticeItem): WaitingItem | undefined {
  if (item.why === 'silence_over') {
    held.delete(subjectOf(item));
    return undefined;
  }
  const key = itemKey(item);
  const waiting = pending.get(key);
  pending.delete(key);
  return waiting;
}

/** Remembers what still lasts when a notice of it is sent, or when a limit withholds it. */
export function rememberTold(
  target: Target,
  event: Decided,
  { lasting, notifiedTargets }: Organization,
): void {
  const isTold = event.type === 'NoticePlanned' || isLimit(event.data.reason);
  for (const item of event.data.items) {
    const subject = subjectOf(item);
    const silenceable = lasting.get(subject);
    if (!isTold || silenceable === undefined || item.why === 'resolved') continue;
    target.notified.set(subject, { item, silenceable, atMs: event.atMs });
    notifiedTargets.set(subject, (notifiedTargets.get(subject) ?? new Set()).add(target.id));
  }
}
