import { openSync, readSync } from 'node:fs';

export type Stalls = {
  /** Longest time between two turns of the event loop, less what the machine kept its thread waiting. */
  readonly ownMsMax: number;
  readonly wholeMsMax: number;
  /** Of the first, how long the thread had a processor: the rest it slept, or the host had stopped the machine. */
  readonly ranMs: number;
};

/** Milliseconds that a thread has run, and that it was ready and had no processor (proc(5), schedstat). */
type Times = { readonly ranMs: number; readonly waitedMs: number };

export const noStalls: Stalls = { ownMsMax: 0, wholeMsMax: 0, ranMs: 0 };

const everyMs = 1;
const nanosPerMs = 1e6;

/**
 * Watches the event loop of this process. Linux tells how long a thread was ready and had no
 * processor, which on a busy machine is most of any delay and nothing that the program does.
 */
export function watchStalls(): { readonly read: () => Stalls; readonly reset: () => void } {
  const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(100);
  const times = (): Times => {
    const length = readSync(schedule, buffer, 0, buffer.length, 0);
    const [ran, waited] = buffer.toString('latin1', 0, length).split(' ').map(Number);
    return { ranMs: (ran ?? 0) / nanosPerMs, waitedMs: (waited ?? 0) / nanosPerMs };
  };
  let last = { atMs: performance.now(), ...times() };
  let stalls = noStalls;
  const look = (): void => {
    const now = { atMs: performance.now(), ...times() };
    const wholeMs = now.atMs - last.atMs;
    const ownMs = wholeMs - (now.waitedMs - last.waitedMs);
    const isLongest = ownMs > stalls.ownMsMax;
    stalls = {
      ownMsMax: Math.max(stalls.ownMsMax, ownMs),
      wholeMsMax: Math.max(stalls.wholeMsMax, wholeMs),
      ranMs: isLongest ? now.ranMs - last.ranMs : stalls.ranMs,
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
      stalls = noStalls;
    },
  };
}
