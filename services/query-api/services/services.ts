import type { Handler } from '../../../platform/http/handler.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { ServiceSummary } from '../../../schemas/services/routes.ts';
import { limits } from '../config.ts';
import { averageMs, errorRateOf, quantileMs } from '../windows/histogram.ts';
import { boundsOf, instantOfSeconds, rangeOf, readRows } from '../windows/window-metrics.ts';
import { type HistogramRow, histogramOf } from '../windows/window-rows.ts';

type ServiceRow = HistogramRow & { readonly service: string; readonly last: number };

/** GET /v1/services: what each service did in the 24 hours that its metrics of that window are of, by name. */
export const listServices =
  ({
    warehouse,
    clock,
  }: {
    readonly warehouse: OrganizationReads;
    readonly clock: () => number;
  }): Handler<'listServices'> =>
  async ({ key, signal }) => {
    const range = rangeOf('24h', clock());
    const rows = await readRows<ServiceRow>(
      {
        sql: `SELECT service, sumIf(errors, entry) AS failures,
                     sumMapIf(hist, entry) AS histogram,
                     toUnixTimestamp(max(time)) AS last
              FROM windows
              WHERE organization = {organization:UUID}
                AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
              GROUP BY service ORDER BY service LIMIT {limit:UInt32}`,
        parameters: {
          organization: key.organizationId,
          from: range.fromSeconds,
          to: range.toSeconds,
          limit: limits.servicesMax,
        },
      },
      { warehouse, signal },
    );
    const services = rows.map(summaryOf);
    const samples = services.reduce((sum, service) => sum + service.request_count, 0);
    return {
      status: 200,
      body: { services, total: rows.length, ...boundsOf(range), sample_count: samples },
    };
  };

function summaryOf(row: ServiceRow): ServiceSummary {
  const histogram = histogramOf(row);
  return {
    id: row.service,
    name: row.service,
    request_count: histogram.n,
    error_rate: errorRateOf(histogram),
    p95_latency: quantileMs(histogram, 0.95),
    avg_latency: averageMs(histogram),
    last_seen: instantOfSeconds(row.last),
  };
}
