import {
  createDeadLetterRateGuard,
  type DeadLetterRateGuard,
} from '../../../platform/consumers/dead-letters.ts';
import type { AssignedPartition, LogRecord } from '../../../platform/topic-log/port.ts';
import { type BatchRange, noteText } from '../core/range.ts';
import type { Batch, BuildBatch, BuildBatchDependencies } from '../gather/build-batch.ts';
import { readDeadLetteredOffsets } from '../gather/dead-letters.ts';
import type { TakenRequest } from '../gather/duplicate-requests.ts';
import type { BatchBuffers } from '../pipelines/batch-buffers.ts';
import type { BatchPool } from './batch-pool.ts';
import { type WriteDependencies, writeBatch } from './write-batch.ts';

export type BatchDependencies = WriteDependencies &
  Pick<BuildBatchDependencies, 'blobStore'> & {
    readonly pool: BatchPool;
    readonly build: BuildBatch;
    /** Takes up to when everything that a partition received is published. */
    readonly reached: (partition: number, receivedUpToMs: number) => void;
  };

/** The batch before one, on its way. */
export type BatchBefore = {
  /** Its requests, which are not to be taken again. */
  readonly formed: Promise<readonly TakenRequest[]>;
  /** The range that its commit noted, if any. */
  readonly written: Promise<BatchRange | undefined>;
};

export type BatchStep = {
  readonly range: BatchRange;
  /** Emptied as soon as they are formed. */
  readonly records: LogRecord[];
  /** Nothing of it was ever written. */
  readonly isFresh: boolean;
  readonly before: BatchBefore | undefined;
  /** The range of the batch after it, once that is known. */
  readonly next: () => BatchRange | undefined;
  readonly onFormed: (taken: readonly TakenRequest[]) => void;
};

export type Taken = {
  readonly noted: BatchRange | undefined;
  /** Without the time for which it waited. */
  readonly costMs: number;
};

/**
 * Takes the batches of a partition: each is formed while the one before is written, and written after that is committed.
 *  forming  aborts when there is no use in forming a batch any more
 */
export function openTaker(
  partition: AssignedPartition,
  forming: AbortSignal,
  dependencies: BatchDependencies,
): (step: BatchStep) => Promise<Taken> {
  const deadShare = createDeadLetterRateGuard();
  return async step => {
    const pending = (await step.before?.formed) ?? [];
    return dependencies.pool.use(async buffers => {
      const beganAtMs = performance.now();
      const records = step.records.length;
      const batch = await form(step, { pending, buffers, signal: forming }, dependencies);
      const formedAtMs = performance.now();
      const noted = await step.before?.written;
      const writingAtMs = performance.now();
      if (noted !== step.range) await note(partition, step.range);
      checkDeadLetters(deadShare, records, batch);
      await writeBatch(batch, step.isFresh, partition, dependencies);
      const next = step.next();
      await commit(partition, step.range, next);
      const costMs = formedAtMs - beganAtMs + performance.now() - writingAtMs;
      dependencies.reached(partition.partition, batch.figures.receivedUpToMs);
      dependencies.watch.batchWritten({ ...step.range, ...batch.figures, costMs });
      return { noted: next, costMs };
    }, forming);
  };
}

type Forming = {
  readonly pending: readonly TakenRequest[];
  readonly buffers: BatchBuffers;
  readonly signal: AbortSignal;
};

async function form(
  { range, records, isFresh, onFormed }: BatchStep,
  forming: Forming,
  dependencies: BatchDependencies,
): Promise<Batch> {
  const aside = isFresh ? new Map() : await readDeadLetteredOffsets(range, dependencies);
  const batch = await dependencies.build(records, range, aside, { ...dependencies, ...forming });
  // Their bodies are in the columns by now, and what follows takes the longest.
  records.length = 0;
  onFormed(batch.taken);
  return batch;
}

// The fence: a process that no longer owns the partition cannot note, and without a note nothing is written.
// A batch that was begun before is noted again: its new owner may be one of the past as well, whose
// word from the group came while it slept.
const note = (partition: AssignedPartition, range: BatchRange): Promise<void> =>
  partition.commit({ offset: range.first, metadata: noteText(range) });

/** Ends a batch and notes the next, whose first record is the one after it. */
const commit = (
  partition: AssignedPartition,
  { last }: BatchRange,
  next: BatchRange | undefined,
): Promise<void> =>
  partition.commit({ offset: last + 1, metadata: next === undefined ? '' : noteText(next) });

const checkDeadLetters = (
  share: DeadLetterRateGuard,
  records: number,
  { deadLetters }: Batch,
): void => share.count(records, deadLetters.length);
