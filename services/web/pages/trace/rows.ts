import type { Layout } from './layout.ts';

type Shown = {
  readonly collapsed: ReadonlySet<number>;
  /** By span: 1 when it stays; all stay when absent. */
  readonly kept?: Uint8Array | undefined;
};

/** The spans that have a row, from top to bottom. */
export function visibleRows({ order, endOf }: Layout, { collapsed, kept }: Shown): Int32Array {
  const rows = new Int32Array(order.length);
  let count = 0;
  for (let place = 0; place < order.length; ) {
    const span = order[place] ?? 0;
    const isKept = kept === undefined || kept[span] === 1;
    if (isKept) rows[count++] = span;
    place = !isKept || collapsed.has(span) ? (endOf[span] ?? place + 1) : place + 1;
  }
  return rows.subarray(0, count);
}

/** Marks what matches and everything above it: a match without its ancestors would stand nowhere. */
export function withAncestors({ parent, count }: Layout, matches: (span: number) => boolean) {
  const isMatch = new Uint8Array(count);
  const kept = new Uint8Array(count);
  let matched = 0;
  for (let span = 0; span < count; span++) {
    if (!matches(span)) continue;
    isMatch[span] = 1;
    matched++;
    for (let each = span; each >= 0 && kept[each] === 0; each = parent[each] ?? -1) kept[each] = 1;
  }
  return { isMatch, kept, matched };
}
