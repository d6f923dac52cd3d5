import { chunk } from '../../../platform/chunk.ts';
import { appendDeadLetters } from '../../../platform/consumers/dead-letters.ts';
import type { AssignedPartition, NewRecord, TopicLog } from '../../../platform/topic-log/port.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { topics } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import { type BatchRange, batchName } from '../core/range.ts';
import type { Batch, BatchFigures } from '../gather/build-batch.ts';
import { insertExactlyOnce } from '../insert/insert.ts';

export type WriteDependencies = {
  readonly topicLog: TopicLog;
  readonly warehouse: Warehouse;
  readonly clock: () => number;
  readonly watch: ProcessorObserver;
};

/** What the processor reports to its metrics. */
export type ProcessorObserver = {
  readonly batchWritten: (batch: BatchRange & BatchFigures & { costMs: number }) => void;
  readonly deadLettered: (batch: BatchRange & { records: number; reason: string }) => void;
  readonly warehouseUnavailable: (error: Error) => void;
  readonly ticksUnavailable: (error: Error) => void;
};

/** Writes everything of a batch whose range is noted, but its commit. */
export async function writeBatch(
  batch: Batch,
  isFresh: boolean,
  { topic, signal }: Pick<AssignedPartition, 'topic' | 'signal'>,
  { topicLog, warehouse, watch, clock }: WriteDependencies,
): Promise<void> {
  await appendDeadLetters(topic, batch.deadLetters, { topicLog, nowMs: clock() });
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
  // Published after the rows, so that a trace can be read when its arrival is known.
  await publish(topics.traceArrivals, batch.arrivals, topicLog);
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
