import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  bucketBoundsNanos,
  bucketMiddleNanos,
  bucketOf,
  quantileNanos,
} from '../../schemas/window.ts';
import type { SpanColumnsView } from '../../services/processor/core/span-columns-view.ts';
import { openWindowFold, rollUp, type Window } from '../../services/processor/core/windows.ts';
import { averageMs, quantileMs } from '../../services/query-api/windows/histogram.ts';
import { durationLists, isWithinOnePercent, nearestRank } from '../support/durations.ts';
import { holds } from '../support/property.ts';

type Span = {
  readonly service: number;
  readonly name: number;
  readonly isEntry: boolean;
  readonly isError: boolean;
  readonly endSeconds: number;
  readonly durationNanos: number;
};

const figuresOf = (spans: readonly Span[]): SpanColumnsView => ({
  rows: spans.length,
  organization: new Uint32Array(spans.length),
  service: Uint32Array.from(spans, span => span.service),
  name: Uint32Array.from(spans, span => span.name),
  entry: Uint8Array.from(spans, span => (span.isEntry ? 1 : 0)),
  root: new Uint8Array(spans.length),
  status: Uint8Array.from(spans, span => (span.isError ? 2 : 0)),
  endSeconds: Uint32Array.from(spans, span => span.endSeconds),
  duration: Float64Array.from(spans, span => span.durationNanos),
  traceIds: new Uint8Array(16 * spans.length),
  traceWords: new Uint32Array(4 * spans.length),
  start: new Uint32Array(2 * spans.length),
  end: new Uint32Array(2 * spans.length),
});

const now = 1_790_000_000;

const ends = fc.oneof(
  fc.integer({ min: now - 40, max: now }),
  fc.integer({ min: 0, max: 4 }).map(slot => now - slot * 10),
  fc.integer({ min: now - 6 * 86_400, max: now }),
);

const spanLists = durationLists(60).chain(durations =>
  fc
    .array(
      fc.record({
        service: fc.integer({ min: 0, max: 2 }),
        name: fc.integer({ min: 0, max: 2 }),
        isEntry: fc.boolean(),
        isError: fc.boolean(),
        endSeconds: ends,
      }),
      { minLength: durations.length, maxLength: durations.length },
    )
    .map(list => list.map((span, at) => ({ ...span, durationNanos: durations[at] ?? 0 }))),
);

const fold = (
  spans: readonly Span[],
  cuts: readonly number[] = [],
  slotSeconds = 10,
): readonly Window[] => {
  const windows = openWindowFold(name => name, slotSeconds);
  const figures = figuresOf(spans);
  const bounds = [0, ...cuts.map(cut => cut % spans.length), spans.length].sort((a, b) => a - b);
  bounds.forEach((bound, at) => {
    windows.add(figures, bounds[at - 1] ?? 0, bound);
  });
  return windows.result();
};

const keyOf = (w: Omit<Window, 'n' | 'errors' | 'buckets' | 'counts' | 'organization'>): string =>
  [w.service, w.operation, w.entry, w.time].join('/');

const sortedByKey = (windows: readonly Window[]): readonly Window[] =>
  [...windows].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));

function grouped(spans: readonly Span[]): Map<string, Span[]> {
  const groups = new Map<string, Span[]>();
  for (const span of spans) {
    const { service, name, isEntry, endSeconds } = span;
    const time = endSeconds - (endSeconds % 10);
    const key = keyOf({ service, operation: name, entry: isEntry, time });
    groups.set(key, [...(groups.get(key) ?? []), span]);
  }
  return groups;
}

describe('window fold', () => {
  it('keeps counts and errors exact and percentiles within 1 % of the nearest rank', async () => {
    const property = fc.property(spanLists, spans => {
      const expected = grouped(spans);
      const windows = fold(spans);
      equal(windows.length, expected.size);
      for (const window of windows) {
        const members = expected.get(keyOf(window)) ?? [];
        equal(window.n, members.length);
        equal(window.errors, members.filter(span => span.isError).length);
        const durations = members.map(span => span.durationNanos);
        for (const q of [0.5, 0.95, 0.99, 1]) {
          const reported = quantileNanos(window.buckets, window.counts, q) ?? Number.NaN;
          ok(isWithinOnePercent(reported, nearestRank(durations, q)), `p${q * 100}: ${reported}`);
        }
      }
    });
    await holds(property, 1_000);
  }).timeout(60_000);

  it('does not care how spans were batched or ordered', async () => {
    const property = fc.property(spanLists, fc.array(fc.nat()), fc.nat(), (spans, cuts, turn) => {
      const at = turn % spans.length;
      const turned = [...spans.slice(at), ...spans.slice(0, at)];
      deepEqual(sortedByKey(fold(turned, cuts)), sortedByKey(fold(spans)));
    });
    await holds(property, 300);
  }).timeout(60_000);

  it('gives the same hours from ten seconds as from spans', async () => {
    const property = fc.property(spanLists, spans => {
      const hours = rollUp(fold(spans), 3600);
      deepEqual(sortedByKey(hours), sortedByKey(fold(spans, [], 3600)));
    });
    await holds(property, 300);
  }).timeout(60_000);

  it('keeps thousands of windows apart', () => {
    const spans = Array.from({ length: 20_000 }, (_, at) => ({
      service: at % 50,
      name: at % 77,
      isEntry: at % 3 === 0,
      isError: at % 5 === 0,
      endSeconds: now + (at % 40),
      durationNanos: 1 + at * 1000,
    }));
    const windows = fold(spans);
    const expected = grouped(spans);
    equal(windows.length, expected.size);
    for (const window of windows) equal(window.n, expected.get(keyOf(window))?.length);
  });
});

describe('bucket', () => {
  it('has a middle within 0.79 % of every duration in it', async () => {
    const durations = fc.oneof(
      fc.integer({ min: 2, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 1, max: 52 }).map(power => 2 ** power),
    );
    const property = fc.property(durations, nanos => {
      const error = Math.abs(bucketMiddleNanos(bucketOf(nanos)) - nanos) / nanos;
      ok(error <= 0.0079, `${nanos}: ${error}`);
    });
    await holds(property, 2_000);
  });

  it('is read as nothing where spans took nothing, by percentiles, averages and bounds alike', () => {
    const histogram = { n: 3, errors: 0, buckets: [bucketOf(0)], counts: [3] };
    deepEqual(
      [quantileMs(histogram, 0.5), quantileMs(histogram, 0.99), averageMs(histogram)],
      [0, 0, 0],
    );
    equal(bucketBoundsNanos(bucketOf(0)).lower, 0);
  });

  it('starts at zero with one nanosecond, and takes nothing for one', () => {
    deepEqual([bucketOf(0), bucketOf(1), bucketOf(2)], [0, 0, 64]);
  });
});
