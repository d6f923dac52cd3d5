import {
  mailCountsStream,
  type Recipient,
  recipientIdOf,
} from '../../../../schemas/channels/recipient.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import {
  type ChannelId,
  channelStream,
  type OrganizationId,
  type StreamName,
} from '../../../../schemas/ids.ts';
import type { Restored } from '../../../../schemas/versions/restored.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import { addressStreams, askConfirmation } from './ask-confirmation.ts';
import {
  type Channel,
  channelFields,
  channels,
  commandedChannel,
  knownChannel,
} from './channel.ts';

/** Also what a decision about the address of the command needs. */
export const channelStreams = ({
  data: { channelId, recipient },
  organizationId,
}: {
  readonly data: { readonly channelId: ChannelId; readonly recipient?: Recipient };
  readonly organizationId?: OrganizationId;
}): readonly StreamName[] => [
  channelStream(channelId),
  ...addressStreams(organizationId, recipient),
  ...(organizationId === undefined ? [] : [mailCountsStream(organizationId)]),
];

export const removeChannelStreams = ({
  data: { channelId },
}: CommandOf<'RemoveChannel'>): readonly StreamName[] => [channelStream(channelId)];

/** The id of a channel follows from its command, so a second addition under it is a repetition. */
export function addChannel(command: CommandOf<'AddChannel'>, states: States): Decision {
  const { recipient, ...data } = command.data;
  const stream = channelStream(data.channelId);
  if (stateOf(channels, states, stream) !== undefined) return accept();
  if (recipient === undefined) return accept({ stream, facts: [{ type: 'ChannelAdded', data }] });
  const asked = askConfirmation({ ...data, recipient }, command, states);
  if ('reason' in asked) return asked;
  const recipientId = recipientIdOf(data.organizationId, recipient);
  const fact = { type: 'ChannelAdded', data: { ...data, recipientId } } as const;
  return accept(...asked, { stream, facts: [fact] });
}

/** The address of a channel that is sent once more is asked for once more, if it is not confirmed. */
export function changeChannel(command: CommandOf<'ChangeChannel'>, states: States): Decision {
  const { channelId, ...changes } = command.data;
  const channel = commandedChannel(channelId, command.organizationId, states);
  return channel.kind === 'rejected' ? channel : changed({ channel, changes, command }, states);
}

/** Its address is asked for as one that is sent. One that was removed is there again. */
export function restoreChannel(command: CommandOf<'RestoreChannel'>, states: States): Decision {
  const { channelId, version: restoredFrom, ...changes } = command.data;
  const channel = knownChannel(channelId, command.organizationId, states);
  if (channel.kind === 'rejected') return channel;
  return changed({ channel, changes, command, restored: { restoredFrom } }, states);
}

type Change = {
  readonly channel: Channel;
  readonly changes: Partial<Pick<Channel, 'name' | 'enabled' | 'target' | 'remindMinutes'>> & {
    readonly recipient?: Recipient;
  };
  readonly command: CommandOf<'ChangeChannel' | 'RestoreChannel'>;
  readonly restored?: Restored;
};

function changed(
  { channel, changes: { recipient, ...changes }, command, restored }: Change,
  states: States,
): Decision {
  const { organizationId } = channel;
  const { channelId } = command.data;
  const recipientId = recipient && recipientIdOf(organizationId, recipient);
  const after = { ...channel, ...changes, ...(recipientId && { recipientId }) };
  const { target } = after;
  const asked =
    recipient === undefined
      ? []
      : askConfirmation({ channelId, organizationId, target, recipient }, command, states);
  if ('reason' in asked) return asked;
  const type = channel.isRemoved ? 'ChannelAdded' : 'ChannelChanged';
  const fact = { type, data: { ...channelFields(channelId, after), ...restored } } as const;
  const facts = !channel.isRemoved && isSame(after, channel) ? [] : [fact];
  return accept(...asked, { stream: channelStream(channelId), facts });
}

const isSame = (left: Channel, right: Channel): boolean =>
  left.target === right.target &&
  left.recipientId === right.recipientId &&
  left.name === right.name &&
  left.enabled === right.enabled &&
  left.remindMinutes === right.remindMinutes;

export function removeChannel(
  { data: { channelId }, organizationId: asking }: CommandOf<'RemoveChannel'>,
  states: States,
): Decision {
  const channel = commandedChannel(channelId, asking, states);
  if (channel.kind === 'rejected') return channel;
  const { organizationId } = channel;
  return accept({
    stream: channelStream(channelId),
    facts: [{ type: 'ChannelRemoved', data: { channelId, organizationId } }],
  });
}
