import type { ChannelId, OrganizationId, Sealed } from '../ids.ts';
import type { ChannelKind } from './events.ts';

export type AddChannel = {
  readonly type: 'AddChannel';
  readonly data: {
    readonly channelId: ChannelId;
    readonly organizationId: OrganizationId;
    readonly kind: ChannelKind;
    readonly target: Sealed;
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
    /** 0: no reminders. */
    readonly remindMinutes?: number;
  };
};

export type RemoveChannel = {
  readonly type: 'RemoveChannel';
  readonly data: { readonly channelId: ChannelId };
};

export type TestChannel = {
  readonly type: 'TestChannel';
  readonly data: { readonly channelId: ChannelId };
};

export type ChannelCommand = AddChannel | ChangeChannel | RemoveChannel | TestChannel;
