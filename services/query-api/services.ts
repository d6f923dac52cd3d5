import type { Handler } from '../../platform/http/handler.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { ServiceSummary } from '../../schemas/http/services.ts';
import { bucketMiddleNanos } from '../../schemas/window.ts';
import { limits } from './config.ts';
import { type Histogram, percentOf, quantileMs, rangeOf } from './window-metrics.ts';

type ServiceRow = {
  readonly service: string;
  readonly requests: string;
  readonly failures: string;
  readonly buckets: readonly number[];
  readonly counts: readonly string[];
  readonly last: number;
};

/** GET /v1/services: what each service did in the 24 hours that its metrics of that window are of, by name. */
export const listServices =
  ({
    warehouse,
    clock,
  }: {
    readonly warehouse: Warehouse;
    readonly clock: () => number;
  }): Handler<'listServices'> =>
  async ({ key, signal }) => {
    const { fromSeconds, toSeconds } = rangeOf('24h', clock());
    const rows = await warehouse.query<ServiceRow>(
      `SELECT service, toString(sum(n)) AS requests, toString(sum(errors)) AS failures,
              mapKeys(sumMap(hist) AS merged) AS buckets,
              arrayMap(x -> toString(x), mapValues(merged)) AS counts,
              toUnixTimestamp(max(time)) AS last
       FROM windows
       WHERE organization = {organization:UUID} AND entry
         AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
       GROUP BY service ORDER BY service LIMIT {limit:UInt32}`,
      {
        organization: key.organizationId,
        from: fromSeconds,
        to: toSeconds,
        limit: limits.servicesMax,
      },
      { signal, maxExecutionMs: limits.queryMs },
    );
    return { status: 200, body: { services: rows.map(summaryOf), total: rows.length } };
  };

function summaryOf(row: ServiceRow): ServiceSummary {
  const histogram: Histogram = {
    n: Number(row.requests),
    errors: Number(row.failures),
    buckets: row.buckets,
    counts: row.counts.map(Number),
  };
  return {
    id: row.service,
    name: row.service,
    request_count: histogram.n,
    error_rate: percentOf(histogram.errors, histogram.n),
    p95_latency: quantileMs(histogram, 0.95),
    avg_latency: averageMs(histogram),
    last_seen: new Date(row.last * 1000).toISOString(),
  };
}

/** From the middles of the buckets, so at most 0.78 % off. */
function averageMs({ n, buckets, counts }: Histogram): number {
  const nanos = buckets.reduce(
    (sum, bucket, index) => sum + bucketMiddleNanos(bucket) * (counts[index] ?? 0),
    0,
  );
  return n === 0 ? 0 : nanos / n / 1e6;
}
