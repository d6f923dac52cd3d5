import type { ChannelId, OrganizationId, Sealed } from '../ids.ts';
import type { MailCounts } from './mail-counts.ts';
import type { ConfirmationId, RecipientId } from './recipient.ts';

type OfRecipient = {
  readonly recipientId: RecipientId;
  readonly organizationId: OrganizationId;
  /** Whose mail it was. */
  readonly channelId: ChannelId;
};

/** The notifier mails a link to an address that is no member's. */
export type ChannelConfirmationRequested = {
  readonly type: 'ChannelConfirmationRequested';
  readonly data: OfRecipient & {
    readonly confirmationId: ConfirmationId;
    /** The address, sealed under the organization's key. */
    readonly target: Sealed;
    readonly expiresAtMs: number;
  };
};

/** All channels of the organization with this address get notices from here on. */
export type ChannelAddressConfirmed = {
  readonly type: 'ChannelAddressConfirmed';
  readonly data: OfRecipient & { readonly confirmationId: ConfirmationId };
};

/** No channel of the organization with this address gets anything from here on. */
export type ChannelAddressUnsubscribed = {
  readonly type: 'ChannelAddressUnsubscribed';
  readonly data: OfRecipient;
};

/** A mail to an address that an organization chose; precedes what causes it. The event has all counts of its stream. */
export type MailCounted = {
  readonly type: 'MailCounted';
  readonly data: { readonly organizationId: OrganizationId; readonly counts: MailCounts };
};

export type RecipientEvent =
  | ChannelConfirmationRequested
  | ChannelAddressConfirmed
  | ChannelAddressUnsubscribed;
