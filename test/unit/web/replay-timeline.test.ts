import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  clockText,
  gapsOf,
  partsOf,
  type Segment,
  skipTo,
  withDoings,
} from '../../../services/web/pages/replay/timeline.ts';

const segment = (number: number, fromMs: number, bytes = 10): Segment => ({
  id: `${number} ${fromMs}`,
  number,
  bytes,
  fromMs,
  toMs: fromMs + 1_000,
});

describe('the time of a recording', () => {
  it('has a gap where numbers of chunks are missing, and none where they begin anew', () => {
    deepEqual(gapsOf([segment(0, 0), segment(1, 2_000), segment(3, 9_000)]), [
      { fromMs: 3_000, toMs: 9_000 },
    ]);
    deepEqual(gapsOf([segment(4, 0), segment(0, 2_000), segment(1, 3_000)]), []);
  });

  it('is divided into parts that a browser can hold, with every chunk once and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 24 })), sizes => {
        const segments = sizes.map((bytes, index) => segment(index, index * 1_000, bytes));
        const parts = partsOf(segments, 64);
        deepEqual(parts.flat(), segments);
        for (const part of parts) ok(part.reduce((sum, { bytes }) => sum + bytes, 0) <= 64);
      }),
    );
  });

  it('is idle between two doings that lie far apart, but for a moment around them', () => {
    const scrolled = (timestamp: number) => ({ type: 3, data: { source: 3 }, timestamp });
    const drawn = { type: 3, data: { source: 0 }, timestamp: 30_000 };
    const doing = withDoings([], [scrolled(0), scrolled(5_000), drawn, null, scrolled(60_000)]);
    deepEqual(doing, [
      { fromMs: 0, toMs: 5_000 },
      { fromMs: 60_000, toMs: 60_000 },
    ]);
    equal(skipTo(doing, 3_000), undefined);
    equal(skipTo(doing, 5_500), undefined);
    equal(skipTo(doing, 7_000), 59_000);
    equal(skipTo(doing, 58_500), undefined);
    equal(skipTo(doing, 61_500), undefined);
  });

  it('is said as clocks say it', () => {
    deepEqual([-5, 65_000, 3_723_000].map(clockText), ['0:00', '1:05', '1:02:03']);
  });
});
