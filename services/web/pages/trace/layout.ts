/** The columns of a trace's spans that say how they hang together. */
export type SpanColumns = {
  /** Place of the parent; negative: a root, or a parent that is not here. */
  readonly parent: ArrayLike<number>;
  readonly start_ns: ArrayLike<number>;
  readonly duration_ns: ArrayLike<number>;
  readonly span_id: ArrayLike<string>;
};

export type Layout = {
  readonly count: number;
  /** Spans in the order in which they are shown: each before its children, siblings by their starts. */
  readonly order: Int32Array;
  /** By span: its place in `order`. */
  readonly placeOf: Int32Array;
  /** By span: the place in `order` behind its last descendant. */
  readonly endOf: Int32Array;
  readonly depth: Int32Array;
  /** By span; -1 for a root, also for one whose parent is missing or leads in a circle. */
  readonly parent: Int32Array;
  /** By span: 1 when its parent was named and is not here. */
  readonly isOrphan: Uint8Array;
  /** By span: 1 when it became a root because its parents lead back to it. */
  readonly isCut: Uint8Array;
  /** By span: 1 when it begins before its parent, as clocks differ. */
  readonly isSkewed: Uint8Array;
  /** By span: how many before it have its id. */
  readonly nth: Int32Array;
  /** By span: 1 when another has its id. */
  readonly isShared: Uint8Array;
  readonly endNs: number;
};

/** How spans are shown as a tree, in time linear in their number when they come sorted by their starts. */
export function layoutOf(columns: SpanColumns): Layout {
  const count = columns.parent.length;
  const parents = parentsOf(columns.parent);
  const { parent } = parents;
  const { first, next } = childrenOf(parent, columns.start_ns);
  const isSkewed = Uint8Array.from({ length: count }, (_, span) => {
    const above = parent[span] ?? -1;
    return above >= 0 && at(columns.start_ns, span) < at(columns.start_ns, above) ? 1 : 0;
  });
  let endNs = 1;
  for (let span = 0; span < count; span++)
    endNs = Math.max(endNs, at(columns.start_ns, span) + at(columns.duration_ns, span));
  const walked = walk(first, next, parent);
  return { count, ...parents, isSkewed, endNs, ...walked, ...twinsOf(columns.span_id) };
}

const at = (numbers: ArrayLike<number>, index: number): number => numbers[index] ?? 0;

/** Parents without circles: the span that closes one becomes a root. */
function parentsOf(sent: ArrayLike<number>): Pick<Layout, 'parent' | 'isOrphan' | 'isCut'> {
  const count = sent.length;
  // A place behind the last span is as good as none.
  const parent = Int32Array.from({ length: count }, (_, span) =>
    at(sent, span) < count ? Math.max(-1, at(sent, span)) : -1,
  );
  const isOrphan = Uint8Array.from({ length: count }, (_, span) =>
    at(sent, span) < -1 || at(sent, span) >= count ? 1 : 0,
  );
  const isCut = new Uint8Array(count);
  // 0: not seen yet; otherwise one more than the span from which the walk upwards began.
  const seenFrom = new Int32Array(count);
  for (let span = 0; span < count; span++) {
    for (let each = span; each >= 0 && seenFrom[each] === 0; ) {
      seenFrom[each] = span + 1;
      const above = parent[each] ?? -1;
      if (above >= 0 && seenFrom[above] === span + 1) {
        parent[each] = -1;
        isCut[each] = 1;
      }
      each = parent[each] ?? -1;
    }
  }
  return { parent, isOrphan, isCut };
}

/** Spans that share an id stay apart: all but the first are told from it by a number. */
function twinsOf(ids: ArrayLike<string>): Pick<Layout, 'nth' | 'isShared'> {
  const last = new Map<string, number>();
  const nth = new Int32Array(ids.length);
  const isShared = new Uint8Array(ids.length);
  for (let span = 0; span < ids.length; span++) {
    const id = ids[span] ?? '';
    const before = last.get(id);
    last.set(id, span);
    if (before === undefined) continue;
    nth[span] = at(nth, before) + 1;
    isShared[before] = 1;
    isShared[span] = 1;
  }
  return { nth, isShared };
}

/** Lists of children, the latest first; the list of the roots is that of the place behind the last span. */
function childrenOf(parent: Int32Array, starts: ArrayLike<number>) {
  const count = parent.length;
  const earliestFirst = byStart(starts);
  const first = new Int32Array(count + 1).fill(-1);
  const next = new Int32Array(count).fill(-1);
  for (const span of earliestFirst) {
    const above = parent[span] ?? -1;
    const list = above < 0 ? count : above;
    next[span] = first[list] ?? -1;
    first[list] = span;
  }
  return { first, next };
}

/** Spans by their starts. The server sends them so; what was not sorted costs a sort. */
function byStart(starts: ArrayLike<number>): Int32Array {
  const spans = Int32Array.from({ length: starts.length }, (_, span) => span);
  const isSorted = spans.every(span => span === 0 || at(starts, span - 1) <= at(starts, span));
  return isSorted ? spans : spans.sort((a, b) => at(starts, a) - at(starts, b) || a - b);
}

/** Depth first, without recursion: a chain of 100,000 spans must not overflow the stack. */
function walk(first: Int32Array, next: Int32Array, parent: Int32Array) {
  const count = next.length;
  const [order, placeOf, depth] = [
    new Int32Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ];
  const waiting = new Int32Array(count);
  let size = 0;
  // The latest is put down first, so that the earliest is taken up first.
  const putChildren = (list: number): void => {
    for (let span = first[list] ?? -1; span >= 0; span = next[span] ?? -1) waiting[size++] = span;
  };
  putChildren(count);
  for (let place = 0; size > 0; place++) {
    const span = waiting[--size] ?? 0;
    const above = parent[span] ?? -1;
    depth[span] = above < 0 ? 0 : at(depth, above) + 1;
    placeOf[span] = place;
    order[place] = span;
    putChildren(span);
  }
  return { order, placeOf, depth, endOf: endsOf(order, parent) };
}

/** Each subtree ends where its last child's ends; from below, every child is done before its parent. */
function endsOf(order: Int32Array, parent: Int32Array): Int32Array {
  const endOf = new Int32Array(order.length);
  for (let place = order.length - 1; place >= 0; place--) {
    const span = order[place] ?? 0;
    const above = parent[span] ?? -1;
    endOf[span] = Math.max(at(endOf, span), place + 1);
    if (above >= 0) endOf[above] = Math.max(at(endOf, above), at(endOf, span));
  }
  return endOf;
}
