import type { AlertId } from '../../schemas/alerts/ids.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { HealthCheckId, OutageId } from '../../schemas/health/ids.ts';
import type { ChannelId, EventId, OrganizationId } from '../../schemas/ids.ts';
import type { NoticeCause, NoticeItem, WithheldReason } from '../../schemas/notices/events.ts';
import type { Projection, Recorded } from '../engine/projection.ts';

export type AlertNoticeRow = {
  /** Of a health check. */
  readonly outageId?: OutageId;
  readonly channelId?: ChannelId;
  readonly why: NoticeCause;
  readonly decidedAtMs: number;
  readonly outcome:
    | { readonly kind: 'planned'; readonly noticeId: EventId }
    | { readonly kind: 'withheld'; readonly reason: WithheldReason };
};

export const noticesOf = (organizationId: OrganizationId, id: AlertId | HealthCheckId): string =>
  `${organizationId}/${id}/`;

const digits = 16;

const padded = (position: number): string => String(position).padStart(digits, '0');

/** An alert has few notices, the oldest first; those of a check are ever more, the newest first. */
const placeOf = (item: NoticeItem, { position }: Recorded): string =>
  'alertId' in item
    ? `${item.alertId}/${padded(position)}`
    : `${item.checkId}/${padded(Number.MAX_SAFE_INTEGER - position)}/${item.outageId}`;

/** What was decided of each alert and each check for each channel. */
export const alertNotices: Projection<
  AlertNoticeRow,
  EventOf<'NoticePlanned' | 'NoticeWithheld'>
> = {
  name: 'alert-notices',
  version: 1,
  types: new Set(['NoticePlanned', 'NoticeWithheld']),
  keys: ({ data: { organizationId, items } }, recorded) =>
    items.map(item => `${organizationId}/${placeOf(item, recorded)}/${item.why}`),
  project: (_, event, key) => ({
    ...(event.data.channelId !== undefined && { channelId: event.data.channelId }),
    ...ofKey(key),
    decidedAtMs: event.atMs,
    outcome:
      event.type === 'NoticePlanned'
        ? { kind: 'planned', noticeId: event.id }
        : { kind: 'withheld', reason: event.data.reason },
  }),
};

const alertKeyParts = 4;

/** A key of a check has one part more. */
function ofKey(key: string): Pick<AlertNoticeRow, 'why' | 'outageId'> {
  const parts = key.split('/');
  const [outageId, why] = parts.slice(-2);
  const reason = { why: why as NoticeCause };
  return parts.length > alertKeyParts ? { ...reason, outageId: outageId as OutageId } : reason;
}
