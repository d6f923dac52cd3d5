import { AnswerTooLarge } from '../../../platform/errors.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { ServiceSummary } from '../../../schemas/services/routes.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import { averageMs, errorRateOf, quantileMs } from '../windows/histogram.ts';
import {
  boundsOf,
  instantOfSeconds,
  type QueryContext,
  rangeOf,
  readRows,
} from '../windows/window-metrics.ts';
import { type HistogramRow, histogramOf, type TimeRange } from '../windows/window-rows.ts';
import { isOwnService } from './own-service.ts';

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
    const found = await readServices(
      { organization: key.organizationId, ...range },
      { warehouse, signal },
    );
    const rows = found.filter(({ service }) => isOwnService(key, service));
    const services = await mapInTurns(rows, summaryOf);
    const samples = services.reduce((sum, service) => sum + service.request_count, 0);
    return {
      status: 200,
      body: { services, total: rows.length, ...boundsOf(range), sample_count: samples },
    };
  };

type Asked = TimeRange & { readonly organization: OrganizationId };

/** In one statement, or in several when their histograms are too many for one. */
async function readServices(asked: Asked, reading: QueryContext): Promise<readonly ServiceRow[]> {
  try {
    return await readPage(asked, { after: '', limit: limits.servicesMax }, reading);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
  }
  const rows: ServiceRow[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const limit = Math.min(limits.servicesPageMax, limits.servicesMax - rows.length);
    const page: readonly ServiceRow[] = await readPage(asked, { after, limit }, reading);
    rows.push(...page);
    const isLast = page.length < limits.servicesPageMax || rows.length === limits.servicesMax;
    after = isLast ? undefined : page.at(-1)?.service;
  }
  return rows;
}

const readPage = (
  { organization, fromSeconds: from, toSeconds: to }: Asked,
  page: { readonly after: string; readonly limit: number },
  reading: QueryContext,
): Promise<ServiceRow[]> =>
  readRows<ServiceRow>(
    {
      sql: `SELECT service, sumIf(errors, entry) AS failures,
                   sumMapIf(hist, entry) AS histogram,
                   toUnixTimestamp(max(time)) AS last
            FROM windows
            WHERE organization = {organization:UUID} AND service > {after:String}
              AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
            GROUP BY service ORDER BY service LIMIT {limit:UInt32}`,
      parameters: { organization, from, to, ...page },
    },
    reading,
    { resultBytesMax: limits.histogramsBytesMax },
  );

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
