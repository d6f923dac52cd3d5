import { setTimeout as pause } from 'node:timers/promises';
import { adminLimits } from '../config.ts';
import type { AdminContext } from '../context.ts';
import { endsIfQuiet } from './processed.ts';

/**
 * Of what differs between two tables, what stays. The rows of a batch come one table after another, so some differ
 * while it is written; those are others, or differ otherwise, a moment later. Nothing has to be looked at again when
 * no batch was on its way.
 *  read  the differences of now, a sentence each
 */
export async function persisting(
  read: () => Promise<readonly string[]>,
  context: AdminContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const before = await endsIfQuiet(context);
  let found = await read();
  if (before !== undefined && before === (await endsIfQuiet(context))) return found;
  for (let time = 1; found.length > 0 && time < adminLimits.verifiedTimes; time++) {
    await pause(adminLimits.verifiedPauseMs, undefined, { signal });
    const again = new Set(await read());
    found = found.filter(sentence => again.has(sentence));
  }
  return found;
}
