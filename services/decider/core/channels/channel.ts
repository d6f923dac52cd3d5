import type { ChannelChanged, ChannelEvent } from '../../../../schemas/channels/events.ts';
import { unnamedChannel } from '../../../../schemas/channels/events.ts';
import type { ChannelKind } from '../../../../schemas/channels/kinds.ts';
import type { RecipientId } from '../../../../schemas/channels/recipient.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import {
  type ChannelId,
  channelStream,
  type OrganizationId,
  type Sealed,
} from '../../../../schemas/ids.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import type { Rejected } from '../decision.ts';
import { known, unknown } from '../known.ts';

export type Channel = {
  readonly kind: 'channel';
  readonly organizationId: OrganizationId;
  readonly channelKind: ChannelKind;
  readonly target: Sealed;
  readonly recipientId?: RecipientId;
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
      const { organizationId, kind, target, recipientId } = event.data;
      const { name = unnamedChannel, enabled = true, remindMinutes = 0 } = event.data;
      return {
        kind: 'channel',
        organizationId,
        channelKind: kind,
        target,
        ...(recipientId !== undefined && { recipientId }),
        name,
        enabled,
        remindMinutes,
        isRemoved: false,
      };
    }
    case 'ChannelChanged': {
      const { organizationId, channelId, kind, restoredFrom, ...changed } = event.data;
      return state && { ...state, remindMinutes: 0, ...changed };
    }
    case 'ChannelRemoved':
      return state && { ...state, isRemoved: true };
    case 'ChannelTestRequested':
      return state && { ...state, testedAtMs: event.atMs };
  }
}

/** All of a channel, after a change. */
export const channelFields = (
  channelId: ChannelId,
  { organizationId, channelKind: kind, target, recipientId, name, enabled, remindMinutes }: Channel,
): ChannelChanged['data'] => ({
  channelId,
  organizationId,
  kind,
  target,
  ...(recipientId !== undefined && { recipientId }),
  name,
  enabled,
  remindMinutes,
});

/** The channel that a user commands; a removed one, and that of another organization, is unknown. */
export function commandedChannel(
  channelId: ChannelId,
  asking: OrganizationId | undefined,
  states: States,
): Channel | Rejected {
  const channel = knownChannel(channelId, asking, states);
  return channel.kind === 'channel' && channel.isRemoved ? unknown(nameOf(channelId)) : channel;
}

/** Also one that was removed. */
export const knownChannel = (
  channelId: ChannelId,
  asking: OrganizationId | undefined,
  states: States,
): Channel | Rejected =>
  known(stateOf(channels, states, channelStream(channelId)), asking, nameOf(channelId));

const nameOf = (channelId: ChannelId): string => `channel ${channelId}`;
