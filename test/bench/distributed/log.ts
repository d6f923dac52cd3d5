import { randomBytes } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { openLog } from '../../../platform/log.ts';
import { kafkaLimits } from '../../../platform/topic-log/kafka/limits.ts';
import { openKafkaTopicLog } from '../../../platform/topic-log/kafka.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { median } from './median.ts';

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

/** The adapter and kafkajs itself. */
type Client = 'ours' | 'plain';
type Clients = Readonly<Record<Client, { readonly append: Pass; readonly consume: Pass }>>;

/** What one client did in one pass of a round. */
type Figure = {
  readonly pass: 'append' | 'consume';
  readonly client: Client;
  readonly rate: number;
};

/**
 * The adapter against kafkajs itself, in rounds that take turns on topics of their own. Both write
 * with idempotence and acks=all, one request at a time: ours for senders that each wait for their
 * one record, kafkajs as many records in one batch, which is the best that it can do for them.
 */
export async function measureLog(
  brokers: readonly string[],
  {
    valueBytes,
    records,
    rounds,
  }: { readonly valueBytes: number; readonly records: number; readonly rounds: number },
): Promise<LogFigures> {
  const log = await openKafkaTopicLog({ brokers, log: openLog({ level: 'error', pretty: false }) });
  const kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING });
  const value = randomBytes(valueBytes);
  const clients: Clients = {
    ours: { append: appendOurs(log, value, records), consume: consumeOurs(log, records) },
    plain: { append: appendPlain(kafka, value, records), consume: consumePlain(kafka, records) },
  };
  await measureRound(`bench-${valueBytes}-warm-up`, clients, log);
  const figures: Figure[] = [];
  for (let round = 0; round < rounds; round++)
    figures.push(...(await measureRound(`bench-${valueBytes}-${round}`, clients, log)));
  await log.close();
  const medianOf = (pass: Figure['pass'], client: Client): number =>
    median(
      figures.filter(one => one.pass === pass && one.client === client).map(({ rate }) => rate),
    );
  const both = (pass: Figure['pass']) => ({
    ours: medianOf(pass, 'ours'),
    plain: medianOf(pass, 'plain'),
  });
  return { valueBytes, append: both('append'), consume: both('consume') };
}

/** Each writes a topic, and both read both, since larger batches are read faster; each is first in turn. */
async function measureRound(name: string, clients: Clients, log: TopicLog): Promise<Figure[]> {
  const figures: Figure[] = [];
  const orders: readonly (readonly Client[])[] = [
    ['ours', 'plain'],
    ['plain', 'ours'],
  ];
  for (const order of orders) {
    const [writer = 'ours'] = order;
    const topic = `${name}-${writer}`;
    await log.createTopics([{ topic, partitions, retentionMs }]);
    figures.push({ pass: 'append', client: writer, rate: await clients[writer].append(topic) });
    for (const client of order)
      figures.push({ pass: 'consume', client, rate: await clients[client].consume(topic) });
  }
  return figures;
}

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
          key: 'bench',
          partition: at % partitions,
          value,
          headers: { format: '1' },
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
      group: `${topic}-ours`,
      topic,
      onFailed: arrived.fail,
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

async function perSecond(records: number, work: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return (records * 1000) / (performance.now() - startedAtMs);
}
