import type { EventPayload } from '../../schemas/events/event.ts';
import { deliveriesStream, type EventId, eventId, streamName } from '../../schemas/ids.ts';
import type { NoticeItem } from '../../schemas/notices/events.ts';
import {
  apply,
  type NoticeFact,
  type RecordedNoticeFact,
} from '../../services/notifier/core/notices/apply.ts';
import {
  type NoticeBook,
  newBook,
  noticeRow,
  restoreNoticeRow,
} from '../../services/notifier/core/notices/book.ts';
import type { NoticeStep } from '../../services/notifier/core/notices/due.ts';
import { noticeOutcome } from '../../services/notifier/core/notices/outcome.ts';
import { toEvent } from './given.ts';
import { dueSteps } from './notice-steps.ts';
import { storedBook } from './stored-book.ts';

/** A mail that was sent, possibly more than once. */
export type SentMail = { readonly id: EventId; readonly items: readonly NoticeItem[] };

type Stored = RecordedNoticeFact & { readonly stream: string };

/** What a mail server says, and whether the notifier crashes after it. */
export type Sending = { readonly isAccepted: boolean; readonly crashes: boolean };

/** The step as it was decided: its target changes in place. */
const withRevision = (step: NoticeStep): NoticeStep => ({ ...step, target: { ...step.target } });

/** An event store, a mail server, and two notifiers that believe to own everything. */
export function noticeWorld() {
  const log: Stored[] = [];
  const mails: SentMail[] = [];
  const fold = { open: newBook, apply, row: noticeRow, restore: restoreNoticeRow };
  const owners = [0, 1].map(() => ({ stored: storedBook(fold), read: 0 }));

  const store = (stream: string, payload: EventPayload, nowMs: number): EventId => {
    const id = eventId(`event-${log.length}`);
    const event = { ...toEvent(payload, nowMs), id } as NoticeFact;
    const revision = log.filter(one => one.stream === stream).length;
    log.push({ event, recordedAtMs: nowMs, revision, stream });
    return id;
  };
  /** Nothing when another owner wrote first. */
  const append = ({ target }: NoticeStep, payload: EventPayload, nowMs: number): boolean => {
    const stream = deliveriesStream(target.id);
    const length = log.filter(one => one.stream === stream).length;
    if (length !== target.revision + 1) return false;
    store(stream, payload, nowMs);
    return true;
  };
  const catchUp = (index: number): NoticeBook => {
    const owner = ownerOf(index);
    for (; owner.read < log.length; owner.read++) {
      const fact = log[owner.read];
      if (fact !== undefined) owner.stored.apply(fact);
    }
    return owner.stored.book();
  };
  const ownerOf = (index: number) => {
    const owner = owners[index];
    if (owner === undefined) throw new Error('expected an owner');
    return owner;
  };
  const crash = (index: number): void => ownerOf(index).stored.crash();
  /** False: it crashed. */
  const execute = (step: NoticeStep, nowMs: number, sending: () => Sending): boolean => {
    if (step.kind === 'record') return append(step, step.fact, nowMs) || true;
    const context = { cursor: 0, nowMs };
    const failed = { kind: 'failed', error: 'no', final: true } as const;
    if (step.kind === 'exhaust')
      return append(step, noticeOutcome(step.notice, failed, context), nowMs) || true;
    const { isAccepted, crashes } = sending();
    const { noticeId: id, data } = step.notice;
    if (isAccepted) mails.push({ id, items: data.items });
    if (crashes) return false;
    const delivered = isAccepted
      ? ({ kind: 'settled' } as const)
      : ({ kind: 'failed', error: 'later', final: false } as const);
    append(step, noticeOutcome(step.notice, delivered, context), nowMs);
    return true;
  };
  return {
    log,
    mails,
    crash,
    happens: (payload: EventPayload, nowMs: number): EventId =>
      store(streamName('test'), payload, nowMs),
    /** One owner does what is due, and so does its rival if it has one: both decided before either wrote. */
    round: (index: number, nowMs: number, hasRival: boolean, sending: () => Sending): void => {
      const doing = [index, ...(hasRival ? [1 - index] : [])].map(one => ({
        one,
        steps: dueSteps(catchUp(one), nowMs, 2).map(step => withRevision(step)),
      }));
      for (const { one, steps } of doing) {
        if (!steps.every(step => execute(step, nowMs, sending))) crash(one);
      }
    },
    isDone: (index: number, nowMs: number): boolean =>
      dueSteps(catchUp(index), nowMs, 1).length === 0,
  };
}
