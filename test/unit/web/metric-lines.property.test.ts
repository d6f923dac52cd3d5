import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  aggregationsOf,
  bytesText,
  formatOf,
} from '../../../services/web/pages/explore/figures.ts';
import { groupFigures, linesMax, linesOf } from '../../../services/web/pages/explore/lines.ts';
import { holds } from '../../support/property.ts';

const runs = 200;
const stepMs = 60_000;
const starts = Array.from({ length: 10 }, (_, index) => index * stepMs);

const drawnSeries = fc.uniqueArray(
  fc.record({
    group: fc.oneof(
      fc.string(),
      fc.string().map(text => 'x'.repeat(70) + text),
    ),
    points: fc.uniqueArray(
      fc.record({
        time: fc.nat(9).map(index => new Date(index * stepMs).toISOString()),
        value: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      }),
      { selector: ({ time }) => time, minLength: 1 },
    ),
  }),
  { selector: ({ group }) => group, maxLength: 20 },
);

describe('lines of a metric', () => {
  it('are as many as there are colours, with labels that differ and the numbers of the response', () =>
    holds(
      fc.property(drawnSeries, series => {
        const lines = linesOf(series, starts, 'all');
        equal(lines.length, Math.min(linesMax, series.length));
        equal(new Set(lines.map(({ label }) => label)).size, lines.length);
        const sent = series.flatMap(({ points }) => points.map(({ value }) => value));
        for (const { values } of lines) {
          equal(values.length, starts.length);
          ok(values.every(value => value === null || sent.includes(value)));
        }
        if (series.length > linesMax) return;
        equal(
          lines.flatMap(({ values }) => values.filter(each => each !== null)).length,
          sent.length,
        );
      }),
      runs,
    ));

  it('leave out no group with a higher value than one that is shown', () =>
    holds(
      fc.property(drawnSeries, series => {
        const shown = linesOf(series, starts, 'all').map(({ values }) =>
          Math.max(...values.map(value => value ?? Number.NEGATIVE_INFINITY)),
        );
        const all = groupFigures(series).map(({ highest }) => highest);
        deepEqual(
          shown.sort((a, b) => b - a),
          all.sort((a, b) => b - a).slice(0, linesMax),
        );
      }),
      runs,
    ));

  it('have for each group its lowest, mean, highest and latest value', () => {
    const at = (index: number): string => new Date(index * stepMs).toISOString();
    const points = [4, 1, 7].map((value, index) => ({ time: at(index), value }));
    deepEqual(groupFigures([{ group: 'a', points }]), [
      { group: 'a', lowest: 1, mean: 4, highest: 7, latest: 7 },
    ]);
  });
});

describe('figures of a metric', () => {
  it('are percentiles of histograms alone', () => {
    equal(aggregationsOf('histogram', false)[0], 'p95');
    equal(aggregationsOf('sum', true)[0], 'rate');
    ok(!aggregationsOf('gauge', false).includes('p95'));
    ok(!aggregationsOf('summary', false).includes('p95'));
  });

  it('are written in their unit', () => {
    const text = (unit: string, value: number) => formatOf({ unit, type: 'gauge' }, 'avg')(value);
    equal(text('s', 0.25), '250 ms');
    equal(text('By', 1_536), '1.5 KiB');
    equal(text('1', 3), '3');
    equal(text('Cel', 3), '3 Cel');
    equal(text('{request}', 3), '3');
    equal(text('constructor', 3), '3');
    equal(formatOf({ unit: 'ms', type: 'histogram' }, 'rate')(2), '2/s');
    equal(formatOf({ unit: '{request}', type: 'sum' }, 'rate')(2), '2/s');
    equal(bytesText(0), '0 B');
  });
});
