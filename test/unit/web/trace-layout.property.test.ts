import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Layout,
  layoutOf,
  type SpanColumns,
} from '../../../services/web/pages/trace/layout.ts';
import { visibleRows, withAncestors } from '../../../services/web/pages/trace/rows.ts';
import { holds } from '../../support/property.ts';

const runs = 300;

/** The most spans of an outline. */
const most = 200_000;

/** Measured: 600,000. */
const linearMicrosMax = 10_000_000;

const shapes: Readonly<Record<string, (span: number) => number>> = {
  'one chain': span => span - 1,
  'one chain that begins at its end': span => (span === most - 1 ? -1 : span + 1),
  'one circle': span => (span + 1) % most,
  'many circles': span => (span % 2 === 0 ? span + 1 : span - 1),
  'one parent': span => (span === 0 ? -1 : 0),
  'roots alone': () => -2,
};

/** Parents as they may be sent: roots, missing ones, themselves, each other in circles; ids that some share. */
const drawnColumns = fc.integer({ min: 0, max: 60 }).chain(count =>
  fc.record({
    parent: fc.array(fc.integer({ min: -2, max: Math.max(-1, count - 1) }), {
      minLength: count,
      maxLength: count,
    }),
    start_ns: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: count, maxLength: count }),
    duration_ns: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: count, maxLength: count }),
    span_id: fc.array(
      fc.integer({ min: 0, max: 40 }).map(id => id.toString(16)),
      { minLength: count, maxLength: count },
    ),
  }),
);

const spansOf = ({ parent }: SpanColumns): number[] => Array.from(parent, (_, span) => span);

function standingOf(layout: Layout, span: number) {
  const of = (each: number) => ({
    place: layout.placeOf[each] ?? -1,
    depth: layout.depth[each] ?? -1,
  });
  const above = layout.parent[span] ?? -1;
  return { ...of(span), above: above < 0 ? undefined : of(above) };
}

describe('the layout of a trace', () => {
  it('has every span once, at its place and below its parent', () =>
    holds(
      fc.property(drawnColumns, columns => {
        const layout = layoutOf(columns);
        deepEqual(
          [...layout.order].sort((a, b) => a - b),
          spansOf(columns),
        );
        for (const span of layout.order) {
          const { place, depth, above } = standingOf(layout, span);
          equal(layout.order[place], span);
          if (above === undefined) equal(depth, 0);
          else {
            equal(depth, above.depth + 1);
            ok(above.place < place);
          }
        }
      }),
      runs,
    ));

  it('has siblings by their starts', () =>
    holds(
      fc.property(drawnColumns, columns => {
        const layout = layoutOf(columns);
        for (const above of [-1, ...spansOf(columns)]) {
          const siblings = [...layout.order].filter(span => layout.parent[span] === above);
          const starts = siblings.map(span => columns.start_ns[span] ?? 0);
          deepEqual(
            starts,
            starts.toSorted((a, b) => a - b),
          );
        }
      }),
      runs,
    ));

  it('keeps every parent that leads to a root, and takes only as many away as there are circles', () =>
    holds(
      fc.property(drawnColumns, columns => {
        const layout = layoutOf(columns);
        const spans = spansOf(columns).map(span => ({
          sent: Math.max(-1, columns.parent[span] ?? -1),
          isMissing: columns.parent[span] === -2,
          used: layout.parent[span],
          isOrphan: layout.isOrphan[span] === 1,
          isCut: layout.isCut[span] === 1,
        }));
        const cut = spans.filter(({ sent, used }) => sent !== used);
        equal(cut.length, circlesOf(columns.parent));
        for (const { used } of cut) equal(used, -1);
        for (const { sent, used, isMissing, isOrphan, isCut } of spans) {
          equal(isOrphan, isMissing);
          equal(isCut, sent !== used);
        }
      }),
      runs,
    ));

  it('counts what is below a span as a naive walk does', () =>
    holds(
      fc.property(drawnColumns, columns => {
        const layout = layoutOf(columns);
        for (const span of spansOf(columns)) {
          const below = spansOf(columns).filter(each => isBelow(layout.parent, each, span)).length;
          equal((layout.endOf[span] ?? 0) - (layout.placeOf[span] ?? 0) - 1, below);
        }
      }),
      runs,
    ));

  it('shows what is neither below a closed span nor filtered away', () =>
    holds(
      fc.property(
        drawnColumns,
        fc.array(fc.nat(59)),
        fc.option(fc.array(fc.nat(59))),
        (columns, closed, wanted) => {
          const layout = layoutOf(columns);
          const collapsed = new Set(closed);
          const matches = new Set(wanted);
          const filter =
            wanted === null ? undefined : withAncestors(layout, span => matches.has(span));
          const rows = [...visibleRows(layout, { collapsed, kept: filter?.kept })];
          const isKept = (span: number): boolean =>
            wanted === null ||
            spansOf(columns).some(
              each => matches.has(each) && (each === span || isBelow(layout.parent, each, span)),
            );
          const isHidden = (span: number): boolean =>
            [...collapsed].some(each => isBelow(layout.parent, span, each));
          deepEqual(
            rows,
            [...layout.order].filter(span => isKept(span) && !isHidden(span)),
          );
          if (filter !== undefined)
            equal(filter.matched, spansOf(columns).filter(span => matches.has(span)).length);
        },
      ),
      runs,
    ));

  it('tells spans apart that share an id, and says which begin before their parents', () =>
    holds(
      fc.property(drawnColumns, columns => {
        const layout = layoutOf(columns);
        const keys = spansOf(columns).map(span => `${columns.span_id[span]} ${layout.nth[span]}`);
        equal(new Set(keys).size, keys.length);
        for (const span of spansOf(columns)) {
          const twins = columns.span_id.filter(id => id === columns.span_id[span]).length;
          equal(layout.isShared[span] === 1, twins > 1);
          const above = layout.parent[span] ?? -1;
          const isEarly =
            above >= 0 && (columns.start_ns[span] ?? 0) < (columns.start_ns[above] ?? 0);
          equal(layout.isSkewed[span] === 1, isEarly);
        }
      }),
      runs,
    ));

  // A step for each pair of spans would be 40,000,000,000 steps. Processor time, as the machine may be busy.
  for (const [shape, parentOf] of Object.entries(shapes))
    it(`is made in time linear in the spans of ${shape}`, () => {
      const began = process.cpuUsage();
      const starts = Float64Array.from({ length: most }, (_, span) => span);
      const layout = layoutOf({
        parent: Int32Array.from(starts, parentOf),
        start_ns: starts,
        duration_ns: starts,
        span_id: Array.from(starts, String),
      });
      equal(visibleRows(layout, { collapsed: new Set() }).length, most);
      equal(withAncestors(layout, () => true).matched, most);
      ok(process.cpuUsage(began).user < linearMicrosMax);
    });
});

function isBelow(parent: Int32Array, span: number, above: number): boolean {
  for (let each = parent[span] ?? -1; each >= 0; each = parent[each] ?? -1)
    if (each === above) return true;
  return false;
}

/** How many circles of parents there are: each span leads to a root or to one of them. */
function circlesOf(parent: readonly number[]): number {
  const members = new Set<string>();
  for (let span = 0; span < parent.length; span++) {
    let each = span;
    for (let step = 0; step < parent.length && each >= 0; step++) each = parent[each] ?? -1;
    if (each < 0) continue;
    const circle = new Set<number>();
    for (; !circle.has(each); each = parent[each] ?? -1) circle.add(each);
    members.add([...circle].sort((a, b) => a - b).join());
  }
  return members.size;
}
