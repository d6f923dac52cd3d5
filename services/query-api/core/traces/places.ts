import { endOf, noParent, type Outline, type Turn } from './outline.ts';
import type { SpanTree } from './span-tree.ts';

/** What the spans of a trace at one place took, in nanoseconds; `self` is time in which no child of theirs ran. */
export type Spent = {
  readonly spans: number;
  readonly errors: number;
  readonly total: number;
  readonly self: number;
};

/** A place in a trace: service and name of a span, below those of its ancestors. */
export type Place = {
  readonly service: string;
  readonly name: string;
  readonly depth: number;
  /** Where the place above is in the list; `noParent` for a root. */
  readonly above: number;
};

export type PlacedTrace = { readonly outline: Outline; readonly tree: SpanTree };

/** The spans of several traces at the same places: for each place what each trace spent there. */
export type Places = { readonly places: readonly Place[]; readonly spent: readonly Spent[][] };

const nothing: Spent = { spans: 0, errors: 0, total: 0, self: 0 };
const failed = 2;

/** The places of traces, each after the one above it. */
export async function placesOf(traces: readonly PlacedTrace[], turn: Turn): Promise<Places> {
  const places: Place[] = [];
  const spent: Spent[][] = [];
  const found = new Map<string, number>();
  for (const [index, { outline, tree }] of traces.entries()) {
    const open = tree.roots.map(span => ({ span, above: noParent, depth: 0 }));
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (turn.isOver()) await turn.next();
      const { span, depth } = next;
      const place = placeOf(next, outline);
      const ofTraces = spent[place] ?? traces.map(() => nothing);
      spent[place] = ofTraces;
      ofTraces[index] = added(ofTraces[index] ?? nothing, outline, span, tree);
      for (const child of tree.children.get(span) ?? [])
        open.push({ span: child, above: place, depth: depth + 1 });
    }
  }
  return { places, spent };

  function placeOf(
    {
      span,
      above,
      depth,
    }: { readonly span: number; readonly above: number; readonly depth: number },
    outline: Outline,
  ): number {
    const service = outline.services[outline.service[span] ?? 0] ?? '';
    const name = outline.names[outline.name[span] ?? 0] ?? '';
    const key = `${above}\n${service}\n${name}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    found.set(key, places.length);
    return places.push({ service, name, depth, above }) - 1;
  }
}

const added = (
  { spans, errors, total, self }: Spent,
  outline: Outline,
  span: number,
  { children }: SpanTree,
): Spent => ({
  spans: spans + 1,
  errors: errors + Number(outline.status[span] === failed),
  total: total + (outline.duration[span] ?? 0),
  self: self + selfTime(outline, span, children.get(span) ?? []),
});

/** The time of a span in which none of its children ran; they are in the order of their starts, may overlap, and run longer than it. */
function selfTime(outline: Outline, span: number, children: readonly number[]): number {
  const end = endOf(outline, span);
  let covered = 0;
  let from = outline.start[span] ?? 0;
  for (const child of children) {
    const begin = Math.max(outline.start[child] ?? 0, from);
    const until = Math.min(endOf(outline, child), end);
    if (until <= begin) continue;
    covered += until - begin;
    from = until;
  }
  return (outline.duration[span] ?? 0) - covered;
}
