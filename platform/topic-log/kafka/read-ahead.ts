import { createBell } from '../../lmdb/bell.ts';
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
 * Records of one partition between a driver that pushes and a reader that pulls. Holds what was
 * fetched from `from` up to `next`; reads that go on forward are served from it, others seek.
 */
export function openReadAhead(flow: Flow): ReadAhead {
  const arrived = createBell();
  let held: LogRecord[] = [];
  let bytes = 0;
  let from = -1;
  let next = -1;
  let isPaused = true;
  let gapAt = -1;

  const seek = async (offset: number): Promise<void> => {
    held = [];
    bytes = 0;
    from = -1;
    await flow.seek(offset);
    from = offset;
    next = offset;
    isPaused = false;
  };
  const dropBefore = (offset: number): void => {
    const kept = held.findIndex(record => record.offset >= offset);
    const dropped = held.splice(0, kept < 0 ? held.length : kept);
    for (const record of dropped) bytes -= sizeOf(record);
    from = offset;
    if (!isPaused || bytes > kafkaLimits.bufferBytesMax / 2) return;
    isPaused = false;
    flow.resume();
  };
  const position = async (offset: number): Promise<void> => {
    if (from >= 0 && offset >= from && offset <= next) dropBefore(offset);
    else await seek(offset);
  };
  return {
    add: fetched => {
      if (from < 0) return false;
      const first = fetched.find(({ offset }) => offset >= next);
      if (first === undefined) return true;
      // A hole is what the retention took, or a fetch that was on its way before a seek: look again.
      if (first.offset > next && gapAt !== next) {
        gapAt = next;
        void flow.seek(next).catch(() => {});
        return false;
      }
      for (const record of fetched) {
        if (record.offset < next) continue;
        held.push(record);
        bytes += sizeOf(record);
        next = record.offset + 1;
      }
      if (bytes >= kafkaLimits.bufferBytesMax && !isPaused) {
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
        const records = cutRecords(held, limits);
        const leftMs = deadlineMs - performance.now();
        if (records.length > 0 || leftMs <= 0) return records;
        await arrived.heard(leftMs, signal);
      }
      return [];
    },
  };
}

const sizeOf = ({ value }: LogRecord): number => value.length + kafkaLimits.recordBytes;
