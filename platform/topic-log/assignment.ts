import { setTimeout as pause } from 'node:timers/promises';
import { ProducerFenced } from '../errors.ts';
import type {
  AssignedPartition,
  ConsumeOptions,
  LogRecord,
  OffsetAndMetadata,
  ReadLimits,
} from './port.ts';

/** How a holding reaches the log. */
export type AssignmentBackend = {
  readonly partitions: (topic: string) => number;
  readonly committed: (options: ConsumeOptions, partition: number) => OffsetAndMetadata | undefined;
  readonly commit: (
    options: ConsumeOptions,
    partition: number,
    committed: OffsetAndMetadata,
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
export type Assignment = {
  /** Resolves when no commit of this holding can change anything any more. */
  revoke(): Promise<void>;
  /** Resolves when every run has ended. */
  readonly ended: Promise<void>;
};

export function runAssignment(options: ConsumeOptions, holder: AssignmentBackend): Assignment {
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
        // An error of a run that lost the partition is about the loss.
        if (lost.signal.aborted) return;
        given.abort();
        options.onFailed(error, { topic: options.topic, partition });
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

type Ownership = {
  readonly partition: number;
  readonly signal: AbortSignal;
  /** Commits on their way: they ran for the owner, and the next owner waits for them. */
  readonly commits: Set<Promise<void>>;
};

function assign(
  options: ConsumeOptions,
  holder: AssignmentBackend,
  { partition, signal, commits }: Ownership,
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
        throw new ProducerFenced(
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
