import { unnamedChannel } from '../../schemas/channels/events.ts';
import type { ChannelKind } from '../../schemas/channels/kinds.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { ChannelId, OrganizationId, Sealed } from '../../schemas/ids.ts';
import { channelId, channelStream } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';
import type { Limited, Resource } from '../engine/resource.ts';

export type ChannelRow = {
  readonly channelId: ChannelId;
  readonly organizationId: OrganizationId;
  readonly kind: ChannelKind;
  /** Sealed for the organization. */
  readonly target: Sealed;
  readonly name: string;
  readonly enabled: boolean;
  readonly remindMinutes?: number;
  readonly addedAtMs: number;
  readonly changedAtMs: number;
};

export const channelKey = (organizationId: OrganizationId, channelId: ChannelId | ''): string =>
  `${organizationId}/${channelId}`;

/** By organization and channel; without those that were removed. */
export const channels: Projection<
  ChannelRow,
  EventOf<'ChannelAdded' | 'ChannelChanged' | 'ChannelRemoved'>
> = {
  name: 'channels',
  version: 3,
  types: new Set(['ChannelAdded', 'ChannelChanged', 'ChannelRemoved']),
  keys: ({ data }) => [channelKey(data.organizationId, data.channelId)],
  project: (row, event) => {
    switch (event.type) {
      case 'ChannelAdded':
        return addedChannel(event);
      case 'ChannelChanged': {
        const { target, name, enabled, remindMinutes = 0 } = event.data;
        return row && { ...row, target, name, enabled, remindMinutes, changedAtMs: event.atMs };
      }
      case 'ChannelRemoved':
        return undefined;
    }
  },
};

export const addedChannel = ({
  data: {
    channelId,
    organizationId,
    kind,
    target,
    name = unnamedChannel,
    enabled = true,
    remindMinutes,
  },
  atMs,
}: Pick<EventOf<'ChannelAdded'>, 'data' | 'atMs'>): ChannelRow => ({
  channelId,
  organizationId,
  kind,
  target,
  name,
  enabled,
  ...(remindMinutes !== undefined && { remindMinutes }),
  addedAtMs: atMs,
  changedAtMs: atMs,
});

export const channelResource: Resource<ChannelRow, ChannelId> & Limited = {
  name: 'channel',
  id: channelId,
  stream: channelStream,
  projection: channels,
  key: channelKey,
  limit: 100,
};
