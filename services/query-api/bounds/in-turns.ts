import { openSlicer, type Slices } from '../../../platform/shares/slices.ts';
import { openTurns } from '../../../platform/shares/turns.ts';
import { limits } from '../config.ts';

// There is one event loop in a process, so all features share its time.
const slicer = openSlicer(limits);
const lists = openTurns({
  what: 'lists',
  runningMax: limits.listsAtOnceMax,
  ownRunningMax: limits.listsAtOnceOfOneMax,
  waitingMax: limits.listsQueuedMax,
});

/** Slices of the event loop's time for work of an organization. */
export const turnOf = (organization: string, signal?: AbortSignal): Slices =>
  slicer.of(organization, signal);

/**
 * Does what holds a list in memory, for so many requests at once as the limits allow. Throws `OverShare` to an
 * organization that has more requests waiting than others.
 */
export async function inLane<Result>(
  organization: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = await lists.enter(organization, signal);
  try {
    return await work();
  } finally {
    leave();
  }
}

/** As `items.map(change)`, but others get their turn between slices of work. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  change: (item: Item) => Result,
  turn: Slices = turnOf(''),
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (turn.isOver()) await turn.next();
    results.push(change(item));
  }
  return results;
}
