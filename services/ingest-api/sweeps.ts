import { setTimeout as wait } from 'node:timers/promises';
import { unlessUnavailable } from '../../platform/errors.ts';
import type { Running } from '../../platform/lifecycle.ts';
import { limits } from './config.ts';
import { type ReplaySweep, sweepReplays } from './replays/sweep.ts';
import { type SourceMapSweep, sweepSourceMaps } from './source-maps/sweep.ts';

type SweepOptions = Omit<SourceMapSweep & ReplaySweep, 'keptMs'> & {
  readonly commandsKeptMs: number;
  readonly replaysKeptMs: number;
};

/** Deletes contents of the blob store that nothing needs. Several processes may sweep at once: each deletes the same. */
export function startSweeps(options: SweepOptions): Running {
  const stopping = new AbortController();
  const { signal } = stopping;
  const sweep = async (): Promise<void> => {
    await sweepSourceMaps({ ...options, keptMs: options.commandsKeptMs }, signal);
    await sweepReplays({ ...options, keptMs: options.replaysKeptMs }, signal);
  };
  const running = (async () => {
    while (!signal.aborted) {
      await sweep().catch((error: unknown) => {
        if (!signal.aborted) unlessUnavailable(error);
      });
      await wait(limits.sweepEveryMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
