import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Load } from '../load.ts';

/** Enough to keep the rate while answers are late. */
export const steadyWorkers = 64;
const spansARequest = 150;
/** What was not sent while nobody answered is not made up for beyond this. */
const lateMsMax = 1_000;
const failedPauseMs = 200;

/** Spans at an even rate until stopped, whatever fails. */
export async function sendSteadily(
  {
    load,
    url,
    spansPerSecond,
    faults,
  }: {
    readonly load: Load;
    readonly url: string;
    readonly spansPerSecond: number;
    /** Takes a sentence for each answer that nobody should get. */
    readonly faults: string[];
  },
  signal: AbortSignal,
): Promise<void> {
  setMaxListeners(0, signal);
  const everyMs = (spansARequest / spansPerSecond) * 1000;
  let dueMs = performance.now();
  const isNextAnswered = async (): Promise<boolean> => {
    try {
      return (await load.sendNext(url)).isAnswered;
    } catch (error) {
      faults.push(String(error));
      return false;
    }
  };
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const mineMs = Math.max(dueMs, performance.now() - lateMsMax);
      dueMs = mineMs + everyMs;
      await pause(Math.max(0, mineMs - performance.now()), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      if (!(await isNextAnswered()))
        await pause(failedPauseMs, undefined, { signal }).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: steadyWorkers }, work));
}
