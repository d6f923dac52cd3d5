import type { ChannelCommand } from '../../schemas/channels/commands.ts';
import type { MailKind } from '../../schemas/channels/mail-counts.ts';
import { mailCountsStream } from '../../schemas/channels/recipient.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import {
  channelId,
  channelStream,
  type MailboxHash,
  type OrganizationId,
  organizationId,
  sealed,
} from '../../schemas/ids.ts';
import { given, past } from '../support/given.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const stranger = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
const id = channelId('c5a4f1fe-0d53-5f3b-a2c9-71d5b8e6f304');
const stream = channelStream(id);
const ids = { channelId: id, organizationId: owner };
const content = { kind: 'email', target: sealed('t'), name: 'On call', enabled: true } as const;

/** An event of a change has all of the channel. */
const changed = { ...content, remindMinutes: 0 };

const send = (command: ChannelCommand, atMs = 0, by = owner) => userCommand(command, { atMs, by });
const added = past(stream, { type: 'ChannelAdded', data: { ...ids, ...content } });
const ofRegistration = past(stream, {
  type: 'ChannelAdded',
  data: { ...ids, kind: 'email', target: sealed('t') },
});
const removed = past(stream, { type: 'ChannelRemoved', data: ids });
const counted = (of: OrganizationId | MailboxHash, kind: MailKind, sinceMs: number) => ({
  stream: mailCountsStream(of),
  facts: [
    {
      type: 'MailCounted' as const,
      data: { organizationId: owner, counts: { [kind]: { sinceMs, mails: { [owner]: 1 } } } },
    },
  ],
});
const tested = (atMs: number) => past(stream, { type: 'ChannelTestRequested', data: ids }, atMs);
const fact = (payload: EventPayload) => ({ stream, facts: [payload] });
const change = (fields: object, by = owner) =>
  send({ type: 'ChangeChannel', data: { channelId: id, ...fields } }, 0, by);

describe('a channel', () => {
  const add = send({ type: 'AddChannel', data: { ...ids, ...content } });

  it('is added once', () => {
    given()
      .when(add)
      .expect(fact({ type: 'ChannelAdded', data: { ...ids, ...content } }));
    given(added).when(add).expect();
  });

  it('changes the fields that a command names', () => {
    given(added)
      .when(change({ enabled: false }))
      .expect(fact({ type: 'ChannelChanged', data: { ...ids, ...changed, enabled: false } }));
    given(added)
      .when(change({ name: 'Night', target: sealed('u') }))
      .expect(
        fact({
          type: 'ChannelChanged',
          data: { ...ids, ...changed, name: 'Night', target: sealed('u') },
        }),
      );
  });

  it('does not change when everything is as before', () => {
    given(added)
      .when(change({ enabled: true, name: 'On call', target: sealed('t') }))
      .expect();
  });

  it('of a registration is enabled and has a name', () => {
    given(ofRegistration)
      .when(change({ enabled: true, name: 'Email' }))
      .expect();
  });

  it('is unknown once it is removed, and to other organizations', () => {
    const remove = send({ type: 'RemoveChannel', data: { channelId: id } });
    given(added)
      .when(remove)
      .expect(fact({ type: 'ChannelRemoved', data: ids }));
    for (const command of [remove, change({ enabled: false })])
      given(added, removed).when(command).rejects('not_found');
    given(added)
      .when(change({ enabled: false }, stranger))
      .rejects('not_found');
    given()
      .when(change({ enabled: false }))
      .rejects('not_found');
  });

  it('with a URL is tested at most once a minute', () => {
    const test = (atMs: number) => send({ type: 'TestChannel', data: { channelId: id } }, atMs);
    const slack = past(stream, {
      type: 'ChannelAdded',
      data: { ...ids, ...content, kind: 'slack' },
    });
    given(slack)
      .when(test(5))
      .expect(counted(owner, 'tests', 5), fact({ type: 'ChannelTestRequested', data: ids }));
    given(slack, tested(5)).when(test(60_004)).rejects('channel_tested_recently');
    given(slack, tested(5))
      .when(test(60_005))
      .expect(counted(owner, 'tests', 60_005), fact({ type: 'ChannelTestRequested', data: ids }));
  });
});
