import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { createAlarm, type Verdict } from '../bench/anomalies/alarms.ts';
import { scoreOf as scoreOfPoints } from '../bench/anomalies/nab/report.ts';
import { Rolling } from '../bench/anomalies/rolling.ts';
import { type Label, weekMinutes } from '../bench/anomalies/scenarios.ts';
import { f1, nothing, precision, recall, scoreOf } from '../bench/anomalies/scorer.ts';
import { holds } from '../support/property.ts';

const incident: Label = {
  metric: 'latency_p95',
  from: weekMinutes + 100,
  to: weekMinutes + 110,
  effect: 3,
  shape: 'step',
};

describe('Scorer of the labelled set', () => {
  it('tells found, repeated and false anomalies apart', () => {
    const at = (minute: number) => ({ metric: 'latency_p95', at: weekMinutes + minute }) as const;
    const detected = [at(-1), at(99), at(102), at(114), at(115)];
    deepEqual(scoreOf([...detected, { metric: 'throughput', at: incident.from }], [incident]), {
      falseInFirstWeek: 1,
      falseLater: 3,
      incidents: 1,
      found: 1,
      repeated: 1,
      delays: [3],
    });
  });

  it('gives F1 of precision and recall', () => {
    const score = { ...nothing, incidents: 4, found: 3, falseLater: 1 };
    deepEqual([precision(score), recall(score), f1(score)], [0.75, 0.75, 0.75]);
    equal(f1({ ...nothing, incidents: 4, falseLater: 2 }), 0);
  });

  it('opens after three of five windows and ends after five inside', () => {
    const opens = createAlarm({ outsideMin: 3, windows: 5, insideMin: 5 });
    const verdicts: Verdict[] = [...'ooiiooiooiiiiiooo'].map(one =>
      one === 'o' ? 'outside' : 'inside',
    );
    deepEqual(
      verdicts.flatMap((verdict, at) => (opens(verdict) ? [at] : [])),
      [4, 16],
    );
  });

  it('counts the first alarm in a window of a public series, and none of its probation', () => {
    const points = Array.from({ length: 100 }, (_, at) => ({ time: at * 300, value: 1 }));
    const windows = [
      { from: 30 * 300, to: 40 * 300 },
      { from: 50 * 300, to: 60 * 300 },
    ];
    deepEqual(scoreOfPoints([14, 15, 29, 30, 40, 41], { name: 'cpu', points, windows }), {
      ...nothing,
      incidents: 2,
      found: 1,
      repeated: 1,
      falseLater: 3,
    });
  });

  it('computes rolling statistics as from scratch', () => {
    const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 40 });
    return holds(
      fc.property(values, fc.integer({ min: 1, max: 12 }), (given, size) => {
        const rolling = new Rolling(size);
        for (const value of given) rolling.push(value);
        const last = given.slice(-size);
        const center = lowerMedian(last);
        equal(rolling.median(), center);
        equal(rolling.medianDeviation(), lowerMedian(last.map(value => Math.abs(value - center))));
        const mean = last.reduce((sum, value) => sum + value, 0) / last.length;
        ok(Math.abs(rolling.mean() - mean) < 1e-9);
      }),
      1000,
    );
  });
});

function lowerMedian(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
}
