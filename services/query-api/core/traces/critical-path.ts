import { endOf, type Outline, type Turn } from './outline.ts';
import type { SpanTree } from './span-tree.ts';

/** A time in which a span itself was what the trace waited for, in nanoseconds since the trace began. */
export type Segment = { readonly span: number; readonly from: number; readonly to: number };

/**
 * The critical path of a root span, by time, in a tree whose children are in the order of their ends: what its end waited for. Going back from the end, a span waits for the child that ended last
 * before; the time that no child covers is its own. Times of children outside of their parent are cut off, so the segments
 * cover the root span without gaps or overlaps. (As Jaeger and CRISP, Zhang et al. 2022, compute it.)
 */
export async function criticalPathOf(
  outline: Outline,
  tree: SpanTree,
  root: number,
  turn: Turn,
): Promise<readonly Segment[]> {
  const segments: Segment[] = [];
  const start = outline.start[root] ?? 0;
  const open = [begun(root, start, endOf(outline, root))];
  for (let place = open.at(-1); place !== undefined; place = open.at(-1)) {
    if (turn.isOver()) await turn.next();
    const child = nextChild(place);
    const from = child === undefined ? place.from : child.to;
    if (from < place.to) segments.push({ span: place.span, from, to: place.to });
    if (child === undefined) {
      open.pop();
      continue;
    }
    place.to = child.from;
    open.push(child);
  }
  return segments.reverse();

  function begun(span: number, from: number, to: number) {
    return { span, from, to, left: [...(tree.children.get(span) ?? [])] };
  }

  /** The child that ended last of those that began before what is still to be told; none is asked twice. */
  function nextChild({ from, to, left }: ReturnType<typeof begun>) {
    for (let child = left.pop(); child !== undefined; child = left.pop()) {
      const childFrom = Math.max(from, outline.start[child] ?? 0);
      const childTo = Math.min(to, endOf(outline, child));
      if (childFrom < childTo) return begun(child, childFrom, childTo);
    }
    return undefined;
  }
}
