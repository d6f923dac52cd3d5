import { deepEqual, equal, match } from 'node:assert/strict';
import { join } from 'node:path';
import { sendCommand } from '../../platform/commands/send.ts';
import { deadLetterLimits } from '../../platform/consumers/dead-letters.ts';
import { Unavailable } from '../../platform/errors.ts';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { Running } from '../../platform/lifecycle.ts';
import { openLog } from '../../platform/log.ts';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { registrationStream } from '../../schemas/ids.ts';
import { consumers, deadLetterHeaders, deadLetterTopic, topics } from '../../schemas/topics.ts';
import { startDecider } from '../../services/decider/service.ts';
import { another, requestRegistration, session } from '../support/account-commands.ts';
import { eventsOf } from '../support/accounts.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const log = openLog({ level: 'silent', pretty: false });

describe('decider', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  let eventStore: EventStore;
  let topicLog: TopicLog;
  let decider: Running | undefined;

  beforeEach(async () => {
    folder = await temporaryFolder();
    eventStore = await openLmdbEventStore({ folder: join(folder.path, 'events') });
    topicLog = await openLmdbTopicLog({ folder: join(folder.path, 'log'), reassignPauseMs: 5 });
    await topicLog.createTopics(
      [topics.commands, deadLetterTopic(topics.commands)].map(topic => ({
        topic,
        partitions: 1,
        retentionMs: 86_400_000,
      })),
    );
  });
  afterEach(async () => {
    await decider?.stop();
    await topicLog.close();
    await eventStore.close();
    await folder.remove();
  });

  const start = (options: Partial<Parameters<typeof startDecider>[0]>) =>
    startDecider({ topicLog, eventStore, log, halted: () => undefined, ...options });
  const send = (command: Command) => sendCommand(command, command, { topicLog });
  const committed = async (): Promise<number> =>
    (await topicLog.lag(consumers.commands.group, topics.commands))[0]?.committed ?? 0;
  const dead = () =>
    topicLog.read(
      deadLetterTopic(topics.commands),
      { partition: 0, offset: 0 },
      { recordsMax: 1_000, bytesMax: 10_000_000 },
    );

  it('leaves a command where it is until the event store can be reached again', async () => {
    let failures = 0;
    const shaky: EventStore = {
      ...eventStore,
      append: async (...append) => {
        if (failures++ < 3) throw new Unavailable('not now');
        return eventStore.append(...append);
      },
    };
    await send(requestRegistration());
    decider = await start({ eventStore: shaky });
    await until('the command to be committed', async () => (await committed()) === 1);
    const [requested] = await eventsOf(eventStore, registrationStream(session));
    equal(requested?.type, 'RegistrationRequested');
    deepEqual(await dead(), []);
  });

  it('puts a command that we cannot decide aside with its reason, and goes on', async () => {
    await send({ ...requestRegistration(), id: 'no uuid' as Command['id'] });
    await send(requestRegistration({ sessionId: another(2) }));
    const poisoned: EventStore = {
      ...eventStore,
      readStreamBackwards: stream => {
        if (stream.startsWith('mailbox-')) throw new TypeError('a bug');
        return eventStore.readStreamBackwards(stream);
      },
    };
    decider = await start({ eventStore: poisoned, now: () => 7 });
    await until('the commands to be committed', async () => (await committed()) === 2);
    deepEqual(
      (await dead()).map(({ headers }) => [
        headers[deadLetterHeaders.offset],
        headers[deadLetterHeaders.reason],
        headers[deadLetterHeaders.atMs],
      ]),
      [
        ['0', 'malformed', '7'],
        ['1', 'failed', '7'],
      ],
    );
  });

  it('puts a command aside whose error says that trying again cannot help', async () => {
    await send(requestRegistration());
    const refusing: EventStore = {
      ...eventStore,
      append: async () => {
        throw Object.assign(new Error('never'), { retryable: false });
      },
    };
    decider = await start({ eventStore: refusing });
    await until('the command to be committed', async () => (await committed()) === 1);
    deepEqual(
      (await dead()).map(({ headers }) => headers[deadLetterHeaders.error]),
      ['never'],
    );
  });

  it('halts the partition rather than put everything aside, and names it for operators', async () => {
    const record = { key: 'a', value: Buffer.from('{'), headers: { v: '1' } };
    const deadMax = deadLetterLimits.shareMax * deadLetterLimits.windowRecords;
    await topicLog.append(
      topics.commands,
      Array.from({ length: deadMax + 10 }, () => record),
    );
    const halts: string[] = [];
    decider = await start({ halted: sentence => halts.push(sentence) });
    await until('the partition to halt', () => halts.length > 0);
    match(halts[0] ?? '', /^partition 0 of commands is halted: 51 of the last 51 records/);
    equal((await dead()).length, deadMax);
  });
});
