import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { type MetricChange, observeMinute } from '../../domain/anomalies/detector.ts';
import { newSeries } from '../../domain/anomalies/series.ts';
import { valueBucket, valueOfBucket } from '../../domain/anomalies/value-bucket.ts';
import { type AnomalyMetric, anomalyMetrics } from '../../schemas/anomalies/metric.ts';
import { historyInMemory } from '../bench/anomalies/detector.ts';
import {
  type NaiveAnomalyChange,
  type NaiveMinute,
  naiveAnomalies,
} from '../support/naive-anomalies.ts';
import { holds } from '../support/property.ts';

const startMinute = 29_400_000;
const none = { latency_p95: undefined, error_rate: undefined, throughput: undefined };

/** Stretches of minutes at a level, some without a value. */
const stretch = fc.record({
  level: fc.constantFrom(0, 1, 12, 50, 55, 70, 100, 300),
  minutes: fc.integer({ min: 1, max: 40 }),
  noise: fc.constantFrom(0, 3, 20),
  isSilent: fc.constantFrom(false, false, false, true),
});
const life = fc
  .tuple(
    fc.array(stretch, { minLength: 2, maxLength: 9 }),
    fc.array(fc.nat(1000), { minLength: 50, maxLength: 50 }),
  )
  .map(([stretches, draws]) => {
    const all = [{ level: 50, minutes: 34, noise: 3, isSilent: false }, ...stretches];
    return all
      .flatMap(({ level, minutes, noise, isSilent }) =>
        Array.from({ length: minutes }, (_, at) => ({ level, noise, isSilent, at })),
      )
      .map(({ level, noise, isSilent }, at): NaiveMinute => {
        const value = level + (noise * ((draws[at % 50] ?? 0) - 500)) / 1000;
        return { minute: startMinute + at, value: isSilent ? undefined : Math.max(0, value) };
      });
  });

const changeOf = (change: MetricChange): NaiveAnomalyChange => ({
  minute: change.minute,
  change: change.type === 'open' ? change.direction : change.reason,
});

/** What is reported of one metric when each minute is observed so many times. */
function detect(
  metric: AnomalyMetric,
  minutes: readonly NaiveMinute[],
  times = 1,
): NaiveAnomalyChange[] {
  const history = historyInMemory();
  let state = newSeries(minutes[0]?.minute ?? 0);
  return minutes.flatMap(({ minute, value }) =>
    Array.from({ length: times }).flatMap(() => {
      const observed = { minute, requests: 20, values: { ...none, [metric]: value } };
      const observation = observeMinute(state, observed, history);
      state = observation.state;
      return observation.changes.map(changeOf);
    }),
  );
}

const stored = (value: number): number => valueOfBucket(valueBucket(value));

describe('Detector of anomalies', () => {
  it('reports what the naive model reports', () => {
    const seen = new Set<string>();
    return holds(
      fc.property(fc.constantFrom(...anomalyMetrics), life, (metric, minutes) => {
        const expected = naiveAnomalies(metric, minutes, stored);
        for (const { change } of expected) seen.add(change);
        deepEqual(detect(metric, minutes), expected);
      }),
      150,
    ).then(() => {
      for (const change of ['above', 'below', 'recovered', 'no_data'])
        ok(seen.has(change), `no history had an anomaly that was ${change}`);
    });
  });

  it('takes a minute that is observed again for the same minute', () =>
    holds(
      fc.property(fc.constantFrom(...anomalyMetrics), life, (metric, minutes) => {
        deepEqual(detect(metric, minutes, 2), detect(metric, minutes));
      }),
      60,
    ));

  it('learns a level anew that has lasted for twelve hours', () => {
    const minutes = Array.from(
      { length: 100 + 720 + 200 },
      (_, at): NaiveMinute => ({ minute: startMinute + at, value: at < 100 ? 50 : 200 }),
    );
    const expected = naiveAnomalies('latency_p95', minutes, stored);
    deepEqual(expected, [
      { minute: startMinute + 102, change: 'above' },
      { minute: startMinute + 820, change: 'new_level' },
    ]);
    deepEqual(detect('latency_p95', minutes), expected);
  });

  it('compares an hour with the same hours of the week before, once there is a week', () => {
    // Each day at noon is slow, which the last day as a whole would call an anomaly.
    const minutes = Array.from({ length: 9 * 1440 }, (_, at): NaiveMinute => {
      const minute = startMinute + at;
      const isNoon = Math.floor(minute / 60) % 24 === 12;
      return { minute, value: isNoon ? 200 : 50 };
    });
    const noons = detect('latency_p95', minutes).filter(({ change }) => change === 'above');
    ok(noons.length > 0, 'expected anomalies in the first week');
    deepEqual(
      noons.filter(({ minute }) => minute >= startMinute + 7 * 1440 + 27 * 60),
      [],
    );
  });

  it('replaces what a minute had, and reports what late spans make of it', () => {
    const history = historyInMemory();
    let state = newSeries(startMinute);
    const observe = (at: number, value: number) => {
      const observed = {
        minute: startMinute + at,
        requests: 20,
        values: { ...none, latency_p95: value },
      };
      const observation = observeMinute(state, observed, history);
      state = observation.state;
      return observation;
    };
    for (let at = 0; at < 40; at++) observe(at, 50);
    for (const at of [40, 41]) deepEqual(observe(at, 500).changes, []);
    deepEqual(observe(42, 50).changes, []);
    const [late] = observe(42, 500).changes;
    deepEqual([late?.type, late?.minute], ['open', startMinute + 42]);
    const [score] = observe(10, 60).scores;
    deepEqual([score?.state, score?.minute], ['anomaly', startMinute + 10]);
  });
});
