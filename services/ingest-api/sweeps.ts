import type { Running } from '../../platform/lifecycle.ts';
import { limits } from './config.ts';
import { startRepeating } from './repeating.ts';
import { type ReplaySweep, sweepReplays } from './replays/sweep.ts';
import { type SourceMapSweep, sweepSourceMaps } from './source-maps/sweep.ts';

type SweepOptions = Omit<SourceMapSweep & ReplaySweep, 'keptMs'> & {
  readonly commandsKeptMs: number;
  readonly replaysKeptMs: number;
};

/** Deletes contents of the blob store that nothing needs. Several processes may sweep at once: each deletes the same. */
export const startSweeps = (options: SweepOptions): Running =>
  startRepeating(limits.sweepEveryMs, async signal => {
    await sweepSourceMaps({ ...options, keptMs: options.commandsKeptMs }, signal);
    await sweepReplays({ ...options, keptMs: options.replaysKeptMs }, signal);
  });
