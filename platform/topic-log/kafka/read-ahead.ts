import { createBell } from '../../lmdb/notifier.ts';
import type { LogRecord, ReadLimits } from '../port.ts';
import { kafkaLimits } from './limits.ts';
import { cutRecords } from './record.ts';

/** How the fetching of one partition is steered. */
export type Flow = {
  /** Fetches from `offset` on, or from the oldest that is kept. */
  seek(offset: number): Promise<void>;
  pause(): void;
  resume(): void;
};

export type ReadAhead = {
  /** Takes fetched records in, or says that they do not follow what is here. */
  add(fetched: readonly LogRecord[]): boolean;
  read(offset: number, limits: ReadLimits, signal: AbortSignal): Promise<readonly LogRecord[]>;
};

/**
 * Records of one partition between a driver that pushes and a reader that pulls: reads that go on
 * forward are served from what was fetched, others seek.
 */
export function openReadAhead(flow: Flow): ReadAhead {
  const arrived = createBell();
  let held: Held | undefined;
  let isPaused = true;
  let gapAt = -1;

  const seek = async (offset: number): Promise<void> => {
    held = undefined;
    await flow.seek(offset);
    held = createHeld(offset);
    isPaused = false;
  };
  const position = async (offset: number): Promise<void> => {
    if (held === undefined || offset < held.from || offset > held.next) return seek(offset);
    held.dropBefore(offset);
    if (!isPaused || held.bytes > kafkaLimits.bufferBytesMax / 2) return;
    isPaused = false;
    flow.resume();
  };
  return {
    add: fetched => {
      if (held === undefined) return false;
      const { next } = held;
      const fresh = since(next, fetched);
      const [first] = fresh;
      // A hole is what the retention took, or a fetch that was on its way before a seek: look again.
      if (first !== undefined && first.offset > next && gapAt !== next) {
        gapAt = next;
        void flow.seek(next).catch(() => {});
        return false;
      }
      held.add(fresh);
      if (!isPaused && held.bytes >= kafkaLimits.bufferBytesMax) {
        isPaused = true;
        flow.pause();
      }
      arrived.ring();
      return true;
    },
    read: async (offset, limits, signal) => {
      const deadlineMs = performance.now() + limits.waitMs;
      if (!signal.aborted) await position(offset);
      while (!signal.aborted) {
        const records = held?.first(limits) ?? [];
        const leftMs = deadlineMs - performance.now();
        if (records.length > 0 || leftMs <= 0) return records;
        await arrived.heard(leftMs, signal);
      }
      return [];
    },
  };
}

function since(offset: number, records: readonly LogRecord[]): readonly LogRecord[] {
  if ((records[0]?.offset ?? offset) >= offset) return records;
  return records.filter(record => record.offset >= offset);
}

/** Everything that was fetched of the offsets from `from` up to `next`. */
type Held = {
  readonly from: number;
  readonly next: number;
  readonly bytes: number;
  add(records: readonly LogRecord[]): void;
  dropBefore(offset: number): void;
  first(limits: ReadLimits): readonly LogRecord[];
};

/** Readers are given its own arrays, so it changes none. */
function createHeld(offset: number): Held {
  let records: readonly LogRecord[] = [];
  const held = { from: offset, next: offset, bytes: 0 };
  return Object.assign(held, {
    add: (added: readonly LogRecord[]): void => {
      records = records.length === 0 ? added : records.concat(added);
      held.bytes += bytesOf(added);
      held.next = (records.at(-1)?.offset ?? held.next - 1) + 1;
    },
    dropBefore: (before: number): void => {
      held.from = before;
      records = since(before, records);
      held.bytes = bytesOf(records);
    },
    first: (limits: ReadLimits): readonly LogRecord[] => {
      const isAll = records.length <= limits.recordsMax && held.bytes <= limits.bytesMax;
      return isAll ? records : cutRecords(records, limits);
    },
  });
}

const bytesOf = (records: readonly LogRecord[]): number =>
  records.reduce((sum, { value }) => sum + value.length + kafkaLimits.recordBytes, 0);
