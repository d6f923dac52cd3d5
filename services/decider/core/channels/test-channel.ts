import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { channelStream, type MailboxHash } from '../../../../schemas/ids.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision, type Rejected, reject } from '../decision.ts';
import { type Channel, commandedChannel } from './channel.ts';
import { countMails } from './mail-counts.ts';
import { isMember, recipientFor } from './recipient.ts';

/** A channel is tested at most once in this time; new channels do not help, because all tests are counted. */
export const testPauseMs = 60_000;

type Test = CommandOf<'TestChannel'>;

export function testChannel(command: Test, states: States): Decision {
  const { channelId } = command.data;
  const { atMs } = command;
  const channel = commandedChannel(channelId, command.organizationId, states);
  if (channel.kind === 'rejected') return channel;
  const { organizationId, testedAtMs } = channel;
  if (testedAtMs !== undefined && atMs < testedAtMs + testPauseMs) {
    return reject(
      'channel_tested_recently',
      'the channel was tested less than a minute ago, test it again later',
      testedAtMs + testPauseMs,
    );
  }
  const reached = channel.channelKind === 'email' ? mailboxOf(channel, command, states) : nobody;
  if ('reason' in reached) return reached;
  const mail = { kind: 'tests', by: organizationId, atMs, ...reached } as const;
  const counted = countMails(mail, states);
  if ('reason' in counted) return counted;
  const fact = { type: 'ChannelTestRequested', data: { channelId, organizationId } } as const;
  return accept(...counted, { stream: channelStream(channelId), facts: [fact] });
}

type Reached = { readonly mailboxHash: MailboxHash | undefined };

const nobody: Reached = { mailboxHash: undefined };

/** The mailbox that a test is counted for; a rejection if nothing may be sent to it. */
function mailboxOf(
  { organizationId, target }: Channel,
  { data }: Test,
  states: States,
): Reached | Rejected {
  const { recipient } = data;
  if (recipient === undefined || data.target !== target)
    return reject('channel_changed', 'the channel was changed meanwhile, test it again');
  if (isMember(organizationId, recipient, states)) return nobody;
  const standing = recipientFor(organizationId, recipient, states)?.standing;
  if (standing === 'confirmed') return { mailboxHash: recipient.mailboxHash };
  return standing === 'unsubscribed' ? unsubscribed : unconfirmed;
}

const unsubscribed = reject(
  'address_unsubscribed',
  'the owner of the address unsubscribed, so nothing is sent to it; use another address',
);

const unconfirmed = reject(
  'address_unconfirmed',
  'the address is not confirmed; open the link in the mail that was sent to it, or send the address once more with PATCH /v1/channels/:id to get another mail',
);
