import { setTimeout as pause } from 'node:timers/promises';

const deadlineMsDefault = 20_000;
const lookEveryMs = 5;

/** Waits until `look` gives something, and fails with `what` when it never does. */
export async function until<Found>(
  what: string,
  look: () => Found | undefined | false | Promise<Found | undefined | false>,
  deadlineMs = deadlineMsDefault,
): Promise<Found> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > endMs) throw new Error(`expected ${what} within ${deadlineMs} ms`);
    await pause(lookEveryMs);
  }
}
