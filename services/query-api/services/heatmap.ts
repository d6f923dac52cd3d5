import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { bucketBoundsNanos } from '../../../schemas/window.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import type { Histogram } from '../windows/histogram.ts';
import { knownBefore } from '../windows/known-condition.ts';
import { boundsOf, instantOfSeconds } from '../windows/window-metrics.ts';
import type { ServiceReads } from './known-service.ts';
import { assertOwnService } from './own-service.ts';
import { stepsOf } from './service-timeseries.ts';
import { readSteps } from './steps.ts';

/** Buckets of the histograms that are kept in an octave of durations. */
const keptPerOctave = 64;

/** The rows of a heat map: buckets from the first up to the last, so many of them in one row. */
export type Rows = { readonly first: number; readonly count: number; readonly perRow: number };

/** GET /v1/services/:name/heatmap: how many durations of each bucket there were in each step. */
export const serviceHeatmap =
  ({ warehouse, clock, expectKnown }: ServiceReads): Handler<'serviceHeatmap'> =>
  async ({ key, params: { name: service }, query, signal }) => {
    const organization = key.organizationId;
    assertOwnService(key, service);
    const { operation, as_of: atMs } = query;
    const steps = stepsOf(query, atMs ?? clock());
    const scope = operation === undefined ? 'requests' : { operation };
    const asked = { organization, service, scope, ...knownBefore(atMs) } as const;
    const read = await readSteps(asked, steps, { warehouse, signal });
    const counted = read.map(({ startSeconds, histogram, spans = histogram }) => {
      return { startSeconds, spans };
    });
    const samples = counted.reduce((sum, { spans }) => sum + spans.n, 0);
    if (samples === 0) await expectKnown(organization, service, signal);
    const rows = rowsOf(counted.map(({ spans }) => spans));
    assertFewCells(rows.count * counted.length);
    return {
      status: 200,
      body: {
        service,
        operation: operation ?? null,
        ...boundsOf(steps),
        sample_count: samples,
        step_seconds: steps.stepSeconds,
        buckets_per_octave: keptPerOctave / rows.perRow,
        bounds_ms: boundsMs(rows),
        columns: await mapInTurns(counted, ({ startSeconds, spans }) => ({
          timestamp: instantOfSeconds(startSeconds),
          counts: countsOf(spans, rows),
        })),
      },
    };
  };

function assertFewCells(cells: number): void {
  if (cells > limits.heatmapCellsMax)
    throw invalidRequest(
      `expected at most ${limits.heatmapCellsMax} cells, found ${cells}; choose a longer step`,
    );
}

/** As few buckets in a row as the limit of rows allows, a power of two of them, beginning at multiples of it. */
export function rowsOf(histograms: readonly Histogram[]): Rows {
  const filled = histograms.filter(({ n }) => n > 0);
  if (filled.length === 0) return { first: 0, count: 0, perRow: 1 };
  const lowest = filled.reduce((least, { buckets }) => Math.min(least, buckets[0] ?? 0), Infinity);
  const highest = filled.reduce((most, { buckets }) => Math.max(most, buckets.at(-1) ?? 0), 0);
  for (let perRow = 1; ; perRow *= 2) {
    const first = Math.floor(lowest / perRow);
    const count = Math.floor(highest / perRow) - first + 1;
    if (count <= limits.heatmapRowsMax || perRow === keptPerOctave)
      return { first: first * perRow, count, perRow };
  }
}

export const boundsMs = ({ first, count, perRow }: Rows): number[] =>
  count === 0
    ? []
    : Array.from(
        { length: count + 1 },
        (_, row) => bucketBoundsNanos(first + row * perRow).lower / 1e6,
      );

export function countsOf({ buckets, counts }: Histogram, { first, count, perRow }: Rows): number[] {
  const rows = Array.from({ length: count }, () => 0);
  for (const [index, bucket] of buckets.entries()) {
    const row = Math.floor((bucket - first) / perRow);
    rows[row] = (rows[row] ?? 0) + (counts[index] ?? 0);
  }
  return rows;
}
