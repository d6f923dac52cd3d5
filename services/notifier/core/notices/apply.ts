import type { EventOf } from '../../../../schemas/events/event.ts';
import { outcomeTypes, type RecordedFact } from '../delivery-outcome.ts';
import { applyCause, causeTypes } from './apply-cause.ts';
import { keepBusy, type NoticeBook, organizationOf, targetOf } from './book.ts';
import { type Outcome, onOutcome, rememberTold } from './on-outcome.ts';
import type { Target } from './target.ts';

/** Types of events that notices follow from. */
export const noticeTypes = [
  ...causeTypes,
  'NoticePlanned',
  'NoticeWithheld',
  ...outcomeTypes,
] as const;

type NoticeType = (typeof noticeTypes)[number];

export type NoticeFact = EventOf<NoticeType>;

/** An event, and when and where the store recorded it. */
export type RecordedNoticeFact = RecordedFact<NoticeType> & { readonly recordedAtMs: number };

/**
 * After one event. Cost: independent of the number of targets, except those of the alert or the check.
 */
export function apply(
  book: NoticeBook,
  { event, recordedAtMs, revision }: RecordedNoticeFact,
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
      const target = targetOf(book, organizationId, channelId);
      applyOutcome(book, target, event, revision);
      rememberTold(target, event, organizationOf(book, organizationId));
      keepBusy(book, target);
      return;
    }
    default:
      applyCause(book, event, recordedAtMs);
  }
}

function applyOutcome(
  book: NoticeBook,
  target: Target | undefined,
  event: Outcome,
  revision: number,
): void {
  if (target === undefined) return;
  target.revision = revision;
  onOutcome(target, event);
  keepBusy(book, target);
}
