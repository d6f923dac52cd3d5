import type { ChannelEvent, ChannelKind } from '../../../../schemas/channels/events.ts';
import { unnamedChannel } from '../../../../schemas/channels/events.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import {
  type ChannelId,
  channelStream,
  type OrganizationId,
  type Sealed,
} from '../../../../schemas/ids.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import { type Rejected, reject } from '../decision.ts';

export type Channel = {
  readonly kind: 'channel';
  readonly organizationId: OrganizationId;
  readonly channelKind: ChannelKind;
  readonly target: Sealed;
  readonly name: string;
  readonly enabled: boolean;
  readonly remindMinutes: number;
  readonly testedAtMs?: number;
  readonly isRemoved: boolean;
};

/** A user may change a channel any number of times: each event carries the state. */
export const channels = aggregate<Channel, ChannelEvent['type']>({
  kind: 'channel',
  reads: 'carried',
  version: 2,
  events: {
    ChannelAdded: true,
    ChannelChanged: true,
    ChannelRemoved: true,
    ChannelTestRequested: true,
  },
  evolve: evolveChannel,
});

function evolveChannel(
  state: Channel | undefined,
  event: EventOf<ChannelEvent['type']>,
): Channel | undefined {
  switch (event.type) {
    case 'ChannelAdded': {
      const { organizationId, kind, target } = event.data;
      const { name = unnamedChannel, enabled = true, remindMinutes = 0 } = event.data;
      return {
        kind: 'channel',
        organizationId,
        channelKind: kind,
        target,
        name,
        enabled,
        remindMinutes,
        isRemoved: false,
      };
    }
    case 'ChannelChanged': {
      const { target, name, enabled, remindMinutes = 0 } = event.data;
      return state && { ...state, target, name, enabled, remindMinutes };
    }
    case 'ChannelRemoved':
      return state && { ...state, isRemoved: true };
    case 'ChannelTestRequested':
      return state && { ...state, testedAtMs: event.atMs };
  }
}

/** The channel that a user commands; a removed one, and that of another organization, is unknown. */
export function commandedChannel(
  channelId: ChannelId,
  asking: OrganizationId | undefined,
  states: States,
): Channel | Rejected {
  const channel = stateOf(channels, states, channelStream(channelId));
  const isTheirs = asking === undefined || asking === channel?.organizationId;
  if (channel === undefined || channel.isRemoved || !isTheirs) {
    return reject('not_found', `there is no channel ${channelId}`);
  }
  return channel;
}
