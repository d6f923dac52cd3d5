import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { outcomeTypes, type RecordedFact } from '../delivery-outcome.ts';
import { applyCause, causeTypes } from './apply-cause.ts';
import { keepBusy, type NoticeBook, targetOf } from './book.ts';
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
 * After one event. Events of other organizations than those that `owns` names change nothing.
 * Cost: independent of the number of targets, except those of the alert or the check.
 */
export function apply(
  book: NoticeBook,
  { event, recordedAtMs, revision }: RecordedNoticeFact,
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
