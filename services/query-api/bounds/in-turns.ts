import { setImmediate as otherWork } from 'node:timers/promises';
import { limits } from '../config.ts';

/** As `items.map(change)`, but others get their turn between slices of work. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  change: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let endsMs = performance.now() + limits.turnMs;
  for (const item of items) {
    results.push(change(item));
    if (performance.now() < endsMs) continue;
    await otherWork();
    endsMs = performance.now() + limits.turnMs;
  }
  return results;
}
