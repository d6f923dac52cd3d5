import { createBell, type Notifier } from '../lmdb/notifier.ts';
import type { LogTables } from './lmdb-tables.ts';
import { type Source, sourcesIn } from './pack.ts';
import type { LogRecord, ReadLimits } from './port.ts';
import { decodeRecord } from './record-codec.ts';

/** A partition in memory: what is on disk, and who waits for more. */
export type PartitionLog = {
  readonly topicNumber: number;
  readonly partition: number;
  /** Oldest offset that is kept, and the one that the next record gets; both only ever grow. */
  start: number;
  end: number;
  /** By offset, what is still in memory of the records before `end`. */
  readonly recent: Map<number, Buffer>;
  readonly appended: Notifier;
};

export type OpenTopic = {
  readonly name: string;
  readonly retentionMs: number;
  readonly partitions: readonly PartitionLog[];
};

export function loadPartitions(
  tables: LogTables,
  topicNumber: number,
  count: number,
): readonly PartitionLog[] {
  return Array.from({ length: count }, (_, partition) => ({
    topicNumber,
    partition,
    ...tables.bounds(topicNumber, partition),
    recent: new Map(),
    appended: createBell(),
  }));
}

/** Throws a plain Error when the topic has no such partition. */
export function partitionLog({ name, partitions }: OpenTopic, partition: number): PartitionLog {
  const log = partitions[partition];
  if (log !== undefined) return log;
  throw new Error(`expected a partition of ${name} below ${partitions.length}, got ${partition}`);
}

/** Records from `offset` on, or from the oldest that is kept, up to the limits. */
export function readRecords(
  tables: LogTables,
  log: PartitionLog,
  offset: number,
  { recordsMax, bytesMax }: Omit<ReadLimits, 'waitMs'>,
): LogRecord[] {
  const read: LogRecord[] = [];
  if (recordsMax < 1) return read;
  const from = Math.max(offset, log.start);
  let bytes = 0;
  for (const [at, source] of sources(tables, log, from)) {
    const record = decodeRecord(source, log.partition, at);
    read.push(record);
    bytes += record.value.length;
    if (read.length >= recordsMax || bytes >= bytesMax) break;
  }
  return read;
}

/** From memory as far as it is there, and from then on from the disk. */
function* sources(tables: LogTables, log: PartitionLog, from: number): Iterable<Source> {
  let at = from;
  for (let source = log.recent.get(at); source !== undefined; source = log.recent.get(++at))
    yield [at, source];
  if (at >= log.end) return;
  for (const [last, value] of tables.values(log.topicNumber, log.partition, at))
    yield* sourcesIn(value, last, at);
}

/** As `readRecords`; when there is nothing yet, waits for an append. Empty once aborted. */
export async function readOrWait(
  tables: LogTables,
  log: PartitionLog,
  offset: number,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<LogRecord[]> {
  const deadlineMs = performance.now() + limits.waitMs;
  while (!signal.aborted) {
    const read = readRecords(tables, log, offset, limits);
    const leftMs = deadlineMs - performance.now();
    if (read.length > 0 || leftMs <= 0) return read;
    await log.appended.heard(leftMs, signal);
  }
  return [];
}
