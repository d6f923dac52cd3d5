import type { ChannelId, OrganizationId, Sealed } from '../ids.ts';
import type { Restored } from '../versions/restored.ts';
import type { ChannelKind } from './kinds.ts';
import type { RecipientId } from './recipient.ts';
import type { MailCounted, RecipientEvent } from './recipient-events.ts';

type OfChannel = { readonly channelId: ChannelId; readonly organizationId: OrganizationId };

/** Registration adds a channel without a name; it is enabled. One that was removed may be restored. */
export type ChannelAdded = {
  readonly type: 'ChannelAdded';
  readonly data: OfChannel &
    Restored & {
      readonly kind: ChannelKind;
      /** The address, the URL, or the key with its API (`domain/channels/keyed-target.ts`), sealed under the organization's key. */
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
  readonly data: OfChannel &
    Restored & {
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
