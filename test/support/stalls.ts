import { openSync, readSync } from 'node:fs';

export type Stalls = {
  /** Longest time between two turns of the event loop, less what the machine kept its thread waiting. */
  readonly ownMsMax: number;
  readonly wholeMsMax: number;
};

const everyMs = 1;
const nanosPerMs = 1e6;

/**
 * Watches the event loop of this process. Linux tells how long a thread was ready and had no
 * processor, which on a busy machine is most of any delay and nothing that the program does.
 */
export function watchStalls(): { readonly read: () => Stalls; readonly reset: () => void } {
  const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(100);
  const waitedMs = (): number => {
    const length = readSync(schedule, buffer, 0, buffer.length, 0);
    return Number(buffer.toString('latin1', 0, length).split(' ')[1]) / nanosPerMs;
  };
  let last = { atMs: performance.now(), waitedMs: waitedMs() };
  let stalls = { ownMsMax: 0, wholeMsMax: 0 };
  const look = (): void => {
    const now = { atMs: performance.now(), waitedMs: waitedMs() };
    const wholeMs = now.atMs - last.atMs;
    const ownMs = wholeMs - (now.waitedMs - last.waitedMs);
    stalls = {
      ownMsMax: Math.max(stalls.ownMsMax, ownMs),
      wholeMsMax: Math.max(stalls.wholeMsMax, wholeMs),
    };
    last = now;
  };
  setInterval(look, everyMs).unref();
  return {
    read: () => {
      look();
      return stalls;
    },
    reset: () => {
      look();
      stalls = { ownMsMax: 0, wholeMsMax: 0 };
    },
  };
}
