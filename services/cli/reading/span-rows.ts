import type { ResponseOf } from '../../../schemas/http/routes.ts';

type Outline = ResponseOf<'getTraceOutline'>;

type SpanRow = {
  readonly name: string;
  readonly service: string;
  readonly depth: number;
  /** Since the trace began. */
  readonly afterMs: number;
  readonly durationMs: number;
  readonly isFailed: boolean;
};

/** Deeper spans are not moved further to the right. */
const depthMax = 16;
const failed = 2;

/**
 * The spans of a trace, each below its parent, by their beginnings. Every span is there once: those whose parents are
 * missing, or are below themselves, stand at the left.
 */
export function spanRows({ columns, names, services }: Outline): readonly SpanRow[] {
  const { parent: parents, start_ns: starts } = columns;
  const children = childrenOf(parents, starts);
  const rows: SpanRow[] = [];
  const seen = new Set<number>();
  const walk = (root: number): void => {
    const open: [span: number, depth: number][] = [[root, 0]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [span, depth] = next;
      if (seen.has(span)) continue;
      seen.add(span);
      rows.push(rowOf(span, depth));
      for (const child of (children.get(span) ?? []).toReversed()) open.push([child, depth + 1]);
    }
  };
  const rowOf = (span: number, depth: number): SpanRow => ({
    name: names[columns.name[span] ?? -1] ?? '',
    service: services[columns.service[span] ?? -1] ?? '',
    depth: Math.min(depth, depthMax),
    afterMs: (starts[span] ?? 0) / 1e6,
    durationMs: (columns.duration_ns[span] ?? 0) / 1e6,
    isFailed: columns.status[span] === failed,
  });
  for (const root of children.get(-1) ?? []) walk(root);
  for (const span of parents.keys()) walk(span);
  return rows;
}

function childrenOf(
  parents: readonly number[],
  starts: readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const [span, parent] of parents.entries()) {
    const siblings = children.get(parent) ?? [];
    siblings.push(span);
    children.set(parent, siblings);
  }
  for (const siblings of children.values())
    siblings.sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  return children;
}
