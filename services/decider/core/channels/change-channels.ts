import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { type ChannelId, channelStream, type StreamName } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { type Channel, channels, commandedChannel } from './channel.ts';

/** A channel is tested at most once in this time: anybody's address can be written into one. */
export const testPauseMs = 60_000;

export const channelStreams = ({
  data: { channelId },
}: {
  readonly data: { readonly channelId: ChannelId };
}): readonly StreamName[] => [channelStream(channelId)];

/** The id of a channel follows from its command, so a second addition under it is a repetition. */
export function addChannel({ data }: CommandOf<'AddChannel'>, states: States): Decision {
  const stream = channelStream(data.channelId);
  if (stateOf(channels, states, stream) !== undefined) return accept();
  return accept({ stream, facts: [{ type: 'ChannelAdded', data }] });
}

export function changeChannel(
  { data: { channelId, ...changes }, organizationId: asking }: CommandOf<'ChangeChannel'>,
  states: States,
): Decision {
  const channel = commandedChannel(channelId, asking, states);
  if (channel.kind === 'rejected') return channel;
  const { organizationId, channelKind: kind, target, name, enabled, remindMinutes } = channel;
  const changed = { target, name, enabled, remindMinutes, ...changes };
  if (isSame(changed, channel)) return accept();
  return accept({
    stream: channelStream(channelId),
    facts: [{ type: 'ChannelChanged', data: { channelId, organizationId, kind, ...changed } }],
  });
}

const isSame = (
  {
    target,
    name,
    enabled,
    remindMinutes,
  }: Pick<Channel, 'target' | 'name' | 'enabled' | 'remindMinutes'>,
  before: Channel,
): boolean =>
  target === before.target &&
  name === before.name &&
  enabled === before.enabled &&
  remindMinutes === before.remindMinutes;

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

export function testChannel(
  { data: { channelId }, organizationId: asking, atMs }: CommandOf<'TestChannel'>,
  states: States,
): Decision {
  const channel = commandedChannel(channelId, asking, states);
  if (channel.kind === 'rejected') return channel;
  const { organizationId, testedAtMs } = channel;
  if (testedAtMs !== undefined && atMs < testedAtMs + testPauseMs) {
    return reject(
      'channel_tested_recently',
      'the channel was tested less than a minute ago, test it again later',
      testedAtMs + testPauseMs,
    );
  }
  return accept({
    stream: channelStream(channelId),
    facts: [{ type: 'ChannelTestRequested', data: { channelId, organizationId } }],
  });
}
