import type { AlertId } from '../alerts/ids.ts';
import type { ChannelId, EventId, OrganizationId } from '../ids.ts';

/** Why an alert is in a notice. */
export const noticeCauses = ['first', 'reminder', 'resolved', 'silence_over'] as const;
export type NoticeCause = (typeof noticeCauses)[number];

/** Why an alert is in no notice, or not yet. */
export const withheldReasons = [
  'silenced',
  'flood_limit',
  'channel_disabled',
  'channel_removed',
  'no_channel',
] as const;
export type WithheldReason = (typeof withheldReasons)[number];

/** What an alert did, and of which a channel is notified. */
export type NoticeItem = {
  readonly alertId: AlertId;
  readonly why: NoticeCause;
  /** `AlertTriggered` and `AlertResolved`; several when a silence held them. */
  readonly causeIds: readonly EventId[];
};

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
    /** Alerts that the flood limit held back since the notice before. */
    readonly heldBack: number;
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
