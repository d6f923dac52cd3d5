import type { AddressHash, ChannelId, OrganizationId, Sealed } from '../ids.ts';
import type { Restoring } from '../versions/restored.ts';
import type { ChannelKind } from './kinds.ts';
import type { ConfirmationId, Recipient, RecipientId } from './recipient.ts';

export type AddChannel = {
  readonly type: 'AddChannel';
  readonly data: {
    readonly channelId: ChannelId;
    readonly organizationId: OrganizationId;
    readonly kind: ChannelKind;
    readonly target: Sealed;
    /** Of an address; absent in commands of before addresses were confirmed. */
    readonly recipient?: Recipient;
    readonly name: string;
    readonly enabled: boolean;
    readonly remindMinutes?: number;
  };
};

/**
 * Fields that are absent keep their values. Sealing is random, so a sender repeats the stored value if the
 * address is the same: only then can the decider see that nothing changes.
 */
export type ChangeChannel = {
  readonly type: 'ChangeChannel';
  readonly data: {
    readonly channelId: ChannelId;
    readonly name?: string;
    readonly enabled?: boolean;
    readonly target?: Sealed;
    /** Comes with the target if it is an address. */
    readonly recipient?: Recipient;
    /** 0: no reminders. */
    readonly remindMinutes?: number;
  };
};

export type RemoveChannel = {
  readonly type: 'RemoveChannel';
  readonly data: { readonly channelId: ChannelId };
};

/** The channel as it was in the version, with its target of then. */
export type RestoreChannel = {
  readonly type: 'RestoreChannel';
  readonly data: Restoring & {
    readonly channelId: ChannelId;
    readonly name: string;
    readonly enabled: boolean;
    readonly target: Sealed;
    /** Of an address. */
    readonly recipient?: Recipient;
    readonly remindMinutes: number;
  };
};

/** A channel with an address is tested if it still has this one. */
export type TestChannel = {
  readonly type: 'TestChannel';
  readonly data: {
    readonly channelId: ChannelId;
    readonly target?: Sealed;
    readonly recipient?: Recipient;
  };
};

/** The button of the page to which the link of a confirmation leads. */
export type ConfirmChannelAddress = {
  readonly type: 'ConfirmChannelAddress';
  readonly data: { readonly recipientId: RecipientId; readonly confirmationId: ConfirmationId };
};

/** The button of the page to which the link of a notice leads, or the same of a mail program. */
export type UnsubscribeChannelAddress = {
  readonly type: 'UnsubscribeChannelAddress';
  readonly data: {
    readonly recipientId: RecipientId;
    readonly organizationId: OrganizationId;
    /** Whose notice it was. */
    readonly channelId: ChannelId;
    /** Of the channel; absent when it is gone or has another address. */
    readonly addressHash?: AddressHash;
  };
};

export type ChannelCommand =
  | AddChannel
  | ChangeChannel
  | RemoveChannel
  | RestoreChannel
  | TestChannel
  | ConfirmChannelAddress
  | UnsubscribeChannelAddress;
