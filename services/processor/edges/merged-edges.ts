import type { EdgeWindow } from '../core/edge-window.ts';
import { createYielder } from '../yielder.ts';

/** Windows added up under the names that they are given; the first of a name gives the sum what else it is called. */
export async function mergedEdges(
  edges: Iterable<EdgeWindow>,
  renamed: (edge: EdgeWindow) => EdgeWindow,
): Promise<readonly EdgeWindow[]> {
  const slice = createYielder();
  const sums = new Map<string, { edge: EdgeWindow; readonly bars: Map<number, number> }>();
  for (const given of edges) {
    const edge = renamed(given);
    const { organization, caller, calleeType, callee, time } = edge;
    const name = JSON.stringify([organization, caller, calleeType, callee, time]);
    const sum = sums.get(name);
    if (sum === undefined) sums.set(name, { edge, bars: addBars(new Map(), edge) });
    else {
      addBars(sum.bars, edge);
      sum.edge = {
        ...sum.edge,
        n: sum.edge.n + edge.n,
        errors: sum.edge.errors + edge.errors,
        callerErrors: sum.edge.callerErrors + edge.callerErrors,
      };
    }
    await slice();
  }
  return Array.from(sums.values(), withBars);
}

function addBars(bars: Map<number, number>, { buckets, counts }: EdgeWindow): Map<number, number> {
  for (const [bar, bucket] of buckets.entries())
    bars.set(bucket, (bars.get(bucket) ?? 0) + (counts[bar] ?? 0));
  return bars;
}

function withBars({ edge, bars }: { edge: EdgeWindow; bars: Map<number, number> }): EdgeWindow {
  const sorted = [...bars]
    .filter(([, count]) => count !== 0)
    .sort(([left], [right]) => left - right);
  return {
    ...edge,
    buckets: sorted.map(([bucket]) => bucket),
    counts: sorted.map(([, count]) => count),
  };
}
