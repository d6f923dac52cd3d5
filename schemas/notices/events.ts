import type { AlertId } from '../alerts/ids.ts';
import type { HealthCheckId, OutageId } from '../health/ids.ts';
import type { ChannelId, EventId, OrganizationId } from '../ids.ts';

/** Why an alert, or an outage of a health check, is in a notice. */
export const noticeCauses = ['first', 'reminder', 'resolved', 'silence_over'] as const;
export type NoticeCause = (typeof noticeCauses)[number];

/** Why it is in no notice, or not yet. */
export const withheldReasons = [
  'silenced',
  'flood_limit',
  'channel_disabled',
  'channel_removed',
  'channel_unconfirmed',
  'unsubscribed',
  'address_limit',
  'no_channel',
] as const;
export type WithheldReason = (typeof withheldReasons)[number];

type Noticed = {
  readonly why: NoticeCause;
  /** When it began, or ended; several when a silence held them. */
  readonly causeIds: readonly EventId[];
};

/** Caused by `AlertTriggered` and `AlertResolved`. */
export type AlertItem = Noticed & { readonly alertId: AlertId };

/** Caused by `HealthCheckFailed` and `HealthCheckRecovered`. */
export type OutageItem = Noticed & {
  readonly outageId: OutageId;
  readonly checkId: HealthCheckId;
};

/** What a channel is notified of. */
export type NoticeItem = AlertItem | OutageItem;

/** What begins and ends, and of which channels are notified. */
export type NoticeSubject = AlertId | OutageId;

export const subjectOf = (item: NoticeItem): NoticeSubject =>
  'alertId' in item ? item.alertId : item.outageId;

/**
 * What one notice says. It is recorded before it is sent, so every repetition says the same under the same id:
 * the id of this event. Its deliveries name this event as their cause.
 */
export type NoticePlanned = {
  readonly type: 'NoticePlanned';
  readonly data: {
    readonly organizationId: OrganizationId;
    readonly channelId: ChannelId;
    readonly items: readonly NoticeItem[];
    /** Items that the flood limit held back since the notice before. */
    readonly heldBack: number;
    /** Notices that were never delivered and say something older of the same: they are not tried again. */
    readonly overtakes?: readonly EventId[];
    /** The request for a test; such a notice has no items. */
    readonly testId?: EventId;
  };
};

export type NoticeWithheld = {
  readonly type: 'NoticeWithheld';
  readonly data: {
    readonly organizationId: OrganizationId;
    /** Absent when the organization had no channel. */
    readonly channelId?: ChannelId;
    readonly items: readonly NoticeItem[];
    readonly reason: WithheldReason;
  };
};

export type NoticeEvent = NoticePlanned | NoticeWithheld;
