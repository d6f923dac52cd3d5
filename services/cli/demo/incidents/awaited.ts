import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailed } from '../../errors.ts';

const lookEveryMs = 250;
const waitMsMax = 30_000;

/** Looks until something is there; throws if it does not come. */
export async function awaited<Found>(
  what: string,
  look: () => Promise<Found | undefined>,
  signal: AbortSignal,
): Promise<Found> {
  const untilMs = performance.now() + waitMsMax;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > untilMs)
      throw new CommandFailed(`${what} did not come within ${waitMsMax / 1000} s`);
    await pause(lookEveryMs, undefined, { signal });
  }
}
