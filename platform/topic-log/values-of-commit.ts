import { setImmediate as otherWork } from 'node:timers/promises';
import { compressedAtOnceBytesMax } from '../compression/limits.ts';
import { encodePack, packLimits } from './pack.ts';
import type { PartitionLog } from './partition-log.ts';

/** An encoded record, and the offset that it was given. */
export type PlacedRecord = {
  readonly log: PartitionLog;
  readonly offset: number;
  readonly value: Buffer;
  /** Its body was compressed by who appended it. */
  readonly isCompressed: boolean;
};

/** What is written under one key: the records up to `last`. */
type StoredValue = { readonly log: PartitionLog; readonly last: number; readonly value: Buffer };

/**
 * The records of one commit as values: the short ones of a partition that follow each other become
 * one, as far as its limit goes. Alone, each would take what its headers and its page leave empty.
 */
export async function valuesOf(records: Iterable<PlacedRecord>): Promise<readonly StoredValue[]> {
  const values: StoredValue[] = [];
  let compressedBytes = 0;
  for (const run of runsOf(records)) {
    values.push(storedValue(run));
    compressedBytes += run.bytes;
    if (compressedBytes < compressedAtOnceBytesMax) continue;
    compressedBytes = 0;
    await otherWork();
  }
  return values;
}

/** Records that lie in one value; their offsets follow each other. */
type Run = {
  readonly log: PartitionLog;
  readonly records: Buffer[];
  /** The first of them. */
  readonly isCompressed: boolean;
  last: number;
  bytes: number;
};

/** In the order of each partition. */
function runsOf(records: Iterable<PlacedRecord>): readonly Run[] {
  const runs: Run[] = [];
  const open = new Map<PartitionLog, Run>();
  for (const { log, offset, value, isCompressed } of records) {
    const isShort = value.length <= packLimits.recordBytesMax;
    const before = open.get(log);
    if (before !== undefined && isShort && fits(before, value)) {
      before.last = offset;
      before.bytes += value.length;
      before.records.push(value);
      continue;
    }
    const run = { log, records: [value], isCompressed, last: offset, bytes: value.length };
    runs.push(run);
    if (isShort) open.set(log, run);
    else open.delete(log);
  }
  return runs;
}

const fits = ({ bytes }: Run, value: Buffer): boolean =>
  bytes + value.length <= packLimits.writtenBytesMax;

function storedValue({ log, last, records, ...run }: Run): StoredValue {
  const [first] = records;
  if (first === undefined || records.length > 1) return { log, last, value: encodePack(records) };
  return { log, last, value: isPackedAlone(run) ? smaller(first) : first };
}

/** A body that is compressed becomes no smaller. */
const isPackedAlone = ({ bytes, isCompressed }: Pick<Run, 'bytes' | 'isCompressed'>): boolean =>
  !isCompressed && bytes >= packLimits.aloneBytesMin && bytes <= packLimits.recordBytesMax;

/** A body that others compressed, without a word of it in its record, becomes no smaller either. */
function smaller(record: Buffer): Buffer {
  const packed = encodePack([record]);
  return packed.length < record.length ? packed : record;
}
