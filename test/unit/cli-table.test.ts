import { deepEqual, equal, ok } from 'node:assert/strict';
import { fitted, table } from '../../services/cli/table.ts';

const rows = [
  ['time', 'status', 'reason', 'client'],
  ['07:00:00.000', '400', 'r'.repeat(900), 'c'.repeat(70)],
  ['07:00:01.000', '200', '', 'curl/8'],
];

const widest = (lines: readonly string[]): number => Math.max(...lines.map(line => line.length));

describe('a table for a terminal', () => {
  for (const width of [60, 80, 120, 200])
    it(`has lines of at most ${width} characters, of which long texts are cut`, () => {
      const lines = table(fitted(rows, width, [2, 3]));
      ok(widest(lines) <= width, `${widest(lines)} of ${width}`);
      ok(lines[1]?.startsWith('07:00:00.000  400     rrr'));
      ok(lines[1]?.includes('…'));
    });

  it('cuts the longer text before the shorter one', () => {
    const [, row] = fitted(rows, 120, [2, 3]);
    ok(Math.abs((row?.[2]?.length ?? 0) - (row?.[3]?.length ?? 0)) <= 1);
    const [, wide] = fitted(rows, 600, [2, 3]);
    equal(wide?.[3], 'c'.repeat(70));
  });

  it('is as it is where it fits', () => {
    deepEqual(fitted(rows, 2_000, [2, 3]), rows);
  });

  it('keeps columns readable in a terminal that is too narrow', () => {
    const [, row] = fitted(rows, 10, [2, 3]);
    deepEqual([row?.[0], row?.[2]?.length, row?.[3]?.length], ['07:00:00.000', 12, 12]);
  });
});
