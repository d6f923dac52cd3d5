import { setTimeout as pause } from 'node:timers/promises';

const everyMs = 10;

/** Asks the process whether it lives, again and again, as a supervisor does. */
export function watchLiveness(url: string): { stop(): Promise<{ readonly worstMs: number }> } {
  let isOver = false;
  let worstMs = 0;
  const watching = (async () => {
    while (!isOver) {
      const startMs = performance.now();
      await (await fetch(`${url}/livez`)).arrayBuffer();
      worstMs = Math.max(worstMs, performance.now() - startMs);
      await pause(everyMs);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return { worstMs };
    },
  };
}
