import type { CompressionTypes, Kafka, Message, Producer, RecordMetadata } from 'kafkajs';
import { partitionOf } from '../../../schemas/partition.ts';
import { createAppendQueue, type Size } from '../append-queue.ts';
import type { NewRecord, PartitionOffset } from '../port.ts';
import { type BatchCompression, compressionTypes } from './compression.ts';
import { kafkaLimits } from './limits.ts';
import { type Reconnecting, renewable } from './reconnecting.ts';
import type { Topics } from './topics.ts';

export type Appender = {
  append(topic: string, records: readonly NewRecord[]): Promise<readonly PartitionOffset[]>;
  close(): Promise<void>;
};

/** A record on its way, and the place it was given. */
type Sending = {
  readonly topic: string;
  readonly partition: number;
  readonly bytes: number;
  readonly message: Message;
  offset: number;
};

type Append = Size & { readonly sendings: readonly Sending[] };

/**
 * Appends through one idempotent producer with one request on its way: what arrives meanwhile
 * shares the next request, so that many senders cost few requests and every order is kept.
 */
export function openAppender(
  client: Kafka,
  topics: Topics,
  compression: BatchCompression,
): Appender {
  // After a failure the broker may hold a batch that the producer has given up, and would take the
  // next one with the same number for its repeat: answered, but never written. So it is replaced.
  const producer = renewable(() => createProducer(client), 'any error');
  const queue = createAppendQueue<Append, readonly PartitionOffset[]>(async batch => {
    const sendings = batch.flatMap(one => one.sendings);
    await sendAll(producer, compressionTypes[compression], sendings);
    return batch.map(({ sendings }) =>
      sendings.map(({ partition, offset }) => ({ partition, offset })),
    );
  });
  return {
    append: async (topic, records) => {
      const partitions = await topics.partitions(topic);
      const sendings = records.map(record => sendingOf(topic, record, partitions));
      if (sendings.length === 0) return [];
      const bytes = sendings.reduce((sum, one) => sum + one.bytes, 0);
      return queue.add({ records: sendings.length, bytes, sendings });
    },
    close: async () => {
      await queue.drained();
      await producer.close();
    },
  };
}

function createProducer(client: Kafka): Producer {
  return client.producer({
    idempotent: true,
    allowAutoTopicCreation: false,
    maxInFlightRequests: 1,
    createPartitioner:
      () =>
      ({ message }) =>
        Number(message.partition),
  });
}

function sendingOf(topic: string, record: NewRecord, partitions: number): Sending {
  const partition = record.partition ?? partitionOf(record.key, partitions);
  if (!Number.isInteger(partition) || partition < 0 || partition >= partitions)
    throw new Error(`expected a partition of ${topic} below ${partitions}, got ${partition}`);
  const { buffer, byteOffset, length } = record.value;
  const value = Buffer.from(buffer, byteOffset, length);
  return {
    topic,
    partition,
    bytes: length + record.key.length + kafkaLimits.recordBytes,
    message: { key: record.key, value, headers: { ...record.headers }, partition },
    offset: -1,
  };
}

/** One request, or several one after the other where a partition has more than one batch may hold. */
async function sendAll(
  producer: Reconnecting<Producer>,
  compression: CompressionTypes,
  sendings: readonly Sending[],
): Promise<void> {
  for (let rest = sendings; rest.length > 0; ) {
    const { now, later } = cut(rest);
    const expected = `${now.length} records to be acknowledged`;
    const placed = await producer.use(expected, connected =>
      connected.sendBatch({ acks: -1, compression, topicMessages: messagesOf(now) }),
    );
    place(now, placed);
    rest = later;
  }
}

/** What fits into one batch per partition; later records of a full partition wait. */
function cut(sendings: readonly Sending[]): { now: Sending[]; later: Sending[] } {
  const bytes = new Map<string, number>();
  const now: Sending[] = [];
  const later: Sending[] = [];
  for (const sending of sendings) {
    const name = nameOf(sending.topic, sending.partition);
    const before = bytes.get(name) ?? 0;
    bytes.set(name, before + sending.bytes);
    const fits = before === 0 || before + sending.bytes <= kafkaLimits.batchBytesMax;
    (fits ? now : later).push(sending);
  }
  return { now, later };
}

function messagesOf(sendings: readonly Sending[]): { topic: string; messages: Message[] }[] {
  const byTopic = new Map<string, Message[]>();
  for (const { topic, message } of sendings) {
    const messages = byTopic.get(topic);
    if (messages === undefined) byTopic.set(topic, [message]);
    else messages.push(message);
  }
  return Array.from(byTopic, ([topic, messages]) => ({ topic, messages }));
}

function place(sendings: readonly Sending[], placed: readonly RecordMetadata[]): void {
  const next = new Map<string, number>();
  for (const { topicName, partition, baseOffset } of placed)
    next.set(nameOf(topicName, partition), Number(baseOffset ?? -1));
  for (const sending of sendings) {
    const name = nameOf(sending.topic, sending.partition);
    const offset = next.get(name) ?? -1;
    if (offset < 0) throw new Error(`expected the offset of records in ${name}, got none`);
    sending.offset = offset;
    next.set(name, offset + 1);
  }
}

const nameOf = (topic: string, partition: number): string => `${topic}/${partition}`;
