import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  criticalPathOf,
  type Segment,
} from '../../services/query-api/core/traces/critical-path.ts';
import {
  endOf,
  missingParent,
  noParent,
  type Outline,
} from '../../services/query-api/core/traces/outline.ts';
import { placesOf } from '../../services/query-api/core/traces/places.ts';
import { type SpanTree, spanTreeOf } from '../../services/query-api/core/traces/span-tree.ts';
import { holds } from '../support/property.ts';

const runs = 500;

const names = ['a', 'b', 'c'];

/** Few instants, so that spans touch, overlap, stick out of their parents and take no time at all. */
const drawnSpan = fc.record({
  parent: fc.integer({ min: -2, max: 11 }),
  start: fc.nat(12),
  duration: fc.nat(8),
  name: fc.nat(names.length - 1),
  status: fc.constantFrom(0, 1, 2),
});

type Drawn = typeof drawnSpan extends fc.Arbitrary<infer Value> ? Value : never;

const drawnTrace = fc.array(drawnSpan, { minLength: 1, maxLength: 12 });

/** In the order of starts, as outlines are; some parents lead in circles. */
function outlineOf(drawn: readonly Drawn[]): Outline {
  const spans = drawn.toSorted((left, right) => left.start - right.start);
  return {
    ids: spans.map((_, index) => `span ${index}`),
    parent: Int32Array.from(spans, ({ parent }) =>
      parent < spans.length ? parent : missingParent,
    ),
    start: Float64Array.from(spans, ({ start }) => start),
    duration: Float64Array.from(spans, ({ duration }) => duration),
    service: new Int32Array(spans.length),
    name: Int32Array.from(spans, ({ name }) => name),
    kind: new Uint8Array(spans.length),
    status: Uint8Array.from(spans, ({ status }) => status),
    services: ['checkout'],
    names,
  };
}

const startOf = ({ start }: Outline, span: number): number => start[span] ?? 0;

const turn = { isOver: () => false, next: async () => undefined };

const byStart = (outline: Outline): number[] => [...outline.ids.keys()];

const byEnd = (outline: Outline): number[] =>
  byStart(outline).sort((left, right) => endOf(outline, left) - endOf(outline, right));

const descendants = (span: number, { children }: SpanTree): number[] => [
  span,
  ...(children.get(span) ?? []).flatMap(child => descendants(child, { roots: [], children })),
];

const lengthOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { from, to }) => sum + to - from, 0);

describe('the tree of a trace', () => {
  it('has every span once, whatever parents were sent, also those in circles', async () => {
    await holds(
      fc.asyncProperty(drawnTrace, async drawn => {
        const outline = outlineOf(drawn);
        const tree = await spanTreeOf(outline, byStart(outline), turn);
        const found = tree.roots.flatMap(root => descendants(root, tree));
        deepEqual(
          found.toSorted((left, right) => left - right),
          byStart(outline),
        );
        for (const [span, parent] of outline.parent.entries())
          if (parent < 0) ok(tree.roots.includes(span));
      }),
      runs,
    );
  });
});

/** Which span is waited for at an instant: of the children that run then and end last before what follows, the deepest. */
function waitedFor(outline: Outline, tree: SpanTree, root: number, at: number): number {
  const children = (span: number, from: number, to: number): number => {
    let end = to;
    for (const child of (tree.children.get(span) ?? []).toReversed()) {
      const childFrom = Math.max(from, startOf(outline, child));
      const childTo = Math.min(end, endOf(outline, child));
      if (childFrom >= childTo) continue;
      if (at >= childTo) return span;
      if (at >= childFrom) return children(child, childFrom, childTo);
      end = childFrom;
    }
    return span;
  };
  return children(root, startOf(outline, root), endOf(outline, root));
}

describe('the critical path of a trace', () => {
  it('covers its root without gaps or overlaps, with what its end waited for at each instant', async () => {
    await holds(
      fc.asyncProperty(drawnTrace, async drawn => {
        const outline = outlineOf(drawn);
        const tree = await spanTreeOf(outline, byEnd(outline), turn);
        for (const root of tree.roots) {
          const path = await criticalPathOf(outline, tree, root, turn);
          equal(lengthOf(path), outline.duration[root]);
          let at = startOf(outline, root);
          for (const { span, from, to } of path) {
            equal(from, at);
            equal(span, waitedFor(outline, tree, root, from));
            equal(span, waitedFor(outline, tree, root, to - 0.5));
            at = to;
          }
        }
      }),
      runs,
    );
  });

  it('goes through the child that ended last, and not through one that ran beside it', async () => {
    const outline = outlineOf([
      { parent: noParent, start: 0, duration: 12, name: 0, status: 0 },
      { parent: 0, start: 1, duration: 4, name: 1, status: 0 },
      { parent: 0, start: 2, duration: 8, name: 2, status: 0 },
    ]);
    const tree = await spanTreeOf(outline, byEnd(outline), turn);
    deepEqual(await criticalPathOf(outline, tree, 0, turn), [
      { span: 0, from: 0, to: 1 },
      { span: 1, from: 1, to: 2 },
      { span: 2, from: 2, to: 10 },
      { span: 0, from: 10, to: 12 },
    ]);
  });
});

/** Name after name from the root. */
function pathOf(outline: Outline, tree: SpanTree, span: number): string {
  const above = byStart(outline).find(each => tree.children.get(each)?.includes(span));
  const own = names[outline.name[span] ?? 0] ?? '';
  return above === undefined ? own : `${pathOf(outline, tree, above)}/${own}`;
}

/** Instants, halves between whole numbers, at which the span runs and no child does. */
function selfTime(outline: Outline, tree: SpanTree, span: number): number {
  const runsAt = (each: number, at: number): boolean =>
    startOf(outline, each) < at && at < endOf(outline, each);
  const instants = Array.from({ length: 24 }, (_, at) => at + 0.5);
  const children = tree.children.get(span) ?? [];
  return instants.filter(at => runsAt(span, at) && !children.some(child => runsAt(child, at)))
    .length;
}

describe('the places of two traces', () => {
  it('are what a naive walk of both finds: spans, errors, time and time of their own', async () => {
    await holds(
      fc.asyncProperty(drawnTrace, drawnTrace, async (a, b) => {
        const outlines = [outlineOf(a), outlineOf(b)];
        const placed = await Promise.all(
          outlines.map(async outline => ({
            outline,
            tree: await spanTreeOf(outline, byStart(outline), turn),
          })),
        );
        const { places, spent } = await placesOf(placed, turn);
        const found = new Map(places.map((_, index) => [nameOf(index), spent[index]]));
        equal(found.size, places.length);
        deepEqual(found, naive());

        function nameOf(index: number): string {
          const { name = '', above = noParent } = places[index] ?? {};
          return above < 0 ? name : `${nameOf(above)}/${name}`;
        }

        function naive() {
          const expected = new Map<string, object[]>();
          for (const [index, { outline, tree }] of placed.entries())
            for (const span of byStart(outline)) {
              const path = pathOf(outline, tree, span);
              const nothing = () => ({ spans: 0, errors: 0, total: 0, self: 0 });
              const both = expected.get(path) ?? [nothing(), nothing()];
              expected.set(path, both);
              const { spans, errors, total, self } = both[index] as ReturnType<typeof nothing>;
              both[index] = {
                spans: spans + 1,
                errors: errors + Number(outline.status[span] === 2),
                total: total + (outline.duration[span] ?? 0),
                self: self + selfTime(outline, tree, span),
              };
            }
          return expected;
        }
      }),
      runs,
    );
  });
});
