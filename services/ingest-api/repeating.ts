import { setTimeout as wait } from 'node:timers/promises';
import { unlessUnavailable } from '../../platform/errors.ts';
import type { Running } from '../../platform/lifecycle.ts';

/** Does some work at once, and again so long after each end. What an engine that is away keeps from it, the next turn does. */
export function startRepeating(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
): Running {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      await work(signal).catch((error: unknown) => {
        if (!signal.aborted) unlessUnavailable(error);
      });
      await wait(everyMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
