import { setTimeout as pause } from 'node:timers/promises';
import { Fenced } from '../errors.ts';
import type {
  AssignedPartition,
  Committed,
  ConsumeOptions,
  LogRecord,
  ReadLimits,
} from './port.ts';

/** How a holding reaches the log. */
export type Holder = {
  readonly partitions: (topic: string) => number;
  readonly committed: (options: ConsumeOptions, partition: number) => Committed | undefined;
  readonly commit: (
    options: ConsumeOptions,
    partition: number,
    committed: Committed,
  ) => Promise<void>;
  readonly read: (
    place: { topic: string; partition: number; offset: number },
    limits: ReadLimits,
    signal: AbortSignal,
  ) => Promise<readonly LogRecord[]>;
  /** Between a run that failed and the next of the same partition. */
  readonly reassignPauseMs: number;
};

/** All partitions of a topic in the hands of one consumer. */
export type Holding = {
  /** Resolves when no commit of this holding can change anything any more. */
  revoke(): Promise<void>;
  /** Resolves when every run has ended. */
  readonly ended: Promise<void>;
};

export function hold(options: ConsumeOptions, holder: Holder): Holding {
  const lost = new AbortController();
  const commits = new Set<Promise<void>>();
  const settled = async (): Promise<void> => void (await Promise.allSettled(commits));

  const keep = async (partition: number): Promise<void> => {
    while (!lost.signal.aborted) {
      const given = new AbortController();
      const signal = AbortSignal.any([lost.signal, given.signal]);
      try {
        return await options.run(assign(options, holder, { partition, signal, commits }));
      } catch (error) {
        // Whatever a run throws after it lost the partition is about the loss.
        if (lost.signal.aborted) return;
        given.abort();
        options.failed(error, { topic: options.topic, partition });
      }
      await settled();
      await pause(holder.reassignPauseMs, undefined, { signal: lost.signal }).catch(() => {});
    }
  };
  const keepers = Array.from({ length: holder.partitions(options.topic) }, (_, n) => keep(n));
  return {
    revoke: () => {
      lost.abort();
      return settled();
    },
    ended: Promise.all(keepers).then(() => {}),
  };
}

type Assignment = {
  readonly partition: number;
  readonly signal: AbortSignal;
  /** Commits on their way: they ran for the owner, and the next owner waits for them. */
  readonly commits: Set<Promise<void>>;
};

function assign(
  options: ConsumeOptions,
  holder: Holder,
  { partition, signal, commits }: Assignment,
): AssignedPartition {
  const { group, topic } = options;
  return {
    topic,
    partition,
    signal,
    committed: async () => holder.committed(options, partition),
    read: (offset, limits) => holder.read({ topic, partition, offset }, limits, signal),
    commit: async committed => {
      if (signal.aborted)
        throw new Fenced(
          `expected ${group} to own partition ${partition} of ${topic}, but it was taken away`,
        );
      const commit = holder.commit(options, partition, committed);
      commits.add(commit);
      try {
        await commit;
      } finally {
        commits.delete(commit);
      }
    },
  };
}
