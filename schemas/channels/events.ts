import type { ChannelId, OrganizationId, Sealed } from '../ids.ts';

export type ChannelAdded = {
  readonly type: 'ChannelAdded';
  readonly data: {
    readonly channelId: ChannelId;
    readonly organizationId: OrganizationId;
    readonly kind: 'email';
    readonly target: Sealed;
  };
};

export type ChannelEvent = ChannelAdded;
