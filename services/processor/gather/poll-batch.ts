import type { AssignedPartition, LogRecord } from '../../../platform/topic-log/port.ts';
import { telemetryHeaders } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import type { Start } from '../core/range.ts';

/** How the last batch went, by which the next is timed; on the monotonic clock. */
export type LastBatchTiming = { readonly endedAtMs: number; readonly costMs: number };

/**
 * The records of the next batch; none when there are none yet or the partition is lost. After a
 * note: exactly its range. Else as many as fit, waiting a moment for company: shortly when idle,
 * longer when batches are dear, so that the fixed cost of an insert is shared and an idle service
 * still answers at once.
 */
export async function pollBatch(
  partition: AssignedPartition,
  start: Start,
  pace: LastBatchTiming,
): Promise<LogRecord[]> {
  if (start.note !== undefined) return gatherExactly(partition, start.note.first, start.note.last);
  const gathered = openGathered();
  let cutAt = Number.POSITIVE_INFINITY;
  for (let next = start.offset; ; next = (gathered.records.at(-1) as LogRecord).offset + 1) {
    const waitMs = Math.min(limits.readWaitMs, Math.max(0, cutAt - performance.now()));
    const isFull = gathered.add(await readSome(partition, next, waitMs));
    // A member that lost the partition reads nothing and does not wait: it would poll again and again.
    if (partition.signal.aborted) return [];
    if (isFull || gathered.records.length === 0 || performance.now() >= cutAt)
      return gathered.records;
    if (cutAt === Number.POSITIVE_INFINITY) cutAt = cutAtMs(pace, performance.now());
  }
}

function openGathered() {
  const records: LogRecord[] = [];
  let rows = 0;
  let bytes = 0;
  return {
    records,
    /** Adds records until the batch is full, and says whether it is. */
    add: (read: readonly LogRecord[]): boolean => {
      for (const record of read) {
        records.push(record);
        rows += Number(
          record.headers[telemetryHeaders.spans] ?? record.headers[telemetryHeaders.points] ?? 0,
        );
        bytes += bodyBytesOf(record);
        if (records.length >= limits.batchRecordsMax) return true;
        if (rows >= limits.batchRowsMax || bytes >= limits.batchBytesMax) return true;
      }
      return false;
    },
  };
}

async function gatherExactly(
  partition: AssignedPartition,
  first: number,
  last: number,
): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for (let next = first; next <= last; ) {
    const read = await readSome(partition, next, limits.readWaitMs);
    if (read.length === 0) throw new Error(`expected records ${next} to ${last} again, found none`);
    for (const record of read) if (record.offset <= last) records.push(record);
    next = (read.at(-1) as LogRecord).offset + 1;
  }
  return records;
}

const bodyBytesOf = ({ headers, value }: LogRecord): number =>
  Number(
    headers[telemetryHeaders.claimBytes] ?? headers[telemetryHeaders.inflatedBytes] ?? value.length,
  );

const readSome = (
  partition: AssignedPartition,
  offset: number,
  waitMs: number,
): Promise<readonly LogRecord[]> =>
  partition.read(offset, {
    recordsMax: limits.readRecordsMax,
    bytesMax: limits.readBytesMax,
    waitMs,
  });

function cutAtMs({ endedAtMs, costMs }: LastBatchTiming, nowMs: number): number {
  const rest = Math.min(limits.lingerMs, costMs * limits.lingerPerCost);
  return Math.max(nowMs + limits.lingerIdleMs, endedAtMs + rest);
}
