import type { Explanation } from '../../schemas/http/metrics.ts';
import { bucketBoundsNanos, bucketOf } from '../../schemas/window.ts';
import { limits } from './config.ts';
import { type Histogram, quantileMs } from './histogram.ts';
import { hexOf } from './span-words.ts';
import { type Reading, readRows } from './window-metrics.ts';
import { type Statement, selectHistograms, type WindowQuery } from './window-rows.ts';

type RankRow = {
  readonly rank: string;
  readonly trace_id: string;
  readonly span_id: string;
  readonly duration: string;
};

const quantiles = [0.5, 0.95, 0.99];

/**
 * Where the percentiles of an answer come from: the same figures from the stored spans, one by one,
 * beside those from the windows, with the spans at and around each rank.
 *  cost  two scans of the spans of the range
 */
export async function explain(
  query: WindowQuery,
  histogram: Histogram,
  reading: Reading,
): Promise<Explanation> {
  const samples = selectSamples(query);
  const [counted] = await readRows<{ n: string; late: string }>(samples, reading);
  const n = Number(counted?.n ?? 0);
  const ranks = selectRanks(
    query,
    quantiles.map(q => rankOf(q, n)),
  );
  const rows = n === 0 ? [] : await readRows<RankRow>(ranks, reading);
  return {
    sample_count: n,
    window_count: histogram.n,
    late_count: Number(counted?.late ?? 0),
    late_after_seconds: limits.lateAfterSeconds,
    percentiles: n === 0 ? [] : quantiles.map(q => percentileOf(q, n, histogram, rows)),
    statements: { windows: selectHistograms(query), samples, ranks },
  };
}

/** Nearest rank: the quantile times the samples, rounded up. */
const rankOf = (quantile: number, n: number): number => Math.ceil(quantile * n);

function percentileOf(
  quantile: number,
  n: number,
  histogram: Histogram,
  rows: readonly RankRow[],
): Explanation['percentiles'][number] {
  const rank = rankOf(quantile, n);
  const exact = rows.find(row => Number(row.rank) === rank)?.duration ?? '0';
  const bucket = bucketOf(Number(exact));
  const bounds = bucketBoundsNanos(bucket);
  const around = rows.filter(row => Math.abs(Number(row.rank) - rank) <= limits.ranksAround);
  return {
    quantile,
    rank,
    reported_ms: quantileMs(histogram, quantile),
    bucket: { index: bucket, lower_ms: bounds.lower / 1e6, upper_ms: bounds.upper / 1e6 },
    exact_ms: Number(exact) / 1e6,
    exact_ns: exact,
    spans: around.map(row => ({
      rank: Number(row.rank),
      trace_id: hexOf(row.trace_id),
      span_id: row.span_id,
      duration_ns: row.duration,
    })),
  };
}

const nanosPerSecond = '1000000000';
const ended = '(toUnixTimestamp64Nano(spans.start) + toInt64(spans.duration))';
const serverKind = 2;
const consumerKind = 5;

/** The spans whose windows are summed: requests, by their end. They lie in five-minute buckets of it. */
const samplesOf = ({ knownBeforeSeconds }: WindowQuery): string =>
  `FROM spans WHERE organization = {organization:UUID} AND service = {service:String}
     AND bucket >= toStartOfFiveMinutes(toDateTime({from:UInt32}, 'UTC'))
     AND bucket < toDateTime({to:UInt32}, 'UTC')
     AND ${ended} >= {from:Int64} * ${nanosPerSecond} AND ${ended} < {to:Int64} * ${nanosPerSecond}
     AND (kind IN (${serverKind}, ${consumerKind}) OR parent_span_id = 0)${
       knownBeforeSeconds === undefined ? '' : " AND known < toDateTime({known:UInt32}, 'UTC')"
     }`;

const parametersOf = (query: WindowQuery): Statement['parameters'] => ({
  organization: query.organization,
  service: query.service,
  from: query.range.fromSeconds,
  to: query.range.toSeconds,
  ...(query.knownBeforeSeconds !== undefined && { known: query.knownBeforeSeconds }),
});

const selectSamples = (query: WindowQuery): Statement => ({
  sql: `SELECT toString(count()) AS n,
          toString(countIf(toUnixTimestamp64Milli(received_at) * 1000000 - ${ended}
            > {lateAfter:Int64} * ${nanosPerSecond})) AS late ${samplesOf(query)}`,
  parameters: { ...parametersOf(query), lateAfter: limits.lateAfterSeconds },
});

/** The spans at some ranks and next to them, with their places in the order of durations. */
const selectRanks = (query: WindowQuery, ranks: readonly number[]): Statement => ({
  sql: `SELECT toString(place) AS rank, trace_id, span_id, toString(nanos) AS duration FROM (
          SELECT row_number() OVER (ORDER BY spans.duration, spans.trace_id, spans.span_id) AS place,
                 toString(spans.trace_id) AS trace_id,
                 lower(leftPad(hex(spans.span_id), 16, '0')) AS span_id, spans.duration AS nanos
          ${samplesOf(query)})
        WHERE ${ranks.map(aroundRank).join(' OR ')} ORDER BY place`,
  parameters: parametersOf(query),
});

const aroundRank = (rank: number): string =>
  `place BETWEEN ${rank - limits.ranksAround} AND ${rank + limits.ranksAround}`;
