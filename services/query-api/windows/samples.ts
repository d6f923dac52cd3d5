import { spanSql } from '../../../schemas/window-sql.ts';
import { limits } from '../config.ts';
import type { Statement, WindowQuery } from './window-rows.ts';

/** Spans at places of the sorted durations, counted from 1, and where to look for them. */
export type RankedBucket = {
  readonly first: number;
  readonly last: number;
  /** The buckets in which they lie, and how many spans lie before those. */
  readonly firstBucket: number;
  readonly lastBucket: number;
  readonly before: number;
};

/** The place of a rank and those next to it. `counts` are of ascending buckets, and `rank` is in them. */
export function spansAt(
  rank: number,
  counts: readonly { readonly bucket: number; readonly n: number }[],
): RankedBucket {
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  if (rank < 1 || rank > total) throw outside(rank, total);
  const first = Math.max(1, rank - limits.ranksAround);
  const last = Math.min(total, rank + limits.ranksAround);
  let before = 0;
  let seen = 0;
  let firstBucket: number | undefined;
  for (const { bucket, n } of counts) {
    if (firstBucket === undefined && seen + n >= first) {
      firstBucket = bucket;
      before = seen;
    }
    seen += n;
    if (firstBucket !== undefined && seen >= last) {
      return { first, last, firstBucket, lastBucket: bucket, before };
    }
  }
  throw outside(rank, total);
}

const outside = (rank: number, total: number): RangeError =>
  new RangeError(`expected a rank from 1 to ${total}, found ${rank}`);

/** How many spans lie in each bucket, and how many of them came late. */
export const selectSamples = (query: WindowQuery): Statement => ({
  sql: `SELECT ${bucket} AS bucket, toString(count()) AS n,
          toString(countIf(toUnixTimestamp64Milli(received_at) * 1000000 - ${ended}
            > {lateAfter:Int64} * ${nanosPerSecond})) AS late
        ${samplesOf(query)} GROUP BY bucket ORDER BY bucket`,
  parameters: { ...parametersOf(query), lateAfter: limits.lateAfterSeconds },
});

/** The spans at some places. Spans of equal duration are distinguished by their ids. */
export const selectSpansAtRank = (query: WindowQuery, placed: RankedBucket): Statement => ({
  sql: `SELECT replaceAll(toString(trace), '-', '') AS trace_id,
               lower(leftPad(hex(span), 16, '0')) AS span_id, toString(nanos) AS duration_ns
        FROM (SELECT spans.trace_id AS trace, spans.span_id AS span, spans.duration AS nanos
              ${samplesOf(query)} AND ${bucket} BETWEEN {firstBucket:UInt16} AND {lastBucket:UInt16}
              ORDER BY nanos, trace, span LIMIT {count:UInt64} OFFSET {skipped:UInt64})
        ORDER BY nanos, trace, span`,
  parameters: {
    ...parametersOf(query),
    firstBucket: placed.firstBucket,
    lastBucket: placed.lastBucket,
    count: placed.last - placed.first + 1,
    skipped: placed.first - 1 - placed.before,
  },
});

const { bucket, ended, entry, nanosPerSecond } = spanSql;

/** The spans whose windows are summed: requests, by their end. They lie in five-minute buckets of it. */
const samplesOf = ({ knownBeforeSeconds }: WindowQuery): string =>
  `FROM spans WHERE organization = {organization:UUID} AND service = {service:String}
     AND spans.bucket >= toStartOfFiveMinutes(toDateTime({from:UInt32}, 'UTC'))
     AND spans.bucket < toDateTime({to:UInt32}, 'UTC')
     AND ${ended} >= {from:Int64} * ${nanosPerSecond} AND ${ended} < {to:Int64} * ${nanosPerSecond}
     AND ${entry}${
       knownBeforeSeconds === undefined ? '' : " AND known < toDateTime({known:UInt32}, 'UTC')"
     }`;

const parametersOf = (query: WindowQuery): Statement['parameters'] => ({
  organization: query.organization,
  service: query.service,
  from: query.range.fromSeconds,
  to: query.range.toSeconds,
  ...(query.knownBeforeSeconds !== undefined && { known: query.knownBeforeSeconds }),
});
