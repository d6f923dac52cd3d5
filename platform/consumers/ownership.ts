import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { partitionOf } from '../../schemas/partition.ts';
import { untilAborted } from '../async/until-aborted.ts';
import type { Running } from '../lifecycle.ts';
import type { Log } from '../log.ts';
import type { AssignedPartition, TopicLog } from '../topic-log/port.ts';
import { startConsumer } from './consume.ts';

/** The part of some work that this process has to do now. */
export type Ownership = {
  /** True when the work about this id belongs to this process. */
  readonly owns: (id: string) => boolean;
  /** Those whose ids it is. */
  readonly partitions: readonly AssignedPartition[];
  /** Aborts when the part changes; the work then starts again with another part. */
  readonly signal: AbortSignal;
};

export type OwnerOptions = {
  readonly topicLog: Pick<TopicLog, 'consume' | 'partitions'>;
  readonly group: string;
  /** Its partitions divide the work. */
  readonly topic: string;
  readonly log: Log;
  readonly work: (ownership: Ownership) => Promise<void>;
};

const retryMs = 1_000;

/**
 * Work that exactly one process must do: an id belongs to the process that owns partition
 * `murmur2(id) % count`. A process that lost a partition without noticing does no harm as long as
 * the work appends with expected revisions and derives ids from causes.
 */
export async function startOwner(options: OwnerOptions): Promise<Running> {
  const owned = new Map<number, AssignedPartition>();
  const stopping = new AbortController();
  let change = new AbortController();
  const changed = (): void => {
    change.abort();
    change = new AbortController();
  };
  const consumer = await startConsumer({
    ...options,
    halted: () => undefined,
    run: async assigned => {
      const { partition, signal } = assigned;
      owned.set(partition, assigned);
      changed();
      await untilAborted(signal);
      owned.delete(partition);
      changed();
    },
  });
  const working = (async () => {
    while (!stopping.signal.aborted) {
      // Partitions of one assignment arrive one after the other.
      await nextTurn();
      const signal = AbortSignal.any([stopping.signal, change.signal]);
      if (owned.size === 0) await untilAborted(signal);
      else await workOn(new Map(owned), options, signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await consumer.stop();
      await working;
    },
  };
}

/** The work is its own judge of errors; one that ends it is logged and the work begins again. */
async function workOn(
  owned: ReadonlyMap<number, AssignedPartition>,
  { topicLog, topic, group, log, work }: OwnerOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    const count = await topicLog.partitions(topic);
    const partitions = [...owned.values()];
    await work({ owns: id => owned.has(partitionOf(id, count)), partitions, signal });
  } catch (error) {
    if (!signal.aborted)
      log.warn({ err: error, group }, 'owned work interrupted, to be begun again');
  }
  await sleep(retryMs, undefined, { signal }).catch(() => undefined);
}
