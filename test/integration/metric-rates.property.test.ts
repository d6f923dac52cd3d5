import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { openMetricReads } from '../support/metric-reads.ts';
import { int, text } from '../support/otlp.ts';
import { metrics } from '../support/otlp-metrics.ts';
import { holds, partOf } from '../support/property.ts';
import { testWarehouse } from '../support/warehouse.ts';

// What is older than a month is cleared away at once.
const nowMs = Math.floor(Date.now() / 60_000) * 60_000;
const fromMs = nowMs - 3_600_000;

/** What a counter did between two of its exports, and whether the second one arrived. */
type Export = { readonly afterMs: number; readonly added: number; readonly isReceived: boolean };

/**
 * A counter between two starts of its process. Who began to look at it later than it began to count does not know its
 * start: the first point then starts when it ends (OpenTelemetry data model, "Resets and Gaps").
 */
type Life = {
  readonly pauseMs: number;
  readonly isStartKnown: boolean;
  readonly exports: readonly Export[];
};

type Point = {
  readonly startMs: number;
  readonly timeMs: number;
  readonly added: number;
  readonly total: number;
  /** What was counted before it is not known. */
  readonly isOffset: boolean;
};

/** Counters of doubles whose sums are exact, and of whole numbers past those that doubles hold. */
const added = { double: fc.nat(1_000).map(value => value / 8), int: fc.nat(1_000_000) };

const life = (kind: keyof typeof added): fc.Arbitrary<Life> =>
  fc.record({
    pauseMs: fc.integer({ min: 1, max: 50_000 }),
    isStartKnown: fc.boolean(),
    exports: fc.array(
      fc.record({
        afterMs: fc.integer({ min: 1, max: 40_000 }),
        added: added[kind],
        isReceived: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  });

const counters = (kind: keyof typeof added): fc.Arbitrary<readonly (readonly Life[])[]> =>
  fc.array(fc.array(life(kind), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

/** The points of one series, in order; those that were lost are among them. */
function pointsOf(lives: readonly Life[]): (Point & { readonly isReceived: boolean })[] {
  let timeMs = fromMs;
  return lives.flatMap(({ pauseMs, isStartKnown, exports }) => {
    timeMs += pauseMs;
    const startMs = timeMs + (isStartKnown ? 0 : (exports[0]?.afterMs ?? 0));
    let total = 0;
    return exports.map(({ afterMs, added: gain, isReceived }, index) => {
      timeMs += afterMs;
      total += gain;
      const isOffset = !isStartKnown && index === 0;
      return { startMs, timeMs, added: gain, total, isOffset, isReceived };
    });
  });
}

const slotOf = (timeMs: number, step: number): number =>
  Math.floor(timeMs / 1000 / step) * step * 1000;

type Sums = ReadonlyMap<number, number>;

/** What was added by step, as a receiver of some points can know it at best. */
function naive(
  series: readonly ReturnType<typeof pointsOf>[],
  step: number,
  isDelta: boolean,
): Sums {
  const sums = new Map<number, number>();
  for (const { timeMs, known } of series.flatMap(points => gainsOf(points, isDelta)))
    sums.set(slotOf(timeMs, step), (sums.get(slotOf(timeMs, step)) ?? 0) + known);
  return sums;
}

/** What each point of one series that arrived adds to what was known before; an offset adds nothing. */
function gainsOf(points: ReturnType<typeof pointsOf>, isDelta: boolean) {
  let waiting = 0;
  let startMs = 0;
  return points.flatMap(point => {
    // What was not told before its process ended is lost.
    if (point.startMs !== startMs || isDelta) waiting = 0;
    startMs = point.startMs;
    waiting += point.added;
    if (!point.isReceived) return [];
    const known = waiting;
    waiting = 0;
    return isDelta || !point.isOffset ? [{ timeMs: point.timeMs, known }] : [];
  });
}

const nanos = (ms: number): string => String(BigInt(ms) * 1_000_000n);

type Writing = { readonly isDelta: boolean; readonly isInt: boolean };

const pointOf =
  ({ isDelta, isInt }: Writing, series: number) =>
  ({ startMs, timeMs, added: gain, total }: Point): object => {
    const value = isDelta ? gain : total;
    return {
      attributes: [text('series', `s${series}`), int('number', 1)],
      startTimeUnixNano: nanos(isDelta ? timeMs - 1 : startMs),
      timeUnixNano: nanos(timeMs),
      ...(isInt ? { asInt: String(value) } : { asDouble: value }),
    };
  };

/** One request with all points that arrived, in an order that `order` makes of them. */
function request(
  series: readonly ReturnType<typeof pointsOf>[],
  writing: Writing,
  order: readonly number[],
): object {
  const dataPoints = series
    .flatMap((points, index) => points.filter(one => one.isReceived).map(pointOf(writing, index)))
    .map((point, index) => [order[index % order.length] ?? 0, point] as const)
    .sort(([left], [right]) => left - right)
    .map(([, point]) => point);
  const aggregationTemporality = writing.isDelta ? 1 : 2;
  return metrics(
    dataPoints.map(point => ({
      name: 'm',
      unit: '1',
      sum: { isMonotonic: true, aggregationTemporality, dataPoints: [point] },
    })),
  );
}

describe('rates of counters', function () {
  this.timeout(120_000);
  let warehouse: Warehouse;
  before(async () => {
    warehouse = await testWarehouse();
  });

  async function check(
    series: readonly ReturnType<typeof pointsOf>[],
    writing: Writing,
    step: number,
    order: readonly number[],
  ): Promise<void> {
    const reads = openMetricReads(warehouse, nowMs);
    await reads.write([request(series, writing, order)]);
    const asked = { step, from: iso(fromMs), to: iso(nowMs) };
    const sum = await reads.query({ aggregation: 'sum', ...asked });
    const rate = await reads.query({ aggregation: 'rate', ...asked });
    const points = sum.series[0]?.points ?? [];
    const found = points.map(({ time, value }): [number, number] => [Date.parse(time), value]);
    deepEqual(found, sorted(naive(series, step, writing.isDelta)));
    deepEqual(
      rate.series[0]?.points ?? [],
      points.map(({ time, value }) => ({ time, value: value / step })),
    );
    equal(sum.sample_count, series.flat().filter(({ isReceived }) => isReceived).length);
  }

  for (const isInt of [false, true]) {
    for (const isDelta of [true, false]) {
      const words = `${isDelta ? 'delta' : 'cumulative'}, ${isInt ? 'whole numbers' : 'doubles'}`;
      it(`are those of a naive reading: ${words}`, async () => {
        const property = fc.asyncProperty(
          counters(isInt ? 'int' : 'double'),
          fc.constantFrom(7, 10, 60),
          fc.array(fc.nat(100), { minLength: 1, maxLength: 30 }),
          async (lives, step, order) => {
            const series = lives.map(pointsOf);
            fc.pre(series.flat().some(({ isReceived }) => isReceived));
            await check(series, { isInt, isDelta }, step, order);
          },
        );
        await holds(property, partOf(25, 2));
      });
    }
  }
});

const iso = (ms: number): string => new Date(ms).toISOString();

const sorted = (sums: Sums): [number, number][] =>
  [...sums].sort(([left], [right]) => left - right);
