import { noParent, type Outline, type Turn } from './outline.ts';

/** The children of each span, and the spans that have no parent here; both in the order that was asked for. */
export type SpanTree = {
  readonly roots: readonly number[];
  readonly children: ReadonlyMap<number, readonly number[]>;
};

/**
 * The tree of an outline. Spans whose parents lead in a circle hang from no root; the first of each circle becomes one, so that no
 * span is lost.
 */
export async function spanTreeOf(
  { parent }: Pick<Outline, 'parent'>,
  order: readonly number[],
  turn: Turn,
): Promise<SpanTree> {
  const parents = await withoutCircles(parent, turn);
  const roots: number[] = [];
  const children = new Map<number, number[]>();
  for (const span of order) {
    if (turn.isOver()) await turn.next();
    const above = parents[span] ?? noParent;
    const siblings = children.get(above);
    if (above < 0) roots.push(span);
    else if (siblings === undefined) children.set(above, [span]);
    else siblings.push(span);
  }
  return { roots, children };
}

/** As `parents`, but the first span of each circle has none. */
async function withoutCircles(parents: Int32Array, turn: Turn): Promise<Int32Array> {
  const cut = Int32Array.from(parents);
  /** The walk in which a span was seen first; 0: not yet. */
  const seenIn = new Uint32Array(parents.length);
  for (let from = 0; from < cut.length; from++) {
    if (turn.isOver()) await turn.next();
    let span = from;
    while (span >= 0 && seenIn[span] === 0) {
      seenIn[span] = from + 1;
      span = cut[span] ?? noParent;
    }
    if (span >= 0 && seenIn[span] === from + 1) cut[firstOfCircle(cut, span)] = noParent;
  }
  return cut;
}

function firstOfCircle(parents: Int32Array, member: number): number {
  let first = member;
  for (let span = parents[member] ?? member; span !== member; span = parents[span] ?? member)
    first = Math.min(first, span);
  return first;
}
