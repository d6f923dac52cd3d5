import type { AlertId } from '../../schemas/alerts/ids.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { ChannelId, EventId, OrganizationId } from '../../schemas/ids.ts';
import type { NoticeCause, WithheldReason } from '../../schemas/notices/events.ts';
import type { Projection, Recorded } from '../engine/projection.ts';

export type AlertNoticeRow = {
  readonly channelId?: ChannelId;
  readonly why: NoticeCause;
  readonly decidedAtMs: number;
  readonly outcome:
    | { readonly kind: 'planned'; readonly noticeId: EventId }
    | { readonly kind: 'withheld'; readonly reason: WithheldReason };
};

export const noticesOf = (organizationId: OrganizationId, alertId: AlertId): string =>
  `${organizationId}/${alertId}/`;

const digits = 16;

const keyPrefix = ({ position }: Recorded): string => String(position).padStart(digits, '0');

/** What was decided of each alert for each channel, in that order. */
export const alertNotices: Projection<
  AlertNoticeRow,
  EventOf<'NoticePlanned' | 'NoticeWithheld'>
> = {
  name: 'alert-notices',
  version: 1,
  types: new Set(['NoticePlanned', 'NoticeWithheld']),
  keys: ({ data: { organizationId, items } }, recorded) =>
    items.map(
      ({ alertId, why }) => `${noticesOf(organizationId, alertId)}${keyPrefix(recorded)}/${why}`,
    ),
  project: (_, event, key) => ({
    ...(event.data.channelId !== undefined && { channelId: event.data.channelId }),
    why: key.slice(key.lastIndexOf('/') + 1) as NoticeCause,
    decidedAtMs: event.atMs,
    outcome:
      event.type === 'NoticePlanned'
        ? { kind: 'planned', noticeId: event.id }
        : { kind: 'withheld', reason: event.data.reason },
  }),
};
