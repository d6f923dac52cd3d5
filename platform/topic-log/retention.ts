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
  let sweeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep()
      // An engine that cannot write says so to everybody who appends; the next sweep tries again.
      .catch(unlessUnavailable)
      .finally(() => {
        sweeping = undefined;
      });
  }, sweepMs).unref();
  return {
    stop: async () => {
      state.stopped = true;
      clearInterval(timer);
      await sweeping;
    },
  };
}

/**
 * Removes records that were appended before `beforeMs`, oldest first, and leaves everything that
 * a group which committed on the partition has still to read.
 */
async function trimPartition(
  environment: Environment,
  tables: LogTables,
  log: PartitionLog,
  beforeMs: number,
): Promise<void> {
  const expired = firstKept(tables, log, beforeMs);
  const limit = Math.min(expired, ...tables.committedOffsets(log.topicNumber, log.partition));
  for (let trims = 0; trims < trimsMax && log.start < limit; trims++) {
    const end = Math.min(limit, log.start + trimRecordsMax);
    await environment.batch(() => {
      tables.putStart(log.topicNumber, log.partition, end);
      for (let offset = log.start; offset < end; offset++)
        tables.removeRecord(log.topicNumber, log.partition, offset);
    });
    log.start = end;
  }
}

/**
 * Append times grow with the offsets, so a search by halves reads a handful of records. A clock
 * that was set back moves the cut by as much.
 */
function firstKept(tables: LogTables, log: PartitionLog, beforeMs: number): number {
  let low = log.start;
  let high = log.end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const record = tables.record(log.topicNumber, log.partition, middle);
    if (record !== undefined && appendedAtMsOf(record) < beforeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
