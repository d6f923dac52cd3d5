import { setTimeout as pause } from 'node:timers/promises';
import { ProducerFenced } from '../../errors.ts';
import type { AssignedPartition, ConsumeOptions, LogRecord, OffsetAndMetadata } from '../port.ts';
import type { Offsets } from './offsets.ts';
import { type Flow, openReadAhead, type ReadAhead } from './read-ahead.ts';

/** What the membership of a group lets its owner do with a partition. */
export type MemberActions = {
  /** Does nothing any more once the signal aborts. */
  readonly flow: (partition: number, signal: AbortSignal) => Flow;
  /** Throws `ProducerFenced` when the group has moved on. */
  readonly commit: (partition: number, committed: OffsetAndMetadata) => Promise<void>;
};

export type Assignments = {
  /** Begins an epoch: all earlier partitions are lost, also those that are assigned again. */
  assign(partitions: readonly number[]): void;
  revoke(): void;
  /** Hands fetched records to the owner, and says whether fetching may go on after them. */
  deliver(partition: number, records: readonly LogRecord[]): boolean;
  /** Revokes, assigns no more, and resolves when every run has ended. */
  close(): Promise<void>;
};

type Dependencies = {
  readonly options: ConsumeOptions;
  readonly hands: MemberActions;
  readonly offsets: Offsets;
  readonly reassignPauseMs: number;
};

export function openAssignments(dependencies: Dependencies): Assignments {
  const readAheads = new Map<number, ReadAhead>();
  const keepers = new Map<number, Promise<void>>();
  const state = { open: true };
  let epoch = new AbortController();
  const revoke = (): void => {
    epoch.abort();
    readAheads.clear();
  };
  return {
    assign: partitions => {
      revoke();
      if (!state.open) return;
      epoch = new AbortController();
      const { signal } = epoch;
      for (const partition of partitions) {
        // Two runs of one partition at the same time would be two writers: the former ends first.
        const former = keepers.get(partition) ?? Promise.resolve();
        const keeper = former.then(() => keep(partition, signal, readAheads, dependencies));
        keepers.set(partition, keeper);
      }
    },
    revoke,
    deliver: (partition, records) => readAheads.get(partition)?.add(records) ?? false,
    close: async () => {
      state.open = false;
      revoke();
      await Promise.all(keepers.values());
    },
  };
}

/** Runs a partition for as long as the epoch lasts, again after a pause when its run rejects. */
async function keep(
  partition: number,
  lost: AbortSignal,
  readAheads: Map<number, ReadAhead>,
  dependencies: Dependencies,
): Promise<void> {
  const { options, hands, reassignPauseMs } = dependencies;
  while (!lost.aborted) {
    const given = new AbortController();
    const signal = AbortSignal.any([lost, given.signal]);
    const flow = hands.flow(partition, signal);
    const readAhead = openReadAhead(flow);
    readAheads.set(partition, readAhead);
    try {
      return await options.run(assigned(partition, signal, readAhead, dependencies));
    } catch (error) {
      // An error of a run that lost the partition is about the loss.
      if (lost.aborted) return;
      flow.pause();
      given.abort();
      readAheads.delete(partition);
      options.onFailed(error, { topic: options.topic, partition });
    }
    await pause(reassignPauseMs, undefined, { signal: lost }).catch(() => {});
  }
}

function assigned(
  partition: number,
  signal: AbortSignal,
  readAhead: ReadAhead,
  { options: { group, topic }, hands, offsets }: Dependencies,
): AssignedPartition {
  const ensureOwned = (): void => {
    if (!signal.aborted) return;
    throw new ProducerFenced(
      `expected ${group} to own partition ${partition} of ${topic}, but it was taken away`,
    );
  };
  return {
    topic,
    partition,
    signal,
    committed: () => offsets.committed(group, topic, partition),
    read: (offset, limits) => readAhead.read(offset, limits, signal),
    commit: async committed => {
      ensureOwned();
      await hands.commit(partition, committed);
      // The broker took it under the old generation, but its owner must stop all the same.
      ensureOwned();
    },
  };
}
