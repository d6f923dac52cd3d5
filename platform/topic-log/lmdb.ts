import { Unavailable } from '../errors.ts';
import type { Running } from '../lifecycle.ts';
import { type Label, openEnvironment } from '../lmdb/environment.ts';
import { createAppender, encodeAppend } from './append.ts';
import type { AssignmentBackend } from './assignment.ts';
import { createConsumerGroups } from './consumer-groups.ts';
import { type LogTables, logTables } from './lmdb-tables.ts';
import { readOrWait, readRecords } from './partition-log.ts';
import type { PartitionLag, TopicLog } from './port.ts';
import { preallocatePages } from './preallocate-pages.ts';
import { startRetention } from './retention.ts';
import { openRecent, recentBytesMax } from './tail-cache.ts';
import { loadTopics, type TopicMap } from './topic-map.ts';

export type LmdbTopicLogOptions = {
  readonly folder: string;
  readonly clock?: () => number;
  readonly retentionSweepMs?: number;
  readonly reassignPauseMs?: number;
  /** Bytes of records that may stay in memory for those who read at the end. */
  readonly recentBytesMax?: number;
};

export type LmdbTopicLog = TopicLog & {
  readonly label: Label;
  /**
   * Writes the records that are there now into an empty folder, while others go on.
   *  committed  what groups had committed before, which the copy has instead of what they commit meanwhile
   */
  copyTo(folder: string, committed: readonly PartitionLag[]): Promise<void>;
};

/** Fewer pages for the tree than with lmdb's 4096: what is mapped of the file grows with their number. */
const pageSize = 8192;
const retentionSweepMsDefault = 60_000;
const reassignPauseMsDefault = 1_000;

/** The topic log of a single process, in one folder. */
export async function openLmdbTopicLog(options: LmdbTopicLogOptions): Promise<LmdbTopicLog> {
  const { folder, clock = Date.now } = options;
  const environment = await openEnvironment(folder, { pageSize });
  await preallocatePages(environment, pageSize);
  const tables = logTables(environment);
  const topics = loadTopics(environment, tables);
  const recent = openRecent(options.recentBytesMax ?? recentBytesMax);
  const appender = createAppender(environment, tables, recent);
  const reassignPauseMs = options.reassignPauseMs ?? reassignPauseMsDefault;
  const groups = createConsumerGroups(
    createHolder(tables, topics, environment.batch, reassignPauseMs),
  );
  const retention = startRetention(environment, tables, topics, {
    sweepMs: options.retentionSweepMs ?? retentionSweepMsDefault,
    clock,
  });
  const state = { closing: false };
  const ensureOpen = (): void => {
    if (state.closing)
      throw new Unavailable(`expected the topic log to be open, but it was closed`);
  };
  return {
    label: environment.label,
    copyTo: async (target, committed) => {
      await environment.copyTo(target);
      await commitInCopy(target, committed);
    },
    createTopics: specs => topics.create(specs),
    partitions: async topic => topics.topic(topic).partitions.length,
    append: async (topic, records) => {
      ensureOpen();
      const append = encodeAppend(topics.topic(topic), records, clock());
      return records.length === 0 ? [] : appender.add(append);
    },
    read: async (topic, { partition, offset }, limits) => {
      ensureOpen();
      return readRecords(tables, topics.partition(topic, partition), offset, limits);
    },
    consume: async (consumer): Promise<Running> => {
      ensureOpen();
      topics.topic(consumer.topic);
      return groups.join(consumer);
    },
    lag: async (group, topic) => {
      ensureOpen();
      return lagOf(tables, topics, group, topic);
    },
    check: async () => ensureOpen(),
    close: async () => {
      state.closing = true;
      groups.close();
      await retention.stop();
      await appender.drained();
      await recent.stop();
      await environment.close();
    },
  };
}

/** Groups go on in the copy from where they had come before it was made. */
async function commitInCopy(folder: string, committed: readonly PartitionLag[]): Promise<void> {
  const copy = await openEnvironment(folder, { pageSize });
  const tables = logTables(copy);
  const topics = loadTopics(copy, tables);
  await copy.batch(() => {
    for (const { group, topic, partition, committed: offset, metadata = '' } of committed) {
      const { topicNumber } = topics.partition(topic, partition);
      tables.putCommitted({ group, topic: topicNumber, partition }, { offset, metadata });
    }
  });
  await copy.close();
}

function createHolder(
  tables: LogTables,
  topics: TopicMap,
  batch: (writes: () => void) => Promise<void>,
  reassignPauseMs: number,
): AssignmentBackend {
  const place = (group: string, topic: string, partition: number) => ({
    group,
    topic: topics.partition(topic, partition).topicNumber,
    partition,
  });
  return {
    reassignPauseMs,
    partitions: topic => topics.topic(topic).partitions.length,
    committed: ({ group, topic }, partition) => tables.committed(place(group, topic, partition)),
    commit: ({ group, topic }, partition, { offset, metadata }) =>
      batch(() => tables.putCommitted(place(group, topic, partition), { offset, metadata })),
    read: ({ topic, partition, offset }, limits, signal) =>
      readOrWait(tables, topics.partition(topic, partition), offset, limits, signal),
  };
}

/** A group that never committed on a partition has everything before it that is still kept. */
function lagOf(
  tables: LogTables,
  topics: TopicMap,
  group: string,
  topic: string,
): readonly PartitionLag[] {
  return topics.topic(topic).partitions.map(({ topicNumber, partition, start, end }) => {
    const known = tables.committed({ group, topic: topicNumber, partition });
    const committed = known?.offset ?? start;
    const left = known?.metadata ? { metadata: known.metadata } : {};
    return { group, topic, partition, committed, end, ...left };
  });
}
