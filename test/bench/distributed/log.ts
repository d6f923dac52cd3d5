import { randomBytes } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { openLog } from '../../../platform/log.ts';
import { kafkaLimits } from '../../../platform/topic-log/kafka/limits.ts';
import { openKafkaTopicLog } from '../../../platform/topic-log/kafka.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { rank } from '../queries.ts';

export type LogFigures = {
  readonly valueBytes: number;
  /** Records a second, medians of the rounds. */
  readonly append: { readonly ours: number; readonly plain: number };
  readonly consume: { readonly ours: number; readonly plain: number };
};

/** Says how many records it has brought there or back in a second. */
type Pass = (topic: string) => Promise<number>;

const partitions = 4;
/** Requests that wait for their record at the same time: as many as one batch of a partition can hold. */
const sendersOf = (value: Buffer): number =>
  Math.min(64, Math.floor((partitions * kafkaLimits.batchBytesMax) / (value.length + 1024)));
const retentionMs = 3_600_000;
const readLimits = { recordsMax: 10_000, bytesMax: kafkaLimits.bufferBytesMax, waitMs: 1_000 };

/**
 * The adapter against kafkajs itself, in rounds that take turns on topics of their own. Both write
 * with idempotence and acks=all, one request at a time: ours for senders that each wait for their
 * one record, kafkajs as many records in one batch, which is the best that it can do for them.
 */
export async function measureLog(
  brokers: readonly string[],
  options: { readonly valueBytes: number; readonly records: number; readonly rounds: number },
): Promise<LogFigures> {
  const log = await openKafkaTopicLog({ brokers, log: openLog({ level: 'error', pretty: false }) });
  const kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING });
  const value = randomBytes(options.valueBytes);
  const ways = {
    ours: {
      append: appendOurs(log, value, options.records),
      consume: consumeOurs(log, options.records),
    },
    plain: {
      append: appendPlain(kafka, value, options.records),
      consume: consumePlain(kafka, options.records),
    },
  };
  const took = { append: { ours: [], plain: [] }, consume: { ours: [], plain: [] } } as Record<
    'append' | 'consume',
    Record<'ours' | 'plain', number[]>
  >;
  for (let round = 0; round <= options.rounds; round++) {
    const topics: string[] = [];
    const figures: [pass: keyof typeof took, name: keyof typeof ways, rate: number][] = [];
    for (const [name, way] of entries(ways)) {
      const topic = `bench-${options.valueBytes}-${round}-${name}`;
      await log.createTopics([{ topic, partitions, retentionMs }]);
      figures.push(['append', name, await way.append(topic)]);
      topics.push(topic);
    }
    // What one of them wrote is read by both, since larger batches are read faster; each is first in turn.
    for (const [turn, topic] of topics.entries())
      for (const [name, way] of turn === 0 ? entries(ways) : entries(ways).toReversed())
        figures.push(['consume', name, await way.consume(topic)]);
    // The first round warms up.
    if (round > 0) for (const [pass, name, rate] of figures) took[pass][name].push(rate);
  }
  await log.close();
  const both = ({ ours, plain }: Record<'ours' | 'plain', number[]>) => ({
    ...{ ours: median(ours), plain: median(plain) },
  });
  return {
    ...{ valueBytes: options.valueBytes },
    ...{ append: both(took.append), consume: both(took.consume) },
  };
}

const entries = <Key extends string, Value>(all: Readonly<Record<Key, Value>>): [Key, Value][] =>
  Object.entries(all) as [Key, Value][];

function appendOurs(log: TopicLog, value: Buffer, records: number): Pass {
  const senders = sendersOf(value);
  return topic =>
    perSecond(records, async () => {
      let sent = 0;
      const send = async (): Promise<void> => {
        while (sent < records) {
          const partition = sent++ % partitions;
          await log.append(topic, [{ key: 'bench', partition, value, headers: { format: '1' } }]);
        }
      };
      await Promise.all(Array.from({ length: senders }, send));
    });
}

function appendPlain(kafka: Kafka, value: Buffer, records: number): Pass {
  const senders = sendersOf(value);
  return async topic => {
    const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    const rate = await perSecond(records, async () => {
      for (let sent = 0; sent < records; sent += senders) {
        const messages = Array.from({ length: Math.min(senders, records - sent) }, (_, at) => ({
          ...{ key: 'bench', partition: at % partitions, value, headers: { format: '1' } },
        }));
        await producer.sendBatch({ acks: -1, topicMessages: [{ topic, messages }] });
      }
    });
    await producer.disconnect();
    return rate;
  };
}

/** From the first record, so that joining the group does not count. */
function consumeOurs(log: TopicLog, records: number): Pass {
  return async topic => {
    const arrived = openArrivals(records);
    const running = await log.consume({
      ...{ group: `${topic}-ours`, topic, failed: arrived.fail },
      run: async partition => {
        for (let offset = 0; !partition.signal.aborted; ) {
          const found = await partition.read(offset, readLimits);
          offset += found.length;
          arrived.add(found.length);
        }
      },
    });
    const rate = await arrived.rate;
    await running.stop();
    return rate;
  };
}

function consumePlain(kafka: Kafka, records: number): Pass {
  return async topic => {
    const arrived = openArrivals(records);
    const consumer = kafka.consumer({
      groupId: `${topic}-plain`,
      maxBytesPerPartition: kafkaLimits.fetchPartitionBytesMax,
      maxBytes: kafkaLimits.fetchBytesMax,
    });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: partitions,
      eachBatch: async ({ batch }) => arrived.add(batch.messages.length),
    });
    const rate = await arrived.rate;
    await consumer.disconnect();
    return rate;
  };
}

function openArrivals(records: number) {
  let [arrived, firstAtMs, first] = [0, 0, 0];
  let done: (rate: number) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const rate = new Promise<number>((resolve, reject) => {
    [done, fail] = [resolve, reject];
  });
  return {
    rate,
    fail,
    add: (count: number): void => {
      if (arrived === 0) [firstAtMs, first] = [performance.now(), count];
      arrived += count;
      if (arrived >= records && count > 0)
        done(((records - first) * 1000) / (performance.now() - firstAtMs));
    },
  };
}

const median = (values: readonly number[]): number =>
  rank(
    values.toSorted((left, right) => left - right),
    0.5,
  );

async function perSecond(records: number, work: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return (records * 1000) / (performance.now() - startedAtMs);
}
