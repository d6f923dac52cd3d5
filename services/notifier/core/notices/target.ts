import type { Silenceable } from '../../../../domain/silences/silence.ts';
import type { ChannelId, EventId, OrganizationId } from '../../../../schemas/ids.ts';
import {
  type NoticeItem,
  type NoticePlanned,
  type NoticeSubject,
  subjectOf,
} from '../../../../schemas/notices/events.ts';

/** Of which a channel is to be notified, now or once a silence is over. */
export type WaitingItem = {
  readonly item: NoticeItem;
  readonly silenceable: Silenceable;
  /** When the first cause was recorded. */
  readonly atMs: number;
};

/** A notice that was decided and is not delivered yet. */
export type OpenNotice = {
  readonly noticeId: EventId;
  readonly data: NoticePlanned['data'];
  readonly plannedAtMs: number;
  readonly correlationId: string;
  /** Attempts that failed so far. */
  readonly attempts: number;
  readonly nextAtMs: number;
};

/** `none`: the organization has no channel, and its alerts need a recorded reason all the same. */
export type TargetStatus = 'enabled' | 'disabled' | 'removed' | 'none';

/**
 * A channel and its outstanding notices. It changes in place, so an event costs the same however many targets
 * and items there are.
 */
export type Target = {
  /** Names its stream: the channel, or the organization that has none. */
  readonly id: string;
  readonly organizationId: OrganizationId;
  readonly channelId?: ChannelId;
  status: TargetStatus;
  /** Of the last event in its stream, -1 when there is none. */
  revision: number;
  /** By subject and cause, oldest first. */
  readonly pending: Map<string, WaitingItem>;
  /** Held by a silence. */
  readonly held: Map<NoticeSubject, WaitingItem>;
  /** Requests for a test. */
  readonly tests: Set<EventId>;
  readonly open: Map<EventId, OpenNotice>;
  /** What still lasts and it was notified of, as it was the last time. */
  readonly notified: Map<NoticeSubject, WaitingItem>;
  /** Between reminders of them; 0: none. */
  remindMs: number;
  /** Notices of the last hour, oldest first. */
  readonly plannedAtMs: number[];
  /** Items that the flood limit held back since the last notice. */
  heldBack: number;
};

export const newTarget = (
  id: string,
  organizationId: OrganizationId,
  status: TargetStatus,
  channelId?: ChannelId,
): Target => ({
  id,
  organizationId,
  status,
  ...(channelId !== undefined && { channelId }),
  revision: -1,
  pending: new Map(),
  held: new Map(),
  tests: new Set(),
  open: new Map(),
  notified: new Map(),
  remindMs: 0,
  plannedAtMs: [],
  heldBack: 0,
});

/** Whether something is left to do. */
export const isBusy = ({ pending, held, tests, open, notified, remindMs }: Target): boolean =>
  pending.size > 0 ||
  held.size > 0 ||
  tests.size > 0 ||
  open.size > 0 ||
  (remindMs > 0 && notified.size > 0);

export const itemKey = (item: NoticeItem): string => `${subjectOf(item)}/${item.why}`;
