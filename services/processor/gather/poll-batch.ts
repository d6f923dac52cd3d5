import type { AssignedPartition, LogRecord } from '../../../platform/topic-log/port.ts';
import { telemetryHeaders } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import type { BatchSize } from '../core/batch-size.ts';
import type { Start } from '../core/range.ts';

/** How the last batch went, by which the next is timed; on the monotonic clock. */
export type LastBatchTiming = { readonly endedAtMs: number; readonly costMs: number };

export type Polled = {
  readonly partition: Pick<AssignedPartition, 'read'>;
  /** Ends the gathering. */
  readonly signal: AbortSignal;
  readonly size: BatchSize;
  /** Undefined while the batch before is on its way. */
  readonly pace: () => LastBatchTiming | undefined;
};

/**
 * The records of the next batch; none when there are none yet or the partition is lost. After a
 * note: exactly its range. Else as many as fit, waiting a moment for company: shortly when idle,
 * longer when batches are dear, so that the fixed cost of an insert is shared and an idle service
 * still answers at once.
 */
export async function pollBatch(source: Polled, start: Start): Promise<LogRecord[]> {
  const { partition, signal, size, pace } = source;
  if (start.note !== undefined) return gatherExactly(partition, start.note.first, start.note.last);
  const gathered = openGathered(size);
  let cutAt = (): number => Number.POSITIVE_INFINITY;
  for (let next = start.offset; ; next = (gathered.records.at(-1) as LogRecord).offset + 1) {
    const isFull = gathered.add(await readSome(partition, next, waitMs(cutAt(), source, gathered)));
    // A member that lost the partition reads nothing and does not wait: it would poll again and again.
    if (signal.aborted) return [];
    if (isFull || gathered.records.length === 0 || performance.now() >= cutAt())
      return gathered.records;
    if (next === start.offset) cutAt = cutAtMs(pace, performance.now());
  }
}

/** Who has something and waits for the batch before looks again and again whether that has ended. */
function waitMs(cutAt: number, { pace }: Polled, { records }: Gathered): number {
  const longest =
    records.length > 0 && pace() === undefined ? limits.lingerIdleMs : limits.readWaitMs;
  return Math.min(longest, Math.max(0, cutAt - performance.now()));
}

type Gathered = ReturnType<typeof openGathered>;

function openGathered({ rowsMax, bytesMax }: BatchSize) {
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
        if (rows >= rowsMax || bytes >= bytesMax) return true;
      }
      return false;
    },
  };
}

async function gatherExactly(
  partition: Polled['partition'],
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
  partition: Polled['partition'],
  offset: number,
  waitMs: number,
): Promise<readonly LogRecord[]> =>
  partition.read(offset, {
    recordsMax: limits.readRecordsMax,
    bytesMax: limits.readBytesMax,
    waitMs,
  });

/** When a batch that is not full is cut: not before the one before it has ended, or batches would be small under load. */
const cutAtMs = (pace: Polled['pace'], firstAtMs: number) => (): number => {
  const timing = pace();
  if (timing === undefined) return Number.POSITIVE_INFINITY;
  const rest = Math.min(limits.lingerMs, timing.costMs * limits.lingerPerCost);
  return Math.max(firstAtMs + limits.lingerIdleMs, timing.endedAtMs + rest);
};
