import { deepEqual, equal } from 'node:assert/strict';
import { bandLines, type Point } from '../../../services/web/pages/anomaly/band-lines.ts';
import { spanOf } from '../../../services/web/pages/anomaly/span.ts';

const minuteMs = 60_000;
const startMs = Date.parse('2026-11-25T02:00:00.000Z');
const at = (minute: number): string => new Date(startMs + minute * minuteMs).toISOString();

const point = (minute: number, fields: Partial<Point> = {}): Point => ({
  at: at(minute),
  value: 20 + minute,
  expected: 20,
  expected_low: 10,
  expected_high: 30,
  score: 0,
  state: 'inside',
  ...fields,
});

describe('the band of an anomaly', () => {
  it('joins minutes, leaves a gap where one was not judged, and marks those of the anomaly', () => {
    const { timesMs, lines } = bandLines([point(0), point(1, { state: 'anomaly' }), point(4)]);
    deepEqual(
      timesMs.map(ms => (ms - startMs) / minuteMs),
      [0, 1, 2, 4],
    );
    deepEqual(
      lines.map(({ label, values }) => [label, ...values]),
      [
        ['usual from', 10, 10, null, 10],
        ['usual to', 30, 30, null, 30],
        ['median', 20, 20, null, 20],
        ['value', 20, 21, null, 24],
        ['anomaly', null, 21, null, null],
      ],
    );
  });

  it('is shown from before the anomaly to after it, or to now, and never longer than a response has', () => {
    const anomaly = (ended_at: string | null) => ({
      detected_at: at(60),
      ended_at,
      metrics: [{ window: { from: at(57) } }],
    });
    deepEqual(
      [spanOf(anomaly(null), startMs + 70.5 * minuteMs)].map(({ from, to }) => [from, to]),
      [[at(27), at(71)]],
    );
    equal(spanOf(anomaly(at(80)), startMs + 999 * minuteMs).to, at(110));
    equal(spanOf(anomaly(at(80)), startMs + 90 * minuteMs).to, at(90));
    const { fromMs, toMs } = spanOf(anomaly(null), startMs + 30 * 24 * 60 * minuteMs);
    equal(toMs - fromMs, 6 * 24 * 60 * minuteMs);
  });
});
