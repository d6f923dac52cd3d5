import { deepEqual, equal } from 'node:assert/strict';
import type { ChannelCommand } from '../../schemas/channels/commands.ts';
import { mailAllowances } from '../../schemas/channels/mail-counts.ts';
import {
  type ConfirmationId,
  mailCountsStream,
  recipientIdOf,
  recipientStream,
} from '../../schemas/channels/recipient.ts';
import type { EventPayload, EventType } from '../../schemas/events/event.ts';
import type { RejectionReason } from '../../schemas/features.ts';
import {
  addressHash,
  addressStream,
  type ChannelId,
  channelId,
  channelStream,
  mailboxHash,
  type OrganizationId,
  organizationId,
  sealed,
  userId,
} from '../../schemas/ids.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import {
  confirmationValidMs,
  unsubscribedPauseMs,
} from '../../services/decider/core/channels/ask-confirmation.ts';
import { given, type Past, past } from '../support/given.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const others = ['1', '2', '3'].map(digit =>
  organizationId(`${digit}9999999-67d8-5369-b5c4-53b455d2bbb3`),
);
const id = channelId('c5a4f1fe-0d53-5f3b-a2c9-71d5b8e6f304');
const stream = channelStream(id);
const recipient = { addressHash: addressHash('a'), mailboxHash: mailboxHash('m') };
const recipientId = recipientIdOf(owner, recipient);
const confirmationId = '5b0c2f0e-5d0a-5f3b-9a55-0c6f4be1d7a1' as ConfirmationId;
const target = sealed('t');
const ids = { recipientId, organizationId: owner, channelId: id };
const content = {
  kind: 'email',
  target,
  name: 'On call',
  enabled: true,
  remindMinutes: 0,
} as const;
const added = { channelId: id, organizationId: owner, ...content, recipientId };

const send = (command: ChannelCommand, atMs = 0, by = owner) => userCommand(command, { atMs, by });
const add = (atMs = 0, by = owner, channel: ChannelId = id) =>
  send(
    { type: 'AddChannel', data: { channelId: channel, organizationId: by, ...content, recipient } },
    atMs,
    by,
  );
const test = (atMs = 0) =>
  send({ type: 'TestChannel', data: { channelId: id, target, recipient } }, atMs);
const confirm = (atMs = 0) =>
  send({ type: 'ConfirmChannelAddress', data: { recipientId, confirmationId } }, atMs);
const unsubscribe = send({
  type: 'UnsubscribeChannelAddress',
  data: { ...ids, addressHash: recipient.addressHash },
});

const ofRecipient = (fact: EventPayload, atMs = 0): Past =>
  past(recipientStream(recipientId), fact, atMs);
const channel = past(stream, { type: 'ChannelAdded', data: added });
const removed = past(stream, {
  type: 'ChannelRemoved',
  data: { channelId: id, organizationId: owner },
});
const asked = ofRecipient({
  type: 'ChannelConfirmationRequested',
  data: { ...ids, confirmationId, target, expiresAtMs: confirmationValidMs },
});
const confirmed = ofRecipient({
  type: 'ChannelAddressConfirmed',
  data: { ...ids, confirmationId },
});
const unsubscribed = ofRecipient({ type: 'ChannelAddressUnsubscribed', data: ids });
const member = past(addressStream(recipient.addressHash), {
  type: 'UserCreated',
  data: {
    addressHash: recipient.addressHash,
    userId: userId('u'),
    organizationId: owner,
    email: target,
  },
});

const typesOf = (
  history: readonly Past[],
  command: ReturnType<typeof send>,
): readonly (EventType | RejectionReason)[] => {
  const { decision } = given(...history).when(command);
  return decision.kind === 'rejected'
    ? [decision.reason]
    : decision.appends.flatMap(({ facts }) => facts.map(({ type }) => type));
};

/** What happened after these commands, as far as counts of mails and addresses are concerned. */
function pastOf(...commands: readonly ReturnType<typeof send>[]): readonly Past[] {
  const history: Past[] = [];
  for (const command of commands) {
    const { decision } = given(...history).when(command);
    if (decision.kind === 'rejected') continue;
    for (const { stream: name, facts } of decision.appends)
      history.push(...facts.map(fact => past(name, fact, command.atMs)));
  }
  return history;
}

const sentBy = (by: OrganizationId, count: number, atMs = 0) =>
  Array.from({ length: count }, (_, index) => add(atMs, by, channelId(uuidV5(by, String(index)))));

describe('the address of a channel', () => {
  it("that is no member's gets a link, which is counted before", () => {
    deepEqual(typesOf([], add()), [
      'MailCounted',
      'MailCounted',
      'ChannelConfirmationRequested',
      'ChannelAdded',
    ]);
  });

  it("gets none if it is a member's, or confirmed", () => {
    for (const before of [member, confirmed]) deepEqual(typesOf([before], add()), ['ChannelAdded']);
  });

  it("of a member of another organization is a stranger's", () => {
    const [eve = owner] = others;
    equal(typesOf([member], add(0, eve)).includes('ChannelConfirmationRequested'), true);
  });

  it('gets another link when it is sent once more, until it is confirmed', () => {
    const change = send({ type: 'ChangeChannel', data: { channelId: id, target, recipient } });
    equal(typesOf([channel, asked], change).at(-1), 'ChannelConfirmationRequested');
    deepEqual(typesOf([channel, asked, confirmed], change), []);
    const { recipientId: _, ...before } = added;
    const old = past(stream, { type: 'ChannelAdded', data: before });
    equal(typesOf([old], change).at(-1), 'ChannelChanged');
  });

  it('is tested when it is confirmed, and never before', () => {
    deepEqual(typesOf([channel], test()), ['address_unconfirmed']);
    deepEqual(typesOf([channel, asked], test()), ['address_unconfirmed']);
    deepEqual(typesOf([channel, asked, confirmed], test()), [
      'MailCounted',
      'MailCounted',
      'ChannelTestRequested',
    ]);
    deepEqual(typesOf([channel, unsubscribed], test()), ['address_unsubscribed']);
    deepEqual(typesOf([channel, member], test()), ['MailCounted', 'ChannelTestRequested']);
  });

  it('is tested only if the channel still has it', () => {
    const other = past(stream, { type: 'ChannelChanged', data: { ...added, target: sealed('u') } });
    deepEqual(typesOf([channel, confirmed, other], test()), ['channel_changed']);
    const unaddressed = send({ type: 'TestChannel', data: { channelId: id } });
    deepEqual(typesOf([channel, confirmed], unaddressed), ['channel_changed']);
  });

  it('is confirmed by its link once, in time, and for its channel', () => {
    given(channel, asked)
      .when(confirm(confirmationValidMs - 1))
      .expect({
        stream: recipientStream(recipientId),
        facts: [{ type: 'ChannelAddressConfirmed', data: { ...ids, confirmationId } }],
      });
    deepEqual(typesOf([channel, asked], confirm(confirmationValidMs)), ['confirmation_expired']);
    for (const history of [
      [channel],
      [channel, asked, confirmed],
      [channel, asked, confirmed, unsubscribed],
      [channel, asked, unsubscribed],
      [channel, asked, removed],
    ])
      deepEqual(typesOf(history, confirm()), ['confirmation_unknown']);
    const moved = past(stream, {
      type: 'ChannelChanged',
      data: { ...added, recipientId: recipientIdOf(owner, { addressHash: addressHash('b') }) },
    });
    deepEqual(typesOf([channel, asked, moved], confirm()), ['confirmation_unknown']);
  });

  it('gets nothing once it unsubscribed, and no link for a month', () => {
    deepEqual(typesOf([channel, confirmed], unsubscribe), ['ChannelAddressUnsubscribed']);
    deepEqual(typesOf([channel, confirmed, unsubscribed], unsubscribe), []);
    deepEqual(typesOf([unsubscribed], add(unsubscribedPauseMs - 1)), ['address_unsubscribed']);
    const next = channelId(uuidV5(owner, 'next'));
    const later = pastOf(add(unsubscribedPauseMs));
    equal(typesOf([unsubscribed], add(unsubscribedPauseMs)).at(-1), 'ChannelAdded');
    deepEqual(typesOf([unsubscribed, ...later], add(unsubscribedPauseMs * 2 - 1, owner, next)), [
      'address_unsubscribed',
    ]);
  });

  it('of a member disables its channel when it unsubscribes', () => {
    given(channel, member)
      .when(unsubscribe)
      .expect({
        stream,
        facts: [{ type: 'ChannelChanged', data: { ...added, enabled: false } }],
      });
    deepEqual(typesOf([channel, removed, member], unsubscribe), []);
  });
});

describe('links to one mailbox', () => {
  const { mailboxMax, mailboxShareMax, windowMs } = mailAllowances.confirmations;
  const [eve = owner, mallory = owner] = others;

  it('are a few a day from one organization, and from all together', () => {
    const own = pastOf(...sentBy(owner, mailboxShareMax));
    deepEqual(typesOf(own, add()), ['too_many_mails']);
    equal(typesOf(own, add(0, eve)).at(-1), 'ChannelAdded');
    const all = pastOf(...[owner, eve].flatMap(by => sentBy(by, mailboxMax / 2)));
    deepEqual(typesOf(all, add(0, mallory)), ['too_many_mails']);
    deepEqual(typesOf(all, add(windowMs - 1, mallory)), ['too_many_mails']);
    equal(typesOf(all, add(windowMs, mallory)).at(-1), 'ChannelAdded');
  });

  it('count also when their channels were removed', () => {
    const own = pastOf(...sentBy(owner, mailboxShareMax));
    const gone = own
      .filter(({ fact }) => fact.type === 'ChannelAdded')
      .map(({ stream: name }) =>
        past(name, { type: 'ChannelRemoved', data: { channelId: id, organizationId: owner } }),
      );
    deepEqual(typesOf([...own, ...gone], add()), ['too_many_mails']);
  });

  it('say when the next one may be sent', () => {
    const { decision } = given(...pastOf(...sentBy(owner, mailboxShareMax, 7))).when(add(9));
    equal(decision.kind === 'rejected' && decision.retryAtMs, 7 + windowMs);
  });

  it('count for their mailbox and their organization', () => {
    const streams = pastOf(add()).map(({ stream: name }) => name);
    equal(streams.includes(mailCountsStream(recipient.mailboxHash)), true);
    equal(streams.includes(mailCountsStream(owner)), true);
  });
});
