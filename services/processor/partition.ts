import type { AssignedPartition } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { type BatchLine, openBatchLine } from './batches/batch-line.ts';
import type { BatchDependencies } from './batches/take-batch.ts';
import { type BatchSize, batchSize } from './core/batch-size.ts';
import { intentFromBatchName, resumePoint, type Start, sourceName } from './core/range.ts';
import type { BatchTable } from './core/tables.ts';
import { pollBatch } from './gather/poll-batch.ts';
import { lastCommittedMarker } from './insert/insert.ts';

export type ProcessorDependencies = BatchDependencies & {
  /** What the batches of a topic may take together, of those that are full. */
  readonly batchMemoryBytes: number;
  /** To which batches go. */
  readonly tables: readonly BatchTable[];
};

/**
 * Takes the batches of one partition into the warehouse, strictly one after the other and each
 * exactly once, whoever dies when: the range is noted before anything of it is written, the rows
 * carry a marker in the same part, and the offset is committed last. After a crash the next owner
 * reads the note and the highest marker, forms the very same batch again and writes what is missing.
 * While one batch is written, the next is gathered and formed.
 */
export async function processPartition(
  partition: AssignedPartition,
  dependencies: ProcessorDependencies,
): Promise<void> {
  const { topicLog, batchMemoryBytes } = dependencies;
  const start = await recover(partition, dependencies);
  const size = batchSize(batchMemoryBytes, await topicLog.partitions(partition.topic));
  const line = openBatchLine(partition, dependencies);
  try {
    await gatherAll(partition, start, size, line, dependencies);
  } finally {
    // The next run of this partition must find nothing under way.
    await line.ended();
  }
}

/** Hands one batch after the other to the line until the partition is lost or a batch fails. */
async function gatherAll(
  partition: AssignedPartition,
  first: Start,
  size: BatchSize,
  line: BatchLine,
  { clock, reached }: ProcessorDependencies,
): Promise<void> {
  const { signal, pace } = line;
  for (let start = first; !signal.aborted; ) {
    const polledAtMs = clock();
    const records = await pollBatch({ partition, signal, size, pace }, start);
    if (records.length > 0) {
      const range = await line.add(records, start.note === undefined);
      start = { offset: range.last + 1 };
    } else if (!signal.aborted && pace() !== undefined) reached(partition.partition, polledAtMs);
  }
}

async function recover(
  partition: AssignedPartition,
  { warehouse, tables }: { readonly warehouse: Warehouse; readonly tables: readonly BatchTable[] },
): Promise<Start> {
  const committed = await partition.committed();
  const source = sourceName(partition.topic, partition.partition);
  const marker = await lastCommittedMarker(source, tables, warehouse);
  return resumePoint(committed, intentFromBatchName(marker));
}
