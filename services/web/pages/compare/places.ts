import type { ResponseOf } from '../../../../schemas/http/routes.ts';

export type Place = ResponseOf<'diffTraces'>['places'][number];

/** A place in the tree of both traces, with what is below it. */
export type Node = {
  /** In the response. */
  readonly at: number;
  readonly place: Place;
  readonly depth: number;
  readonly below: number;
};

/**
 * The places from above to below, each behind the one it belongs to. Those below a closed one are left out, and
 * a circle of places cannot catch the walk: each is given at most once.
 */
export function rowsOf(places: readonly Place[], closed: ReadonlySet<number>): readonly Node[] {
  const children = childrenOf(places);
  const rows: Node[] = [];
  const waiting = (children.get(-1) ?? []).map(at => ({ at, depth: 0 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, depth } = next;
    const place = places[at];
    if (place === undefined) continue;
    const below = children.get(at) ?? [];
    rows.push({ at, place, depth, below: below.length });
    if (closed.has(at)) continue;
    for (const each of below.toReversed()) waiting.push({ at: each, depth: depth + 1 });
  }
  return rows;
}

/** By the place above, which stands before the places below it; anything else is a root. */
function childrenOf(places: readonly Place[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  places.forEach(({ above }, at) => {
    const parent = above !== null && above >= 0 && above < at ? above : -1;
    const before = found.get(parent);
    if (before === undefined) found.set(parent, [at]);
    else before.push(at);
  });
  return found;
}

/** The greatest difference of any place, which is a full bar. */
export const greatestNs = (places: readonly Place[]): number =>
  places.reduce((most, { self_difference_ns: ns }) => Math.max(most, Math.abs(ns)), 0);

/** In which of the traces a place is. */
export function presenceOf({ a, b }: Place): 'both' | 'a' | 'b' {
  if (a.spans === 0) return 'b';
  return b.spans === 0 ? 'a' : 'both';
}
