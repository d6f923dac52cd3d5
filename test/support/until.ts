import { setTimeout as pause } from 'node:timers/promises';

const deadlineMsDefault = 60_000;
/** Looks become rarer, so that who waits long leaves the machine to those who work. */
const pauseMsMin = 4;
const pauseMsMax = 64;

/** Waits until `look` gives something, and fails with `what` when it never does. */
export async function until<Found>(
  what: string,
  look: () => Found | undefined | false | Promise<Found | undefined | false>,
  deadlineMs = deadlineMsDefault,
  pauseMsMost = pauseMsMax,
): Promise<Found> {
  const endMs = performance.now() + deadlineMs;
  for (let pauseMs = pauseMsMin; ; pauseMs = Math.min(2 * pauseMs, pauseMsMost)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > endMs) throw new Error(`expected ${what} within ${deadlineMs} ms`);
    await pause(pauseMs);
  }
}
