import type { AssignedPartition, LogRecord } from '../../../platform/topic-log/port.ts';
import type { BatchRange } from '../core/range.ts';
import type { TakenRequest } from '../gather/duplicate-requests.ts';
import type { LastBatchTiming } from '../gather/poll-batch.ts';
import { type BatchBefore, type BatchDependencies, openTaker, type Taken } from './take-batch.ts';

/** The batches of one partition that are on their way: one is written, and the one after it is formed. */
export type BatchLine = {
  /** Aborts when the partition is lost or a batch failed: nothing is gathered any more. */
  readonly signal: AbortSignal;
  /** How the last batch went; undefined while one is on its way. */
  readonly pace: () => LastBatchTiming | undefined;
  /**
   * Takes the next batch, and resolves when another may be gathered: when none but this one is on its way. A batch that was
   * begun before (`isFresh` false) is on its way alone.
   */
  readonly add: (records: LogRecord[], isFresh: boolean) => Promise<BatchRange>;
  /** Resolves when none is on its way any more; rejects with what the first that failed failed with. */
  readonly ended: () => Promise<void>;
};

type OpenBatch = BatchBefore & {
  readonly range: BatchRange;
  next?: BatchRange;
};

export function openBatchLine(
  partition: AssignedPartition,
  dependencies: BatchDependencies,
): BatchLine {
  const failed = new AbortController();
  const signal = AbortSignal.any([partition.signal, failed.signal]);
  const take = openTaker(partition, signal, dependencies);
  let last: LastBatchTiming = { endedAtMs: 0, costMs: 0 };
  let count = 0;
  let newest: OpenBatch | undefined;
  let failure: { readonly error: unknown } | undefined;
  const watched = async (taking: Promise<Taken>): Promise<BatchRange | undefined> => {
    count++;
    try {
      const { noted, costMs } = await taking;
      last = { endedAtMs: performance.now(), costMs };
      return noted;
    } catch (error) {
      failure ??= { error };
      failed.abort(error);
      throw error;
    } finally {
      count--;
    }
  };
  const begin = (records: LogRecord[], isFresh: boolean, before?: OpenBatch): OpenBatch => {
    const range = rangeOf(partition, records);
    let onFormed: (taken: readonly TakenRequest[]) => void = () => undefined;
    const formed = new Promise<readonly TakenRequest[]>(resolve => {
      onFormed = resolve;
    });
    const next = () => batch.next;
    const written = watched(take({ range, records, isFresh, before, next, onFormed }));
    // Whoever waits for it to be formed waits no longer than for its end.
    const batch: OpenBatch = {
      range,
      written,
      formed: Promise.race([formed, written.then(() => formed)]),
    };
    batch.formed.catch(() => undefined);
    if (before !== undefined) before.next = range;
    return batch;
  };
  return {
    signal,
    pace: () => (count > 0 ? undefined : last),
    add: async (records, isFresh) => {
      const before = newest;
      newest = begin(records, isFresh, before);
      await settled(isFresh ? before : newest);
      return newest.range;
    },
    ended: async () => {
      await settled(newest);
      if (failure !== undefined) throw failure.error;
    },
  };
}

const settled = (batch: OpenBatch | undefined): Promise<unknown> =>
  Promise.allSettled([batch?.written]);

function rangeOf(
  { topic, partition }: AssignedPartition,
  records: readonly { readonly offset: number }[],
): BatchRange {
  const first = records[0]?.offset ?? 0;
  return { topic, partition, first, last: records.at(-1)?.offset ?? first };
}
