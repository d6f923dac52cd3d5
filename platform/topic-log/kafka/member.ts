import {
  type Consumer,
  type EachBatchPayload,
  type Kafka,
  type PartitionAssigner,
  PartitionAssigners,
  type PartitionOffset,
} from 'kafkajs';
import { ProducerFenced } from '../../errors.ts';
import type { LogRecord, OffsetAndMetadata } from '../port.ts';
import { translating } from './errors.ts';
import { kafkaLimits } from './limits.ts';
import { recordOf } from './record.ts';

/** Events in the life of a group member. */
export type MemberEvents = {
  /** Everything is lost from now on, before the group is joined anew or left. */
  readonly revoked: () => void;
  readonly joined: (partitions: readonly number[]) => void;
  /** The coordinator answered, so the member was in its group a moment ago. */
  readonly heard: () => void;
  readonly ended: (error: unknown) => void;
  readonly fetched: (partition: number, records: readonly LogRecord[]) => boolean;
};

export type Member = {
  start(): Promise<void>;
  seek(partition: number, offset: number): void;
  pause(partitions: readonly number[]): void;
  resume(partition: number): void;
  commit(partition: number, committed: OffsetAndMetadata): Promise<void>;
  leave(): Promise<void>;
};

type DirectCommit = EachBatchPayload['commitOffsetsIfNecessary'];

/** One consumer of the driver, from its first join until it crashes or leaves. */
export function createMember(
  client: Kafka,
  { group, topic }: { readonly group: string; readonly topic: string },
  events: MemberEvents,
): Member {
  const consumer = createConsumer(client, group, events.revoked);
  const acknowledged = new Set<string>();
  let direct: DirectCommit | undefined;
  const pause = (partitions: readonly number[]): void =>
    whileRunning(() => consumer.pause([{ topic, partitions: [...partitions] }]));
  const resume = (partition: number): void =>
    whileRunning(() => consumer.resume([{ topic, partitions: [partition] }]));

  listen(consumer, topic, events, { pause, acknowledged });
  return {
    start: async () => {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: async payload => {
          direct = payload.commitOffsetsIfNecessary;
          take(payload, events);
        },
      });
    },
    seek: (partition, offset) => {
      whileRunning(() => consumer.seek({ topic, partition, offset: String(offset) }));
      resume(partition);
    },
    pause,
    resume,
    commit: async (partition, committed) => {
      const expected = `${group} to commit ${committed.offset} of partition ${partition} of ${topic}`;
      const offset = { partition, offset: String(committed.offset), metadata: committed.metadata };
      await translating(expected, () =>
        direct === undefined
          ? commitBeforeFirstBatch(consumer, topic, offset, acknowledged)
          : direct({ topics: [{ topic, partitions: [offset] }] }),
      );
    },
    leave: () => consumer.disconnect(),
  };
}

/** A consumer that has crashed refuses to be steered until it is replaced, which is well. */
function whileRunning(steer: () => void): void {
  try {
    steer();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'KafkaJSNonRetriableError') throw error;
  }
}

function createConsumer(client: Kafka, group: string, revoked: () => void): Consumer {
  return client.consumer({
    groupId: group,
    allowAutoTopicCreation: false,
    sessionTimeout: kafkaLimits.sessionTimeoutMs,
    heartbeatInterval: kafkaLimits.heartbeatMs,
    rebalanceTimeout: kafkaLimits.rebalanceTimeoutMs,
    maxWaitTimeInMs: kafkaLimits.fetchWaitMs,
    maxBytesPerPartition: kafkaLimits.fetchPartitionBytesMax,
    maxBytes: kafkaLimits.fetchBytesMax,
    partitionAssigners: [tellingBefore(revoked, PartitionAssigners.roundRobin)],
    retry: { retries: kafkaLimits.consumerRetries, restartOnFailure: async () => false },
  });
}

/**
 * The driver reports a join only when it is over, and some losses not at all. But every join begins
 * with a call of the assigner's protocol: the one moment before the generation changes.
 */
function tellingBefore(joining: () => void, assigner: PartitionAssigner): PartitionAssigner {
  return config => {
    const made = assigner(config);
    return {
      ...made,
      protocol: subscription => {
        joining();
        return made.protocol(subscription);
      },
    };
  };
}

function listen(
  consumer: Consumer,
  topic: string,
  events: MemberEvents,
  { pause, acknowledged }: { pause: Member['pause']; acknowledged: Set<string> },
): void {
  const names = consumer.events;
  consumer.on(names.GROUP_JOIN, ({ payload }) => {
    const partitions = payload.memberAssignment[topic] ?? [];
    // The driver would fetch from where it believes the group is; owners say where they begin.
    if (partitions.length > 0) pause(partitions);
    events.heard();
    events.joined(partitions);
  });
  consumer.on(names.HEARTBEAT, () => events.heard());
  consumer.on(names.COMMIT_OFFSETS, ({ payload }) => {
    events.heard();
    for (const { partitions } of payload.topics)
      for (const one of partitions) acknowledged.add(nameOf(one));
  });
  consumer.on(names.REBALANCING, () => events.revoked());
  consumer.on(names.STOP, () => events.revoked());
  consumer.on(names.DISCONNECT, () => events.revoked());
  consumer.on(names.CRASH, ({ payload }) => {
    events.revoked();
    events.ended(payload.error);
  });
}

function take({ batch, resolveOffset, isStale }: EachBatchPayload, events: MemberEvents): void {
  if (isStale()) return;
  const last = batch.messages.at(-1);
  const records = batch.messages.map(message => recordOf(batch.partition, message));
  if (last !== undefined && events.fetched(batch.partition, records)) resolveOffset(last.offset);
}

/**
 * The consumer's own commit repeats itself after an error, even under a generation that came
 * meanwhile, and does nothing, silently, while it ends. So it serves only until a first batch has
 * come with a way around that, when no record was read that a commit could cover; and it counts
 * only when the driver saw the broker take it.
 */
async function commitBeforeFirstBatch(
  consumer: Consumer,
  topic: string,
  offset: PartitionOffset & { readonly metadata: string },
  acknowledged: Set<string>,
): Promise<void> {
  const name = nameOf(offset);
  acknowledged.delete(name);
  await consumer.commitOffsets([{ topic, ...offset }]);
  if (!acknowledged.has(name))
    throw new ProducerFenced(
      `expected the broker to take offset ${name}, but the consumer had ended`,
    );
}

const nameOf = ({ partition, offset }: PartitionOffset): string => `${partition}:${offset}`;
