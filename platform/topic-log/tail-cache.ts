import type { Running } from '../lifecycle.ts';
import type { PartitionLog } from './partition-log.ts';

/** What is kept of all partitions together: seconds of full load (test/bench/README.md); and for how long. */
export const recentBytesMax = 256 * 1024 * 1024;
const recentMsMax = 10_000;

/**
 * The records that were appended last, as they lie in the log: readers at its end get them
 * without a copy, and without mapping into memory what is read once and never again.
 */
export type TailCache = Running & {
  add(log: PartitionLog, offset: number, value: Buffer): void;
};

type Entry = {
  readonly log: PartitionLog;
  readonly offset: number;
  readonly bytes: number;
  readonly addedAtMs: number;
};

const emptySlotsMax = 1_024;

export function openRecent(bytesMax: number): TailCache {
  const queue: Entry[] = [];
  let first = 0;
  let bytes = 0;
  const dropFirst = (entry: Entry): void => {
    entry.log.recent.delete(entry.offset);
    bytes -= entry.bytes;
    first++;
    if (first <= emptySlotsMax || first * 2 <= queue.length) return;
    queue.splice(0, first);
    first = 0;
  };
  const dropWhile = (isOver: (entry: Entry) => boolean): void => {
    for (let entry = queue[first]; entry !== undefined && isOver(entry); entry = queue[first])
      dropFirst(entry);
  };
  const timer = setInterval(() => {
    const before = performance.now() - recentMsMax;
    dropWhile(({ addedAtMs }) => addedAtMs < before);
  }, recentMsMax).unref();
  return {
    add: (log, offset, value) => {
      log.recent.set(offset, value);
      queue.push({ log, offset, bytes: value.length, addedAtMs: performance.now() });
      bytes += value.length;
      dropWhile(() => bytes > bytesMax);
    },
    stop: async () => clearInterval(timer),
  };
}
