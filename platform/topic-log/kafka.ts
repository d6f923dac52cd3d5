import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { Unavailable, unlessUnavailable } from '../errors.ts';
import type { Running } from '../lifecycle.ts';
import { openAppender } from './kafka/append.ts';
import { createClient, type KafkaTopicLogOptions } from './kafka/client.ts';
import { startConsuming } from './kafka/consume.ts';
import { kafkaLimits } from './kafka/limits.ts';
import { openOffsets } from './kafka/offsets.ts';
import { openReader } from './kafka/read.ts';
import { type Reconnecting, renewable } from './kafka/reconnecting.ts';
import { openTopics } from './kafka/topics.ts';
import type { TopicLog } from './port.ts';

/** The topic log of many processes, on Apache Kafka. Connects at first use, so it opens while Kafka is down. */
export async function openKafkaTopicLog(options: KafkaTopicLogOptions): Promise<TopicLog> {
  const { log, compression = 'none', reassignPauseMs = kafkaLimits.reassignPauseMs } = options;
  const client = createClient(options);
  const admin = renewable(() => client.admin(), 'unavailable');
  // Readiness is about the present, so nothing is retried.
  const probe = renewable(() => createClient(options, 0).admin(), 'unavailable');
  const topics = openTopics(admin, options.replication);
  const offsets = openOffsets(admin);
  const appender = openAppender(client, topics, compression);
  const reader = openReader(client, offsets);
  const consumers = new Set<Running>();
  const state: { closed?: Promise<void> } = {};
  const ensureOpen = (): void => {
    if (state.closed !== undefined)
      throw new Unavailable('expected the topic log to be open, but it was closed');
  };
  const close = async (): Promise<void> => {
    await Promise.all(Array.from(consumers, consumer => consumer.stop()));
    await Promise.all([appender.close(), reader.close()]);
    await Promise.all([admin.close(), probe.close()]);
  };
  return {
    createTopics: topics.create,
    partitions: topics.partitions,
    append: async (topic, records) => {
      ensureOpen();
      return appender.append(topic, records);
    },
    read: async (topic, place, limits) => {
      ensureOpen();
      return reader.read(topic, place, limits);
    },
    consume: async consumer => {
      ensureOpen();
      // While Kafka is unavailable this is unknown: consumers join when it is back.
      await topics.partitions(consumer.topic).catch(unlessUnavailable);
      const consuming = startConsuming(consumer, { client, offsets, log, reassignPauseMs });
      const running = {
        stop: async () => {
          await consuming.stop();
          consumers.delete(running);
        },
      };
      consumers.add(running);
      return running;
    },
    lag: offsets.lag,
    check: async () => {
      ensureOpen();
      await answeringSoon(probe);
    },
    close: () => {
      state.closed ??= close();
      return state.closed;
    },
  };
}

async function answeringSoon(probe: Reconnecting<Admin>): Promise<void> {
  const waited = new AbortController();
  const late = pause(kafkaLimits.checkMsMax, undefined, { signal: waited.signal }).then(() => {
    throw new Unavailable(`expected Kafka to answer within ${kafkaLimits.checkMsMax} ms`);
  });
  late.catch(() => {});
  const answer = probe.use('Kafka to answer', connected => connected.describeCluster());
  answer.catch(() => {});
  try {
    await Promise.race([answer, late]);
  } finally {
    waited.abort();
  }
}
