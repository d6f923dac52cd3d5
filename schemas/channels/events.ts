import type { ChannelId, OrganizationId, Sealed } from '../ids.ts';
import type { RecipientId } from './recipient.ts';
import type { MailCounted, RecipientEvent } from './recipient-events.ts';

type OfChannel = { readonly channelId: ChannelId; readonly organizationId: OrganizationId };

export const channelKinds = ['email', 'slack', 'webhook'] as const;
/** How a channel is reached: by mail, or by a POST to the URL of a Slack webhook or of a receiver of the user. */
export type ChannelKind = (typeof channelKinds)[number];

/** Registration adds a channel without a name; it is enabled. */
export type ChannelAdded = {
  readonly type: 'ChannelAdded';
  readonly data: OfChannel & {
    readonly kind: ChannelKind;
    /** The address or URL, sealed under the organization's key. */
    readonly target: Sealed;
    /** Of an address; absent in events of before addresses were confirmed, and of a registration. */
    readonly recipientId?: RecipientId;
    readonly name?: string;
    readonly enabled?: boolean;
    /** Between reminders of an alert that still fires; none when absent. */
    readonly remindMinutes?: number;
  };
};

/** All of the channel, after the change. */
export type ChannelChanged = {
  readonly type: 'ChannelChanged';
  readonly data: OfChannel & {
    readonly kind: ChannelKind;
    readonly target: Sealed;
    readonly recipientId?: RecipientId;
    readonly name: string;
    readonly enabled: boolean;
    readonly remindMinutes?: number;
  };
};

export type ChannelRemoved = { readonly type: 'ChannelRemoved'; readonly data: OfChannel };

/** The notifier sends one notice without an alert. */
export type ChannelTestRequested = {
  readonly type: 'ChannelTestRequested';
  readonly data: OfChannel;
};

export type ChannelEvent = ChannelAdded | ChannelChanged | ChannelRemoved | ChannelTestRequested;

export type ChannelsEvent = ChannelEvent | RecipientEvent | MailCounted;

/** Of a channel that registration added. */
export const unnamedChannel = 'Email';
