import { sharedWork } from '../async/shared-work.ts';
import { unlessUnavailable } from '../errors.ts';
import type { Running } from '../lifecycle.ts';
import type { Environment } from '../lmdb/environment.ts';
import type { LogTables } from './lmdb-tables.ts';
import type { PartitionLog } from './partition-log.ts';
import { appendedAtMsOf } from './record-codec.ts';
import type { TopicMap } from './topic-map.ts';

/** What one transaction removes, and how many of them one sweep makes for a partition. */
const trimRecordsMax = 1_000;
const trimsMax = 100;

/** Trims every partition each `sweepMs`; one sweep runs at a time, and none keeps the process up. */
export function startRetention(
  environment: Environment,
  tables: LogTables,
  topics: TopicMap,
  { sweepMs, clock }: { readonly sweepMs: number; readonly clock: () => number },
): Running {
  const state = { stopped: false };
  const sweep = async (): Promise<void> => {
    for (const { retentionMs, partitions } of topics.all())
      for (const log of partitions) {
        if (state.stopped) return;
        await trimPartition(environment, tables, log, clock() - retentionMs);
      }
  };
  // Appends report an engine that cannot write; the next sweep tries again.
  const sweeps = sharedWork(() => sweep().catch(unlessUnavailable));
  const timer = setInterval(() => void sweeps.run(), sweepMs).unref();
  return {
    stop: async () => {
      state.stopped = true;
      clearInterval(timer);
      await sweeps.ended();
    },
  };
}

/**
 * Removes records that were appended before `beforeMs`, oldest first, and leaves everything that
 * a group which committed on the partition has still to read. Records of one value expire with the
 * latest of them, and a value whose first records are not kept any more goes with its last.
 */
async function trimPartition(
  environment: Environment,
  tables: LogTables,
  log: PartitionLog,
  beforeMs: number,
): Promise<void> {
  const isExpired = (offset: number): boolean => {
    const value = tables.valueWith(log.topicNumber, log.partition, offset);
    return value !== undefined && appendedAtMsOf(value) < beforeMs;
  };
  const committed = tables.committedOffsets(log.topicNumber, log.partition);
  const limit = Math.min(firstKept(log, isExpired), ...committed);
  for (let trims = 0; trims < trimsMax && log.start < limit; trims++) {
    const end = Math.min(limit, log.start + trimRecordsMax);
    await environment.batch(() => {
      tables.putStart(log.topicNumber, log.partition, end);
      for (let offset = log.start; offset < end; offset++)
        tables.removeValue(log.topicNumber, log.partition, offset);
    });
    log.start = end;
  }
}

/**
 * The first offset from `start` on, and before `end`, that is not expired; append times grow with the
 * offsets, so a clock that was set back moves it by as much. Looks from the oldest in steps that
 * double, then by halves: mostly nothing is expired, and what is looked at is read from the disk.
 */
export function firstKept(
  { start, end }: { readonly start: number; readonly end: number },
  isExpired: (offset: number) => boolean,
): number {
  let low = start;
  let high = start;
  for (let step = 1; high < end && isExpired(high); step *= 2) {
    low = high + 1;
    high = Math.min(end, high + step);
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isExpired(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
