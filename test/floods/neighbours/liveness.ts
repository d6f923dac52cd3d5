import { setTimeout as pause } from 'node:timers/promises';
import { rank } from '../../bench/queries.ts';

const everyMs = 10;

/** How long the process took to say that it lives, in milliseconds. */
export type Liveness = { readonly p99Ms: number; readonly worstMs: number };

/** Asks the process whether it lives, again and again, as a supervisor does. */
export function watchLiveness(url: string): { stop(): Promise<Liveness> } {
  let isOver = false;
  const timesMs: number[] = [];
  const watching = (async () => {
    while (!isOver) {
      const startMs = performance.now();
      await (await fetch(`${url}/livez`)).arrayBuffer();
      timesMs.push(performance.now() - startMs);
      await pause(everyMs);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      timesMs.sort((left, right) => left - right);
      return { p99Ms: rank(timesMs, 0.99), worstMs: timesMs.at(-1) ?? 0 };
    },
  };
}
