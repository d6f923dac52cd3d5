import type { Slices } from '../../../platform/shares/slices.ts';

/** What is sorted, and merged, before it is known whether a slice of work is over. */
const itemsAtOnce = 2_000;

/** As `items.toSorted(compare)`, but others get their turn between slices of work. */
export async function sortInTurns<Item>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
  turn: Slices,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    if (turn.isOver()) await turn.next();
    runs.push(items.slice(start, start + itemsAtOnce).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, turn));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Items of the left come first where both are equal. */
async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (left: Item, right: Item) => number,
  turn: Slices,
): Promise<Item[]> {
  const merged: Item[] = [];
  let at = 0;
  for (const item of left) {
    for (let next = right[at]; next !== undefined && compare(next, item) < 0; next = right[++at])
      merged.push(next);
    merged.push(item);
    if (merged.length % itemsAtOnce === 0 && turn.isOver()) await turn.next();
  }
  return [...merged, ...right.slice(at)];
}
