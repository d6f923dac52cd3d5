import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { hourMs } from '../../schemas/durations.ts';
import { openMetricReads } from '../support/metric-reads.ts';
import { text } from '../support/otlp.ts';
import { metrics } from '../support/otlp-metrics.ts';
import { holds, partOf } from '../support/property.ts';
import { testWarehouse } from '../support/warehouse.ts';

// What is older than a month is cleared away at once. A step begins with its hour.
const nowMs = Math.floor(Date.now() / hourMs) * hourMs;
const fromMs = nowMs - hourMs;
const iso = (ms: number): string => new Date(ms).toISOString();
const nanos = (ms: number): string => String(BigInt(ms) * 1_000_000n);
const at = (seconds: number, fields: object, startSeconds?: number) => ({
  timeUnixNano: nanos(fromMs + seconds * 1000),
  ...(startSeconds !== undefined && { startTimeUnixNano: nanos(fromMs + startSeconds * 1000) }),
  ...fields,
});

const runs = partOf(10, 2);
const bounds = [0.5, 1, 2, 5, 10, 50];
const quantiles = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

type Encoded = {
  /** The point of a histogram that saw these values. */
  readonly encode: (values: readonly number[]) => object;
  readonly wrap: (points: readonly object[], temporality: number) => object;
  /** Bounds of the bucket that a value lies in. */
  readonly around: (value: number, scale: number) => readonly [number, number];
};

const explicit: Encoded = {
  encode: values => {
    const counts = new Array<number>(bounds.length + 1).fill(0);
    for (const value of values) {
      const index = bounds.findIndex(bound => value <= bound);
      const place = index < 0 ? bounds.length : index;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    return { explicitBounds: bounds, bucketCounts: counts };
  },
  wrap: (dataPoints, aggregationTemporality) => ({
    name: 'm',
    histogram: { dataPoints, aggregationTemporality },
  }),
  around: value => {
    const index = bounds.findIndex(bound => value <= bound);
    if (index < 0) return [bounds.at(-1) ?? 0, Number.POSITIVE_INFINITY];
    return [bounds[index - 1] ?? 0, bounds[index] as number];
  },
};

/** Each point in a scale of its own, finer or coarser. */
const exponential = (scales: readonly number[]): Encoded => {
  let next = 0;
  const indexOf = (value: number, scale: number): number =>
    Math.ceil(Math.log2(value) * 2 ** scale) - 1;
  return {
    encode: values => {
      const scale = scales[next++ % scales.length] ?? 0;
      const filled = values.filter(value => value > 0).map(value => indexOf(value, scale));
      const offset = filled.length === 0 ? 0 : Math.min(...filled);
      const length = filled.length === 0 ? 0 : Math.max(...filled) - offset + 1;
      const bucketCounts = new Array<number>(length).fill(0);
      for (const index of filled)
        bucketCounts[index - offset] = (bucketCounts[index - offset] ?? 0) + 1;
      return {
        scale,
        zeroCount: values.length - filled.length,
        positive: { offset, bucketCounts },
      };
    },
    wrap: (dataPoints, aggregationTemporality) => ({
      name: 'm',
      exponentialHistogram: { dataPoints, aggregationTemporality },
    }),
    around: (value, scale) => {
      if (value === 0) return [0, 0];
      const index = indexOf(value, scale);
      return [2 ** (index * 2 ** -scale), 2 ** ((index + 1) * 2 ** -scale)];
    },
  };
};

const values = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 8000 }).map(value => value / 80),
  ),
  { maxLength: 12 },
);

const extremesOf = (seen: readonly number[]): object =>
  seen.length === 0 ? {} : { min: Math.min(...seen), max: Math.max(...seen) };

/** Points of one series, 20 s apart. */
function pointsOf(
  encoded: Encoded,
  lists: readonly (readonly number[])[],
  isDelta: boolean,
  areExtremesSent: boolean,
): object[] {
  let seen: readonly number[] = [];
  return lists.map((list, index) => {
    seen = isDelta ? list : [...seen, ...list];
    const sum = seen.reduce((total, value) => total + value, 0);
    const extremes = areExtremesSent ? extremesOf(seen) : {};
    const figures = { count: seen.length, sum, ...encoded.encode(seen), ...extremes };
    return at(20 * (index + 1), figures, isDelta ? 20 * index : 0);
  });
}

/** Of all values where every point names its own; undefined where one has none. */
function sharedExtremes(lists: readonly (readonly number[])[]): [number, number] | undefined {
  if (lists.some(list => list.length === 0)) return undefined;
  return [Math.min(...lists.flat()), Math.max(...lists.flat())];
}

function expectSums(all: readonly number[], sum = 0, average = 0): void {
  const total = all.reduce((before, value) => before + value, 0);
  ok(Math.abs(sum - total) < 1e-6);
  if (all.length > 0) ok(Math.abs(average - total / all.length) < 1e-6);
}

/** Of the bucket that holds the exact rank. */
function boundsOf(encoded: Encoded, sorted: readonly number[], q: number, scale: number) {
  const exact = sorted[Math.max(1, Math.ceil(q * sorted.length)) - 1];
  return exact === undefined ? undefined : encoded.around(exact, scale);
}

/** Rounding is relative to the bounds. Without bounds there is nothing to find. */
function expectBetween(
  name: string,
  found: number | undefined,
  bounds: readonly [number, number] | undefined,
): void {
  if (found === undefined || bounds === undefined) {
    equal(found, bounds);
    return;
  }
  const [lower, upper] = bounds;
  ok(
    found >= lower * (1 - 1e-12) && found <= upper * (1 + 1e-12),
    `${name}: ${found} is not from ${lower} to ${upper}`,
  );
}

describe('figures of histograms', function () {
  this.timeout(120_000);
  let warehouse: Warehouse;
  before(async () => {
    warehouse = await testWarehouse();
  });

  /** Points of one series read in one step; `lists` is what came between them. */
  async function check(
    encoded: Encoded,
    lists: readonly (readonly number[])[],
    isDelta: boolean,
    scale: number,
    areExtremesSent: boolean,
  ): Promise<void> {
    const points = pointsOf(encoded, lists, isDelta, areExtremesSent);
    const reads = openMetricReads(warehouse, nowMs);
    await reads.write([metrics([encoded.wrap(points.toReversed(), isDelta ? 1 : 2)])]);
    const asked = { step: 3600, from: iso(fromMs), to: iso(nowMs) };
    const read = async (aggregation: 'sum' | 'rate' | 'avg' | keyof typeof quantiles) =>
      (await reads.query({ aggregation, ...asked })).series[0]?.points[0]?.value;
    const all = lists.flat().sort((left, right) => left - right);
    equal(await read('rate'), all.length / 3600);
    expectSums(all, await read('sum'), await read('avg'));
    const extremes = areExtremesSent ? sharedExtremes(lists) : undefined;
    for (const [name, q] of Object.entries(quantiles)) {
      const found = await read(name as keyof typeof quantiles);
      expectBetween(name, found, boundsOf(encoded, all, q, scale));
      if (extremes !== undefined) expectBetween(name, found, extremes);
    }
  }

  const lists = fc.array(values, { minLength: 1, maxLength: 5 });

  for (const isDelta of [true, false]) {
    const word = isDelta ? 'delta' : 'cumulative';
    it(`lie within the bounds of the bucket that holds the exact rank: explicit, ${word}`, async () => {
      await holds(
        fc.asyncProperty(lists, fc.boolean(), (list, areExtremesSent) =>
          check(explicit, list, isDelta, 0, areExtremesSent),
        ),
        runs,
      );
    });

    it(`lie within the bounds of the coarsest scale: exponential, ${word}`, async () => {
      const scales = fc.array(fc.integer({ min: -1, max: 5 }), { minLength: 1, maxLength: 3 });
      await holds(
        fc.asyncProperty(lists, scales, fc.boolean(), (list, own, areExtremesSent) => {
          const used = list.map((_, index) => own[index % own.length] ?? 0);
          return check(exponential(own), list, isDelta, Math.min(...used), areExtremesSent);
        }),
        runs,
      );
    });
  }
});

describe('figures of metrics', function () {
  this.timeout(30_000);
  let warehouse: Warehouse;
  before(async () => {
    warehouse = await testWarehouse();
  });

  const asked = { step: 60, from: iso(fromMs), to: iso(fromMs + 180_000) };

  const read = async (
    data: object,
    query: {
      aggregation: 'sum' | 'rate' | 'avg' | 'min' | 'max' | 'p50';
      group_by?: string;
      from?: string;
    },
    scope?: string,
  ) => {
    const reads = openMetricReads(warehouse, nowMs);
    await reads.write([metrics([{ name: 'm', ...data }], 'shop', scope)]);
    const { series } = await reads.query({ ...asked, ...query });
    return series.map(({ group, points }) => [group, ...points.map(({ value }) => value)]);
  };

  const level = {
    gauge: {
      dataPoints: [
        at(0, { asDouble: 1, attributes: [text('room', 'a')] }),
        at(10, { asInt: 5, attributes: [text('room', 'a')] }),
        at(10, { asDouble: 3, attributes: [text('room', 'b')] }),
        at(65, { asDouble: 'NaN', attributes: [text('room', 'a')] }),
        at(66, { asDouble: -2, attributes: [text('room', 'a')] }),
        at(130, { flags: 1, attributes: [text('room', 'a')] }),
      ],
    },
  };

  it('of a gauge are of its values, and their sum is of the last one of each series', async () => {
    deepEqual(await read(level, { aggregation: 'sum' }), [['', 8, -2]]);
    deepEqual(await read(level, { aggregation: 'avg' }), [['', 3, -2]]);
    deepEqual(await read(level, { aggregation: 'min' }), [['', 1, -2]]);
    deepEqual(await read(level, { aggregation: 'max' }), [['', 5, -2]]);
    deepEqual(await read(level, { aggregation: 'avg', group_by: 'room' }), [
      ['a', 3, -2],
      ['b', 3],
    ]);
    deepEqual(await read(level, { aggregation: 'avg', group_by: 'service.name' }), [
      ['shop', 3, -2],
    ]);
    deepEqual(await read(level, { aggregation: 'avg', group_by: 'unheard of' }), [['', 3, -2]]);
  });

  const counter = (dataPoints: readonly object[], data: object = {}) => ({
    sum: { isMonotonic: true, aggregationTemporality: 2, dataPoints, ...data },
  });

  it('of a counter that names no start begin with its second point, and again when it falls', async () => {
    const points = [100, 130, 10, 25].map((asInt, index) => at(10 + index * 50, { asInt }));
    deepEqual(await read(counter(points), { aggregation: 'sum' }), [['', 30 + 10, 15]]);
  });

  it('of a counter count from the last point before the range', async () => {
    const points = [100, 130, 150].map((asInt, index) => at(10 + index * 60, { asInt }, -5000));
    const query = { aggregation: 'sum', from: iso(fromMs + 60_000) } as const;
    deepEqual(await read(counter(points), query), [['', 30, 20]]);
  });

  it('of a counter of huge whole numbers lose nothing', async () => {
    const points = [0n, 1n, 3n].map((more, index) =>
      at(10 + index, { asInt: String(2n ** 62n + more) }, -5000),
    );
    deepEqual(await read(counter(points), { aggregation: 'sum' }), [['', 3]]);
  });

  it('of increments that are called cumulative are of the increments', async () => {
    const points = [1, 1, 2].map(asDouble => at(10, { asDouble }));
    deepEqual(await read(counter(points), { aggregation: 'sum' }, 'tracekit'), [['', 4]]);
    deepEqual(await read(counter(points), { aggregation: 'max' }, 'tracekit'), [['', 2]]);
  });

  it('of a sum that may fall are levels, and their rate is that of the level', async () => {
    const points = [10, 4, 2].map((asInt, index) => at(10 + index * 30, { asInt }, 0));
    const data = counter(points, { isMonotonic: false });
    deepEqual(await read(data, { aggregation: 'sum' }), [['', 4, 2]]);
    deepEqual(await read(data, { aggregation: 'rate' }), [['', 4 / 60, -2 / 60]]);
  });

  it('of a summary are of its count and sum', async () => {
    const points = [at(10, { count: 2, sum: 10 }, 5), at(70, { count: 5, sum: 40 }, 5)];
    const data = { summary: { dataPoints: points } };
    deepEqual(await read(data, { aggregation: 'avg' }), [['', 5, 10]]);
    deepEqual(await read(data, { aggregation: 'rate' }), [['', 2 / 60, 3 / 60]]);
  });

  it('of a histogram are the least and most that its deltas tell, else bounds', async () => {
    const point = (fields: object) =>
      at(10, { count: 2, sum: 5, explicitBounds: [1, 4], bucketCounts: [0, 2, 0], ...fields }, 0);
    const data = (temporality: number) => ({
      histogram: {
        aggregationTemporality: temporality,
        dataPoints: [point({ min: 1.5, max: 3.5 })],
      },
    });
    deepEqual(await read(data(1), { aggregation: 'min' }), [['', 1.5]]);
    deepEqual(await read(data(1), { aggregation: 'max' }), [['', 3.5]]);
    // Of all that a cumulative one has seen, so no value of the step lies beyond.
    deepEqual(await read(data(2), { aggregation: 'min' }), [['', 1.5]]);
    deepEqual(await read(data(2), { aggregation: 'max' }), [['', 3.5]]);
  });

  const histogram = (aggregationTemporality: number, dataPoints: readonly object[]) => ({
    histogram: { aggregationTemporality, dataPoints },
  });

  it('of distributions whose start is not known begin with the second point', async () => {
    const explicit = (count: number) => ({
      count,
      sum: count,
      explicitBounds: [1],
      bucketCounts: [count, 0],
    });
    const points = [at(10, explicit(1276), 10), at(70, explicit(1296), 10)];
    deepEqual(await read(histogram(2, points), { aggregation: 'sum' }), [['', 20]]);
    const summary = { dataPoints: points.map(({ ...point }) => point) };
    deepEqual(await read({ summary }, { aggregation: 'sum' }), [['', 20]]);
  });

  it('of an exponential histogram are the least and most that were sent', async () => {
    const seen = { count: 3, sum: 140, scale: 0, positive: { offset: 5, bucketCounts: [3] } };
    for (const aggregationTemporality of [1, 2]) {
      const dataPoints = [at(10, { ...seen, min: 33, max: 60 }, 0)];
      const data = { exponentialHistogram: { aggregationTemporality, dataPoints } };
      deepEqual(await read(data, { aggregation: 'max' }), [['', 60]]);
      deepEqual(await read(data, { aggregation: 'min' }), [['', 33]]);
    }
  });

  it('of a histogram lie within its extremes', async () => {
    const wide = { explicitBounds: [100, 250], bucketCounts: [0, 20, 0] };
    const point = at(10, { count: 20, sum: 2210, ...wide, min: 101, max: 120 }, 0);
    for (const temporality of [1, 2]) {
      const [line] = await read(histogram(temporality, [point]), { aggregation: 'p50' });
      deepEqual(line, ['', 110.5]);
    }
  });

  it('of a histogram end at its last number where its last bound is none', async () => {
    for (const last of ['Infinity', Number.MAX_VALUE]) {
      const point = at(
        10,
        { count: 2, sum: 30, explicitBounds: [10, last], bucketCounts: [0, 2, 0] },
        0,
      );
      deepEqual(await read(histogram(1, [point]), { aggregation: 'p50' }), [['', 10]]);
    }
  });
});
