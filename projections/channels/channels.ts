import type { EventOf } from '../../schemas/events/event.ts';
import type { ChannelId, OrganizationId, Sealed } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type ChannelRow = {
  readonly channelId: ChannelId;
  readonly organizationId: OrganizationId;
  readonly kind: 'email';
  /** Sealed for the organization. */
  readonly target: Sealed;
  readonly addedAtMs: number;
};

/** By organization and channel. */
export const channels: Projection<ChannelRow, EventOf<'ChannelAdded'>> = {
  name: 'channels',
  version: 1,
  types: new Set(['ChannelAdded']),
  keys: ({ data }) => [`${data.organizationId}/${data.channelId}`],
  project: (_, { data, atMs }) => ({
    channelId: data.channelId,
    organizationId: data.organizationId,
    kind: data.kind,
    target: data.target,
    addedAtMs: atMs,
  }),
};
