import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  depthOf,
  type Grid,
  rowsInUse,
  selectionOf,
} from '../../../services/web/pages/service/heatmap-grid.ts';
import { holds } from '../../support/property.ts';

const runs = 300;

const drawnGrid: fc.Arbitrary<Grid> = fc
  .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }))
  .chain(([columns, rows]) =>
    fc
      .array(fc.array(fc.nat(5), { minLength: rows, maxLength: rows }), {
        minLength: columns,
        maxLength: columns,
      })
      .map(counts => ({
        step_seconds: 60,
        bounds_ms: Array.from({ length: rows + 1 }, (_, row) => 2 ** row),
        columns: counts.map((each, column) => ({
          timestamp: new Date(column * 60_000).toISOString(),
          counts: each,
        })),
      })),
  );

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('what is drawn around on a heat map', () => {
  it('is of whole steps and buckets that hold the places of the mouse', () =>
    holds(
      fc.property(drawnGrid, share, share, share, share, (grid, x1, y1, x2, y2) => {
        const chosen = selectionOf(grid, { x: x1, y: y1 }, { x: x2, y: y2 });
        ok(chosen !== undefined);
        const lengthMs = grid.columns.length * 60_000;
        ok(chosen.fromMs <= Math.min(x1, x2) * lengthMs);
        ok(chosen.toMs >= Math.max(x1, x2) * lengthMs);
        equal(chosen.fromMs % 60_000, 0);
        ok(grid.bounds_ms.includes(chosen.minMs) && grid.bounds_ms.includes(chosen.maxMs));
        ok(chosen.minMs < chosen.maxMs);
      }),
      runs,
    ));

  it('is everything when all of it is drawn around', () =>
    holds(
      fc.property(drawnGrid, grid => {
        const chosen = selectionOf(grid, { x: 0, y: 0 }, { x: 1, y: 1 });
        const { first, last } = rowsInUse(grid);
        equal(chosen?.minMs, grid.bounds_ms[first]);
        equal(chosen?.maxMs, grid.bounds_ms[last + 1]);
        equal(chosen?.toMs, grid.columns.length * 60_000);
      }),
      runs,
    ));

  it('has a colour for a single request among many', () => {
    equal(depthOf(0, 10_000), 0);
    ok(depthOf(1, 10_000) > 0.15);
    equal(depthOf(10_000, 10_000), 1);
  });
});
