import type { BlobStore } from '../../platform/blob-store/port.ts';
import { chunk } from '../../platform/chunk.ts';
import {
  appendDeadLetters,
  createDeadLetterRateGuard,
  type DeadLetterRateGuard,
} from '../../platform/consumers/dead-letters.ts';
import type {
  AssignedPartition,
  LogRecord,
  NewRecord,
  TopicLog,
} from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { topics } from '../../schemas/topics.ts';
import type { BatchPool } from './batch-pool.ts';
import { limits } from './config.ts';
import {
  type BatchRange,
  batchName,
  intentFromBatchName,
  noteText,
  resumePoint,
  sourceName,
} from './core/range.ts';
import type { BatchTable } from './core/tables.ts';
import type { Batch, BuildBatch } from './gather/build-batch.ts';
import { readDeadLetteredOffsets } from './gather/dead-letters.ts';
import { type LastBatchTiming, pollBatch } from './gather/poll-batch.ts';
import { insertExactlyOnce, lastCommittedMarker } from './insert/insert.ts';
import type { BatchBuffers } from './pipelines/batch-buffers.ts';

export type ProcessorDependencies = {
  readonly topicLog: TopicLog;
  readonly warehouse: Warehouse;
  readonly blobStore: BlobStore;
  readonly clock: () => number;
  /** To which batches go. */
  readonly tables: readonly BatchTable[];
  readonly pool: BatchPool;
  readonly build: BuildBatch;
  readonly watch: ProcessorObserver;
  /** Takes up to when everything that a partition received is published. */
  readonly reached: (partition: number, receivedUpToMs: number) => void;
};

/** What the processor tells whoever counts. */
export type ProcessorObserver = {
  readonly batchWritten: (
    batch: BatchRange & { rows: number; costMs: number; receivedUpToMs: number },
  ) => void;
  readonly deadLettered: (batch: BatchRange & { records: number; reason: string }) => void;
  readonly warehouseUnavailable: (error: Error) => void;
  readonly ticksUnavailable: (error: Error) => void;
};

/**
 * Takes the batches of one partition into the warehouse, strictly one after the other and each
 * exactly once, whoever dies when: the range is noted before anything of it is written, the rows
 * carry a marker in the same part, and the offset is committed last. After a crash the next owner
 * reads the note and the highest marker, forms the very same batch again and writes what is missing.
 */
export async function processPartition(
  partition: AssignedPartition,
  dependencies: ProcessorDependencies,
): Promise<void> {
  const { signal } = partition;
  const deadShare = createDeadLetterRateGuard();
  let start = await recover(partition, dependencies);
  let pace = { endedAtMs: 0, costMs: 0, nextOffset: 0 };
  while (!signal.aborted) {
    const polledAtMs = dependencies.clock();
    const records = await pollBatch(partition, start, pace);
    if (records.length === 0) {
      if (!signal.aborted) dependencies.reached(partition.partition, polledAtMs);
      continue;
    }
    const step = { partition, records, isFresh: start.note === undefined, deadShare };
    pace = await dependencies.pool.use(buffers => batch(step, buffers, dependencies), signal);
    start = { offset: pace.nextOffset };
  }
}

type Step = {
  readonly partition: AssignedPartition;
  /** Emptied as soon as they are formed. */
  readonly records: LogRecord[];
  readonly isFresh: boolean;
  readonly deadShare: DeadLetterRateGuard;
};

/** Notes, forms and writes one batch. */
async function batch(
  { partition, records, isFresh, deadShare }: Step,
  buffers: BatchBuffers,
  dependencies: ProcessorDependencies,
): Promise<LastBatchTiming & { readonly nextOffset: number }> {
  const beganAtMs = performance.now();
  const range = rangeOf(partition, records);
  await note(partition, range);
  const aside = isFresh ? new Map() : await readDeadLetteredOffsets(range, dependencies);
  const forming = { ...dependencies, buffers, signal: partition.signal };
  const formed = await dependencies.build(records, range, aside, forming);
  deadShare.count(records.length, formed.deadLetters.length);
  // Their bodies are in the columns by now, and what follows takes the longest.
  records.length = 0;
  await write(formed, isFresh, partition, dependencies);
  const endedAtMs = performance.now();
  const costMs = endedAtMs - beganAtMs;
  dependencies.reached(partition.partition, formed.figures.receivedUpToMs);
  dependencies.watch.batchWritten({ ...range, ...formed.figures, costMs });
  return { endedAtMs, costMs, nextOffset: range.last + 1 };
}

async function recover(
  partition: AssignedPartition,
  { warehouse, tables }: Pick<ProcessorDependencies, 'warehouse' | 'tables'>,
) {
  const committed = await partition.committed();
  const source = sourceName(partition.topic, partition.partition);
  const marker = await lastCommittedMarker(source, tables, warehouse);
  return resumePoint(committed, intentFromBatchName(marker));
}

function rangeOf(
  { topic, partition }: AssignedPartition,
  records: readonly { readonly offset: number }[],
): BatchRange {
  const offsets = records.map(record => record.offset);
  return { topic, partition, first: offsets[0] ?? 0, last: offsets.at(-1) ?? 0 };
}

// The fence: whoever no longer owns the partition cannot note, and without a note nothing is written.
// A batch that was begun before is noted again: its new owner may be one of the past as well, whose
// word from the group came while it slept.
const note = (partition: AssignedPartition, range: BatchRange): Promise<void> =>
  partition.commit({ offset: range.first, metadata: noteText(range) });

async function write(
  batch: Batch,
  isFresh: boolean,
  partition: AssignedPartition,
  dependencies: ProcessorDependencies,
): Promise<void> {
  const { topicLog, warehouse, watch, clock } = dependencies;
  const { signal } = partition;
  await appendDeadLetters(partition.topic, batch.deadLetters, { topicLog, nowMs: clock() });
  for (const { reason } of batch.deadLetters) {
    watch.deadLettered({ ...batch.range, records: 1, reason });
  }
  await publish(topics.windows, batch.deltas, topicLog);
  const name = batchName(batch.range);
  for (const block of batch.blocks) {
    signal.throwIfAborted();
    await insertExactlyOnce(block, name, isFresh, {
      warehouse,
      signal,
      unavailable: watch.warehouseUnavailable,
    });
  }
  // Whoever hears of a trace can read it: that is why this comes after the rows.
  await publish(topics.traceArrivals, batch.arrivals, topicLog);
  await partition.commit({ offset: batch.range.last + 1, metadata: '' });
}

async function publish(
  topic: string,
  records: readonly NewRecord[],
  topicLog: TopicLog,
): Promise<void> {
  for (const some of chunk(records, limits.recordsAtOnceMax)) {
    await topicLog.append(topic, some);
  }
}
