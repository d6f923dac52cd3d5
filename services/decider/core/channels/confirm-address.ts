import { recipientIdOf, recipientStream } from '../../../../schemas/channels/recipient.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import { addressStream, channelStream, type StreamName } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { channelFields, channels } from './channel.ts';
import { isMember, recipients } from './recipient.ts';

type Confirm = CommandOf<'ConfirmChannelAddress'>;
type Unsubscribe = CommandOf<'UnsubscribeChannelAddress'>;

/** The channel is known once the recipient was read. */
export function confirmStreams(command: Confirm, states: States): readonly StreamName[] {
  const found = openConfirmation(command, states);
  const stream = recipientStream(command.data.recipientId);
  return found === undefined ? [stream] : [stream, channelStream(found.channelId)];
}

/** A confirmation is used once, for the channel and the address that it was mailed for. */
export function confirmAddress(command: Confirm, states: States): Decision {
  const { recipientId, confirmationId } = command.data;
  const found = openConfirmation(command, states);
  if (found === undefined) return unknown('the link was used, or another one was');
  if (command.atMs >= found.expiresAtMs)
    return reject('confirmation_expired', 'the link has expired, ask for another one');
  const { channelId } = found;
  const channel = stateOf(channels, states, channelStream(channelId));
  if (channel === undefined || channel.isRemoved || channel.recipientId !== recipientId)
    return unknown('the channel of the link is gone, or has another address');
  const { organizationId } = channel;
  const data = { recipientId, organizationId, channelId, confirmationId };
  return accept({
    stream: recipientStream(recipientId),
    facts: [{ type: 'ChannelAddressConfirmed', data }],
  });
}

const unknown = (message: string) => reject('confirmation_unknown', message);

const openConfirmation = ({ data: { recipientId, confirmationId } }: Confirm, states: States) =>
  stateOf(recipients, states, recipientStream(recipientId))?.open.find(
    one => one.confirmationId === confirmationId,
  );

export const unsubscribeStreams = ({
  data: { recipientId, channelId, addressHash },
}: Unsubscribe): readonly StreamName[] => [
  recipientStream(recipientId),
  channelStream(channelId),
  ...(addressHash === undefined ? [] : [addressStream(addressHash)]),
];

/** A member's channel is disabled; to the address of anybody else, the organization sends nothing more. */
export function unsubscribeAddress({ data }: Unsubscribe, states: States): Decision {
  const { recipientId, organizationId, channelId, addressHash } = data;
  const isTheirs =
    addressHash !== undefined && recipientIdOf(organizationId, { addressHash }) === recipientId;
  if (isTheirs && isMember(organizationId, { addressHash }, states)) return disable(data, states);
  const stream = recipientStream(recipientId);
  if (stateOf(recipients, states, stream)?.standing === 'unsubscribed') return accept();
  const fact: EventPayload = {
    type: 'ChannelAddressUnsubscribed',
    data: { recipientId, organizationId, channelId },
  };
  return accept({ stream, facts: [fact] });
}

function disable({ channelId, organizationId }: Unsubscribe['data'], states: States): Decision {
  const stream = channelStream(channelId);
  const channel = stateOf(channels, states, stream);
  const isTheirs = channel?.organizationId === organizationId && !channel.isRemoved;
  if (!isTheirs || !channel.enabled) return accept();
  const data = channelFields(channelId, { ...channel, enabled: false });
  return accept({ stream, facts: [{ type: 'ChannelChanged', data }] });
}
