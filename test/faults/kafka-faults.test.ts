import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Unavailable } from '../../platform/errors.ts';
import { kafkaLimits } from '../../platform/topic-log/kafka/limits.ts';
import { openKafkaTopicLog } from '../../platform/topic-log/kafka.ts';
import type { LogRecord, PartitionOffset, TopicLog } from '../../platform/topic-log/port.ts';
import { nodeRuns } from '../support/command.ts';
import { joinGroup } from '../support/group-member.ts';
import { ownBrokerOrSkip } from '../support/kafka.ts';
import type { OwnBroker } from '../support/kafka-broker.ts';
import { quiet } from '../support/processing.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const all = { recordsMax: 100_000, bytesMax: 1e9 };
const record = (value: string | Uint8Array, partition = 0) => ({
  key: 'k',
  partition,
  headers: {},
  value: Buffer.from(value),
});
const textOf = ({ value }: LogRecord): string => Buffer.from(value).toString();

/** Half a minute of waiting for sessions to expire; with TEST_SLOW=1 only. */
const slow = process.env.TEST_SLOW === '1' ? it : it.skip;

describe('topic log: kafka when things break', function () {
  this.timeout(120_000);
  let broker: OwnBroker;
  let log: TopicLog;
  let topic: string;
  let group: string;

  before(async function () {
    broker = await ownBrokerOrSkip(this);
  });
  beforeEach(async () => {
    log = await openKafkaTopicLog({ brokers: broker.brokers, reassignPauseMs: 50, log: quiet });
    topic = `topic-${randomUUID()}`;
    group = `group-${randomUUID()}`;
    await log.createTopics([{ topic, partitions: 2, retentionMs: 3_600_000 }]);
  });
  afterEach(() => log?.close());

  it('creates topics that other processes create at the same moment', async () => {
    const rounds = 5;
    const processes = 6;
    for (let round = 0; round < rounds; round++) {
      const topics = Array.from({ length: 8 }, () => `topic-${randomUUID()}`);
      const specs = topics.map(each => ({ topic: each, partitions: 4, retentionMs: 3_600_000 }));
      const logs = await Promise.all(
        Array.from({ length: processes }, () =>
          openKafkaTopicLog({ brokers: broker.brokers, log: quiet }),
        ),
      );
      await Promise.all(logs.map(each => each.createTopics(specs)));
      await Promise.all(logs.map(each => each.close()));
    }
  });

  it('refuses the commit of an owner that slept past its session, and lets one that works long go on', async () => {
    topic = `topic-${randomUUID()}`;
    await log.createTopics([{ topic, partitions: 1, retentionMs: 3_600_000 }]);
    await log.append(topic, [record('first')]);
    const working = await joinGroup(log, `working-${group}`, topic);
    const worker = await working.owner();
    const folder = await temporaryFolder();
    const file = join(folder.path, 'awake');
    const lines = sleeper(broker.brokers.join(), group, topic, file);
    ok(await lines.next());
    const successor = await joinGroup(log, group, topic);
    const owner = await successor.owner();
    await owner.commit({ offset: 1, metadata: 'awake' });
    await writeFile(file, '');
    const told = await lines.next();
    deepEqual(told, { wasAborted: false, error: 'Fenced', aborted: true });
    deepEqual(await owner.committed(), { offset: 1, metadata: 'awake' });
    equal(worker.signal.aborted, false);
    await worker.commit({ offset: 1, metadata: '' });
    await folder.remove();
  });

  it('loses nothing that was acknowledged and doubles nothing when the broker is killed', async () => {
    const sending = startSending(log, topic);
    await until('appends', () => sending.acknowledged.size > 300);
    await broker.kill();
    await until('a refusal', () => sending.refused.size > 0);
    await broker.restart();
    const later = sending.acknowledged.size;
    await until('appends again', () => sending.acknowledged.size > later + 300);
    await sending.stop();

    const stored = new Map<string, PartitionOffset>();
    for (const partition of [0, 1])
      for (const found of await log.read(topic, { partition, offset: 0 }, all)) {
        ok(!stored.has(textOf(found)), `${textOf(found)} is there twice`);
        stored.set(textOf(found), { partition, offset: found.offset });
      }
    for (const [id, place] of sending.acknowledged) deepEqual(stored.get(id), place, id);
    for (const id of stored.keys())
      ok(sending.acknowledged.has(id) || sending.refused.has(id), `${id} was never sent`);
  });

  slow(
    'keeps what was committed, and its owner goes on, through a restart of the broker',
    async () => {
      await log.append(topic, [record('a'), record('b')]);
      const consumer = await joinGroup(log, group, topic);
      const owner = await consumer.owner();
      const read = await owner.read(0, { ...all, waitMs: 10_000 });
      deepEqual(read.map(textOf), ['a', 'b']);
      await owner.commit({ offset: 2, metadata: '2-7' });
      await broker.kill();
      await rejects(owner.commit({ offset: 3, metadata: '' }));
      await broker.restart();
      const place = await until('an append', () =>
        log.append(topic, [record('c')]).catch(() => undefined),
      );
      deepEqual(place, [{ partition: 0, offset: 2 }]);
      const later = await until('the note and the record', async () => {
        const now = consumer.assigned.findLast(one => one.partition === 0 && !one.signal.aborted);
        const committed = await now?.committed().catch(() => undefined);
        const found = (await now?.read(2, { ...all, waitMs: 1_000 }).catch(() => [])) ?? [];
        return committed && found.length > 0 && { committed, found: found.map(textOf), now };
      });
      deepEqual(later.committed, { offset: 2, metadata: '2-7' });
      deepEqual(later.found, ['c']);
      await until('a commit', async () => {
        const now = consumer.assigned.findLast(one => one.partition === 0 && !one.signal.aborted);
        const done = now?.commit({ offset: 3, metadata: '' }).then(() => true);
        return done?.catch(() => false);
      });
    },
  );

  it('reads in order what is far more than it reads ahead', async () => {
    const value = Buffer.alloc(200_000, 'tide');
    const records = Array.from({ length: 120 }, () => ({ ...record('', 1), value }));
    await log.append(topic, records);
    await log.append(topic, [record('end', 1)]);
    ok(value.length * 120 > 4 * kafkaLimits.bufferBytesMax);
    const consumer = await joinGroup(log, group, topic);
    const owner = await consumer.owner(1);
    const offsets: number[] = [];
    while (offsets.length < 121) {
      const limits = { recordsMax: 10, bytesMax: 1e9, waitMs: 5_000 };
      const read = await owner.read(offsets.length, limits);
      offsets.push(...read.map(({ offset }) => offset));
      if (offsets.length % 40 === 0) await owner.commit({ offset: offsets.length, metadata: '' });
    }
    deepEqual(
      offsets,
      Array.from({ length: 121 }, (_, n) => n),
    );
    deepEqual((await owner.read(60, { ...all, recordsMax: 1, waitMs: 5_000 }))[0]?.offset, 60);
  });

  for (const mechanism of ['plain', 'scram-sha-512'] as const)
    it(`speaks TLS and authenticates with ${mechanism}`, async () => {
      const { brokers, ca, username, password } = broker.secure;
      const options = { brokers, ssl: { ca }, log: quiet };
      const sasl = { mechanism, username, password };
      const secure = await openKafkaTopicLog({ ...options, sasl });
      await secure.check();
      await secure.append(topic, [record('sealed')]);
      const consumer = await joinGroup(secure, group, topic);
      const owner = await consumer.owner();
      deepEqual((await owner.read(0, { ...all, waitMs: 10_000 })).map(textOf), ['sealed']);
      await owner.commit({ offset: 1, metadata: '' });
      await secure.close();
      const wrong = { ...sasl, password: 'guessed' };
      const refused = await openKafkaTopicLog({ ...options, sasl: wrong });
      await rejects(refused.check(), { name: 'Error', message: /authentication failed/i });
      await refused.close();
    });
});

/** Eight senders that never repeat an id, whether it was acknowledged or refused. */
function startSending(log: TopicLog, topic: string) {
  const acknowledged = new Map<string, PartitionOffset>();
  const refused = new Set<string>();
  const state = { stopped: false };
  const sendOne = async (id: string, partition: number): Promise<void> => {
    try {
      const [place] = await log.append(topic, [record(id, partition)]);
      if (place !== undefined) acknowledged.set(id, place);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      refused.add(id);
    }
  };
  const send = async (sender: number): Promise<void> => {
    for (let n = 0; !state.stopped; n++) await sendOne(`${sender}-${n}`, n % 2);
  };
  const senders = Promise.all(Array.from({ length: 8 }, (_, sender) => send(sender)));
  return {
    acknowledged,
    refused,
    stop: async (): Promise<void> => {
      state.stopped = true;
      await senders;
    },
  };
}

/** Starts the sleeper, and gives what it tells, one line at a time. */
function sleeper(...parameters: readonly string[]) {
  const script = new URL('../support/kafka-sleeper.ts', import.meta.url);
  const child = spawn(process.execPath, [...nodeRuns(script), ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    next: async (): Promise<unknown> => {
      const line = await lines.next();
      return line.done ? await once(child, 'exit') : JSON.parse(line.value);
    },
  };
}
