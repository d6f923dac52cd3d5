import type { Explanation } from '../../../schemas/services/metrics-route.ts';
import { bucketBoundsNanos, bucketOf } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import { type Histogram, quantileMs } from './histogram.ts';
import { type RankedBucket, selectSamples, selectSpansAtRank, spansAt } from './samples.ts';
import { type QueryContext, readRows } from './window-metrics.ts';
import { selectHistograms, type WindowQuery } from './window-rows.ts';

const quantiles = [0.5, 0.95, 0.99];

/**
 * Where the percentiles of an answer come from: the same figures from the stored spans, one by one,
 * beside those from the windows, with the spans at and around each rank. While spans come in, the
 * statements may see more of them one after the other; of a past minute all see the same.
 *  cost  four scans of the spans of the range; memory for the spans of one bucket
 */
export async function explain(
  query: WindowQuery,
  histogram: Histogram,
  reading: QueryContext,
): Promise<Explanation> {
  const samples = selectSamples(query);
  const rows = await readRows<{ bucket: number; n: string; late: string }>(samples, reading);
  const counts = rows.map(({ bucket, n }) => ({ bucket, n: Number(n) }));
  const n = counts.reduce((sum, count) => sum + count.n, 0);
  const percentiles: Explanation['percentiles'] = [];
  for (const quantile of n === 0 ? [] : quantiles) {
    // Nearest rank: the quantile times the samples, rounded up.
    const rank = Math.ceil(quantile * n);
    const placed = spansAt(rank, counts);
    const spans = await readPlaces(query, placed, reading);
    percentiles.push({
      ...percentileOf(quantile, rank, spans),
      reported_ms: quantileMs(histogram, quantile),
      statement: selectSpansAtRank(query, placed),
    });
  }
  return {
    sample_count: n,
    window_count: histogram.n,
    late_count: rows.reduce((sum, { late }) => sum + Number(late), 0),
    late_after_seconds: limits.lateAfterSeconds,
    percentiles,
    statements: { windows: selectHistograms(query), samples },
  };
}

type Spans = Explanation['percentiles'][number]['spans'];

async function readPlaces(
  query: WindowQuery,
  placed: RankedBucket,
  reading: QueryContext,
): Promise<Spans> {
  const rows = await readRows<Omit<Spans[number], 'rank'>>(
    selectSpansAtRank(query, placed),
    reading,
  );
  return rows.map((row, index) => ({ rank: placed.first + index, ...row }));
}

function percentileOf(quantile: number, rank: number, spans: Spans) {
  const exact = spans.find(span => span.rank === rank)?.duration_ns ?? '0';
  const bucket = bucketOf(Number(exact));
  const { lower, upper } = bucketBoundsNanos(bucket);
  return {
    quantile,
    rank,
    bucket: { index: bucket, lower_ms: lower / 1e6, upper_ms: upper / 1e6 },
    exact_ms: Number(exact) / 1e6,
    exact_ns: exact,
    spans,
  };
}
