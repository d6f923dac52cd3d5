import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { CompressionTypes, Kafka, logLevel } from 'kafkajs';
import type { BatchCompression } from '../../platform/topic-log/kafka/compression.ts';
import { kafkaLimits } from '../../platform/topic-log/kafka/limits.ts';
import { openKafkaTopicLog } from '../../platform/topic-log/kafka.ts';
import type {
  AssignedPartition,
  PartitionOffset,
  ReadLimits,
  TopicLog,
} from '../../platform/topic-log/port.ts';
import { hourMs } from '../../schemas/durations.ts';
import { joinGroup } from '../support/group-member.ts';
import type { TestKafka } from '../support/kafka.ts';
import { logBytes } from '../support/kafka-log-bytes.ts';
import { quiet } from '../support/processing.ts';
import { holds } from '../support/property.ts';
import { all, patient, textOf } from './topic-log-harness.ts';
import { append, naiveRead, partitions, reads, seen } from './topic-log-values.ts';

const appends = fc.array(
  fc.record({ compression: fc.constantFrom<BatchCompression>('none', 'zstd'), records: append }),
  { maxLength: 8 },
);

/** Batches with zstd and without in one topic: as while processes are configured anew, one after the other. */
export function batchesOfBothFormats(kafka: () => TestKafka): void {
  describe('batches of both formats on Kafka', function () {
    this.timeout(60_000);
    let logs: Readonly<Record<BatchCompression, TopicLog>>;
    const open = (compression: BatchCompression) =>
      openKafkaTopicLog({ brokers: kafka().brokers, compression, log: quiet });
    before(async () => {
      logs = { none: await open('none'), zstd: await open('zstd') };
    });
    after(async () => {
      await logs.none.close();
      await logs.zstd.close();
    });
    const newTopic = async (count: number): Promise<string> => {
      const topic = `formats-${randomUUID()}`;
      await logs.none.createTopics([{ topic, partitions: count, retentionMs: hourMs }]);
      return topic;
    };

    it('are read as if each record lay alone, by processes with either setting', async () => {
      const property = fc.asyncProperty(appends, reads, async (given, wanted) => {
        const topic = await newTopic(partitions);
        const lists = await appendAll(given, { topic, logs });
        for (const log of Object.values(logs)) await readsLike(lists, wanted, { topic, log });
      });
      await holds(property, 15);
    });

    it('take a fraction of the disk when they are compressed', async function () {
      const { own } = kafka();
      if (own === undefined) return this.skip();
      const records = Array.from({ length: 200 }, (_, index) => ({
        key: 'k',
        value: Buffer.from(`{"name":"GET /api/orders/${index}","kind":2}`),
        headers: { organization: 'one', 'key-id': 'two' },
      }));
      const bytes = { none: 0, zstd: 0 };
      for (const compression of ['none', 'zstd'] as const) {
        const topic = await newTopic(1);
        await logs[compression].append(topic, records);
        bytes[compression] = await logBytes(own.logFolder, topic);
      }
      ok(bytes.none > 200 * 40 && bytes.zstd * 5 < bytes.none, JSON.stringify(bytes));
    });

    it('reach a member of a group in their order, from any offset', async () => {
      const topic = await newTopic(1);
      const texts = Array.from({ length: 60 }, (_, index) => `${index}:${'tide '.repeat(index)}`);
      const records = texts.map(text => ({ key: 'k', value: Buffer.from(text), headers: {} }));
      for (let from = 0; from < texts.length; from += 6)
        await logs[from % 4 === 0 ? 'zstd' : 'none'].append(topic, records.slice(from, from + 6));
      const member = await joinGroup(logs.none, randomUUID(), topic);
      const owner = await member.owner();
      for (const first of [0, 7, 40, 23, 59])
        deepEqual(await readUpTo(texts.length, first, owner), texts.slice(first));
      await member.stop();
    });

    it('take less of a fetch than it holds when that is more than a reader has room for', async () => {
      const topic = await newTopic(1);
      const batches = 12;
      const value = Buffer.alloc(1_000_000, 'a');
      const record = { key: 'k', value, headers: {} };
      for (let batch = 0; batch < batches; batch++) await logs.zstd.append(topic, [record]);
      const member = await joinGroup(logs.none, randomUUID(), topic);
      const owner = await member.owner();
      const lengths: number[] = [];
      for (let offset = 0; offset < batches; offset += lengths.at(-1) ?? 0) {
        const read = await owner.read(offset, patient);
        deepEqual(seen(read), naiveRead(new Array(batches).fill(value), offset, limitsOf(read)));
        lengths.push(read.length);
      }
      const most = Math.ceil(kafkaLimits.bufferBytesMax / value.length);
      ok(Math.max(...lengths) <= most, `expected at most ${most} at once, found ${lengths}`);
      equal((await logs.none.read(topic, { partition: 0, offset: 0 }, all)).length, batches);
      await member.stop();
    });

    it('are refused when they hold more than a batch may', async () => {
      const topic = await newTopic(1);
      const value = Buffer.alloc(kafkaLimits.inflatedBatchBytesMax + 1);
      await sendPlain(kafka().brokers, topic, value);
      const reading = logs.none.read(topic, { partition: 0, offset: 0 }, all);
      await rejects(reading, /a zstd frame of at most 33554432 bytes/);
    });
  });
}

type Given = {
  readonly compression: BatchCompression;
  readonly records: readonly { readonly partition: number; readonly bytes: number }[];
};

type Place = { readonly topic: string; readonly log: TopicLog };

let number = 0;

/** Gives what each partition holds. */
async function appendAll(
  given: readonly Given[],
  { topic, logs }: { readonly topic: string; readonly logs: Record<BatchCompression, TopicLog> },
): Promise<readonly (readonly Buffer[])[]> {
  const lists: Buffer[][] = Array.from({ length: partitions }, () => []);
  for (const { compression, records } of given) {
    const made = records.map(({ partition, bytes }) => {
      const value = Buffer.alloc(bytes, `${number++} `);
      lists[partition]?.push(value);
      return { key: 'k', partition, value, headers: { number: String(number) } };
    });
    await logs[compression].append(topic, made);
  }
  return lists;
}

type Wanted = PartitionOffset & Omit<ReadLimits, 'waitMs'>;

async function readsLike(
  lists: readonly (readonly Buffer[])[],
  wanted: readonly Wanted[],
  { topic, log }: Place,
): Promise<void> {
  for (const { partition, offset, ...limits } of wanted) {
    const found = seen(await log.read(topic, { partition, offset }, limits));
    deepEqual(found, naiveRead(lists[partition] ?? [], offset, limits));
  }
}

async function readUpTo(end: number, first: number, owner: AssignedPartition): Promise<string[]> {
  const found: string[] = [];
  while (first + found.length < end)
    found.push(...(await owner.read(first + found.length, patient)).map(textOf));
  return found;
}

const limitsOf = ({ length }: readonly unknown[]) => ({ ...all, recordsMax: length });

/** As another program that does not keep to the limits of the log. */
async function sendPlain(brokers: readonly string[], topic: string, value: Buffer): Promise<void> {
  const client = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING });
  const producer = client.producer();
  await producer.connect();
  await producer.send({ topic, compression: CompressionTypes.ZSTD, messages: [{ value }] });
  await producer.disconnect();
}
