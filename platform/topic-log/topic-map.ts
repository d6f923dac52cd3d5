import type { Environment } from '../lmdb/environment.ts';
import type { LogTables } from './lmdb-tables.ts';
import {
  loadPartitions,
  type OpenTopic,
  type PartitionLog,
  partitionLog,
} from './partition-log.ts';
import type { TopicSpec } from './port.ts';

export type TopicMap = {
  create(specs: readonly TopicSpec[]): Promise<void>;
  /** Throws a plain Error when there is no such topic. */
  topic(name: string): OpenTopic;
  partition(name: string, partition: number): PartitionLog;
  all(): Iterable<OpenTopic>;
};

/** Every topic there is, loaded when the folder is opened. */
export function loadTopics(environment: Environment, tables: LogTables): TopicMap {
  const loaded = new Map<string, OpenTopic>();
  const load = (name: string): void => {
    const stored = tables.topic(name);
    if (stored === undefined) return;
    const { number, partitions, retentionMs } = stored;
    const known = loaded.get(name)?.partitions;
    loaded.set(name, {
      name,
      retentionMs,
      partitions: known ?? loadPartitions(tables, number, partitions),
    });
  };
  for (const name of tables.topicNames()) load(name);

  const topic = (name: string): OpenTopic => {
    const found = loaded.get(name);
    if (found !== undefined) return found;
    throw new Error(`expected one of the topics ${[...loaded.keys()].join(', ')}, got ${name}`);
  };
  return {
    create: async specs => {
      await environment.transact(() => createMissing(tables, specs));
      for (const spec of specs) load(spec.topic);
    },
    topic,
    partition: (name, partition) => partitionLog(topic(name), partition),
    all: () => loaded.values(),
  };
}

function createMissing(tables: LogTables, specs: readonly TopicSpec[]): void {
  for (const { topic, keepsPartitions, retentionMs, ...wanted } of specs) {
    const stored = tables.topic(topic);
    const partitions = stored?.partitions ?? wanted.partitions;
    if (partitions !== wanted.partitions && !keepsPartitions)
      throw new Error(
        `expected topic ${topic} with its ${partitions} partitions, got a count of ${wanted.partitions}`,
      );
    const number = stored?.number ?? [...tables.topicNames()].length;
    tables.putTopic(topic, { number, partitions, retentionMs });
  }
}
