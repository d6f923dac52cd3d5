import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { Unavailable } from '../../errors.ts';
import type { TopicSpec } from '../port.ts';
import { isShortOfBrokers, isUnknownTopic } from './errors.ts';
import { kafkaLimits } from './limits.ts';
import type { Reconnecting } from './reconnecting.ts';
import { applyTopicRetention } from './retention.ts';

export type Topics = {
  create(specs: readonly TopicSpec[]): Promise<void>;
  /** Throws a plain Error when there is no such topic. */
  partitions(topic: string): Promise<number>;
};

export function openTopics(admin: Reconnecting<Admin>, replication: number | undefined): Topics {
  /** Counts are fixed when topics are created, so what was seen once stays true. */
  const counts = new Map<string, number>();
  const partitions = async (topic: string): Promise<number> => {
    const known = counts.get(topic);
    if (known !== undefined) return known;
    const count = await admin.use(`topic ${topic} to exist`, async connected => {
      const { topics } = await connected.fetchTopicMetadata({ topics: [topic] });
      return topics.find(({ name }) => name === topic)?.partitions.length ?? 0;
    });
    if (count === 0) throw new Error(`expected topic ${topic} to exist`);
    counts.set(topic, count);
    return count;
  };
  return {
    create: async specs => {
      const expected = `topics ${specs.map(({ topic }) => topic).join(', ')} to be created`;
      await known(expected, () =>
        admin.use(expected, connected =>
          createMissing(connected, specs, replication).catch(explained(replication)),
        ),
      );
      for (const { topic, keepsPartitions, partitions: wanted } of specs) {
        const found = await known(expected, () => partitions(topic));
        if (found !== wanted && !keepsPartitions)
          throw new Error(
            `expected topic ${topic} with its ${found} partitions, got a count of ${wanted}`,
          );
      }
    },
    partitions,
  };
}

/**
 * A broker that has created a topic, or lists one that another process creates at the same moment,
 * may say for a while that it does not know it.
 */
async function known<Result>(expected: string, look: () => Promise<Result>): Promise<Result> {
  const endMs = performance.now() + kafkaLimits.createdMsMax;
  for (;;) {
    try {
      return await look();
    } catch (cause) {
      if (!isUnknownTopic(cause)) throw cause;
      if (performance.now() > endMs)
        throw new Unavailable(`expected ${expected}, they are not known yet`, { cause });
    }
    await pause(kafkaLimits.createdPauseMs);
  }
}

/** Brokers of a new cluster come one after the other, so this may pass. */
const explained = (replication: number | undefined) => (cause: unknown) => {
  if (!isShortOfBrokers(cause)) throw cause;
  const message = `Kafka has fewer than ${replication} brokers now, which KAFKA_REPLICATION wants: start them, or set it to their number`;
  throw new Unavailable(message, { cause });
};

async function createMissing(
  admin: Admin,
  specs: readonly TopicSpec[],
  replication: number | undefined,
): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const missing = specs.filter(({ topic }) => !existing.has(topic));
  await applyTopicRetention(
    admin,
    specs.filter(({ topic }) => existing.has(topic)),
  );
  if (missing.length === 0) return;
  await admin.createTopics({
    waitForLeaders: true,
    topics: missing.map(({ topic, partitions, retentionMs }) => ({
      topic,
      numPartitions: partitions,
      ...(replication !== undefined && { replicationFactor: replication }),
      configEntries: [
        { name: 'retention.ms', value: String(retentionMs) },
        { name: 'max.message.bytes', value: String(kafkaLimits.messageBytesMax) },
        ...(replication !== undefined && replication > 2
          ? [{ name: 'min.insync.replicas', value: '2' }]
          : []),
      ],
    })),
  });
}
