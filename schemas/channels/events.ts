import type { ChannelId, OrganizationId, Sealed } from '../ids.ts';

type OfChannel = { readonly channelId: ChannelId; readonly organizationId: OrganizationId };

/** What mail servers can reach; other kinds follow. */
export type ChannelKind = 'email';

/** Registration adds a channel without a name; it is enabled. */
export type ChannelAdded = {
  readonly type: 'ChannelAdded';
  readonly data: OfChannel & {
    readonly kind: ChannelKind;
    /** The address, sealed under the organization's key. */
    readonly target: Sealed;
    readonly name?: string;
    readonly enabled?: boolean;
  };
};

/** All of the channel, after the change. */
export type ChannelChanged = {
  readonly type: 'ChannelChanged';
  readonly data: OfChannel & {
    readonly kind: ChannelKind;
    readonly target: Sealed;
    readonly name: string;
    readonly enabled: boolean;
  };
};

export type ChannelRemoved = { readonly type: 'ChannelRemoved'; readonly data: OfChannel };

/** The notifier sends one notice without an alert. */
export type ChannelTestRequested = {
  readonly type: 'ChannelTestRequested';
  readonly data: OfChannel;
};

export type ChannelEvent = ChannelAdded | ChannelChanged | ChannelRemoved | ChannelTestRequested;

/** Of a channel that registration added. */
export const unnamedChannel = 'Email';
