import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { seededRandom } from '../../services/cli/demo/random.ts';
import {
  begun,
  episodesIn,
  filled,
  type Point,
} from '../../services/query-api/core/copilot/episode.ts';
import { holds, partOf } from '../support/property.ts';

const stepMs = 60_000;
const count = 60;

/** An hour of a service in which nothing happens, but what `change` does to a step. */
function hourOf(seed: number, change: (point: Point, step: number) => Partial<Point>): Point[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, step) => {
    const requests = 30 + Math.floor(random() * 10);
    const errors = random() < 0.2 ? 1 : 0;
    const point = { atMs: step * stepMs, requests, errors, p95Ms: 10 + 3 * random() };
    return { ...point, ...change(point, step) };
  });
}

const incident = fc.record({
  seed: fc.nat(),
  from: fc.integer({ min: 5, max: 45 }),
  length: fc.integer({ min: 5, max: 15 }),
});

const isIn = (step: number, from: number, length: number): boolean =>
  step >= from && step < from + length;

describe('what stands out in a series', () => {
  for (const [symptom, during] of [
    ['errors', ({ requests }: Point) => ({ errors: Math.ceil(requests * 0.4) })],
    ['latency', ({ p95Ms }: Point) => ({ p95Ms: p95Ms * 3 })],
    ['traffic', ({ requests }: Point) => ({ requests: requests * 4 })],
    ['silence', () => ({ requests: 0, errors: 0, p95Ms: 0 })],
  ] as const)
    it(`is found where ${symptom} begin and end, within a step`, () =>
      holds(
        fc.property(incident, ({ seed, from, length }) => {
          const points = hourOf(seed, (point, step) =>
            isIn(step, from, length) ? during(point) : {},
          );
          const found = episodesIn({ points, stepMs }).find(each => each.symptom === symptom);
          ok(found !== undefined);
          ok(Math.abs(found.fromMs - from * stepMs) <= stepMs, `${found.fromMs / stepMs}`);
          ok(Math.abs(found.toMs - (from + length) * stepMs) <= stepMs, `${found.toMs / stepMs}`);
        }),
        partOf(500),
      ));

  it('is nothing in hours in which nothing happens, with one exception in a hundred', () => {
    const hours = partOf(2_000);
    const wrong = Array.from({ length: hours }, (_, seed) => hourOf(seed, () => ({}))).filter(
      points => episodesIn({ points, stepMs }).length > 0,
    );
    ok(wrong.length <= Math.ceil(hours / 100), `${wrong.length} of ${hours}`);
  });

  it('is only what has a part of the time that is asked about', () => {
    const points = hourOf(1, ({ requests }, step) =>
      isIn(step, 10, 5) ? { errors: requests } : {},
    );
    equal(episodesIn({ points, stepMs })[0]?.symptom, 'errors');
    const touching = { fromMs: 30 * stepMs, toMs: 40 * stepMs };
    deepEqual(episodesIn({ points, stepMs, touching }), []);
  });

  it('is not that a service begins', () => {
    const points = hourOf(1, (_, step) => (step < 20 ? { requests: 0, errors: 0, p95Ms: 0 } : {}));
    const half = points.map((point, step) => (step === 20 ? { ...point, requests: 10 } : point));
    ok(episodesIn({ points: half, stepMs }).length > 0);
    deepEqual(episodesIn({ points: begun(half), stepMs }), []);
    deepEqual(begun(points.slice(0, 20)).length, 20);
  });

  it('has every step of its range, also those without requests', () => {
    const [first] = hourOf(1, () => ({}));
    const points = filled(first === undefined ? [] : [first], {
      fromMs: 0,
      toMs: 3 * stepMs,
      stepMs,
      arrivedMs: 2.5 * stepMs,
    });
    deepEqual(
      points.map(({ atMs, requests, share }) => [atMs, requests > 0, share]),
      [
        [0, true, 1],
        [stepMs, false, 1],
        [2 * stepMs, false, 0.5],
      ],
    );
  });
});
