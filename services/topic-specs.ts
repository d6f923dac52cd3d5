import type { TopicSpec } from '../platform/topic-log/port.ts';
import { hourMs } from '../schemas/durations.ts';
import type { Retention } from '../schemas/retention.ts';
import { deadLetterTopic, type TopicName, topics } from '../schemas/topics.ts';

/**
 * Partitions divide work among processes, and an embedded log has one. More of them make small batches of telemetry, each
 * an insert into ten tables, and more commits of everybody who reads them. Commands of different streams are decided
 * side by side and share a sync.
 */
const embeddedPartitions: Readonly<Record<TopicName, number>> = {
  spans: 1,
  metrics: 1,
  windows: 1,
  traceArrivals: 1,
  samples: 1,
  commands: 4,
};

/**
 * A command that is decided is in the events, and nothing reads it again. An embedded log keeps what is not decided, however
 * old it is; Kafka does not, so there commands are kept like everything else.
 */
const decidedKeptMs = hourMs;

/** Every topic with its twin for dead letters. An embedded log keeps the partitions with which it was created. */
export const topicSpecs = (
  kafka: { readonly partitions: number } | undefined,
  { topicsMs: retentionMs }: Pick<Retention, 'topicsMs'>,
): readonly TopicSpec[] =>
  (Object.keys(topics) as TopicName[]).flatMap(name => {
    const count =
      kafka === undefined
        ? { partitions: embeddedPartitions[name], keepsPartitions: true }
        : { partitions: kafka.partitions };
    const topic = topics[name];
    const isShort = kafka === undefined && topic === topics.commands;
    return [
      {
        topic,
        retentionMs: isShort ? Math.min(decidedKeptMs, retentionMs) : retentionMs,
        ...count,
      },
      { topic: deadLetterTopic(topic), retentionMs, ...count },
    ];
  });
