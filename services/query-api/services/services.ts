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
import type { ServiceLists } from './model/service-lists.ts';
import type { ServiceTotals } from './model/window-totals.ts';
import { isOwnService } from './own-service.ts';

export type ServiceRow = HistogramRow & { readonly service: string; readonly last: number };

/** GET /v1/services: what each service did in the 24 hours that its metrics of that window are of, by name. */
export const listServices =
  ({
    warehouse,
    clock,
    serviceLists,
  }: {
    readonly warehouse: OrganizationReads;
    readonly clock: () => number;
    readonly serviceLists: Pick<ServiceLists, 'read'>;
  }): Handler<'listServices'> =>
  async ({ key, signal }) => {
    const { range, totals } =
      (await serviceLists.read(key.organizationId)) ??
      (await readTotals(key.organizationId, rangeOf('24h', clock()), { warehouse, signal }));
    const rows = totals.filter(({ service }) => isOwnService(key, service));
    const services = await mapInTurns(rows, summaryOf);
    const samples = services.reduce((sum, service) => sum + service.request_count, 0);
    return {
      status: 200,
      body: { services, total: rows.length, ...boundsOf(range), sample_count: samples },
    };
  };

async function readTotals(
  organization: OrganizationId,
  range: TimeRange,
  reading: QueryContext,
): Promise<{ readonly range: TimeRange; readonly totals: readonly ServiceTotals[] }> {
  const rows = await readServices({ organization, ...range }, reading);
  const totals = await mapInTurns(rows, row => ({ ...row, histogram: histogramOf(row) }));
  return { range, totals };
}

type Asked = TimeRange & {
  readonly organization: OrganizationId;
  /** In seconds, a whole minute: only what was learned before it counts. */
  readonly knownBeforeSeconds?: number | undefined;
};

/** In one statement, or in several when their histograms are too many for one. */
export async function readServices(
  asked: Asked,
  reading: QueryContext,
): Promise<readonly ServiceRow[]> {
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
  { organization, fromSeconds: from, toSeconds: to, knownBeforeSeconds: known }: Asked,
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
              AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')${
                known === undefined ? '' : " AND known < toDateTime({known:UInt32}, 'UTC')"
              }
            GROUP BY service ORDER BY service LIMIT {limit:UInt32}`,
      parameters: { organization, from, to, ...page, ...(known !== undefined && { known }) },
    },
    reading,
    { resultBytesMax: limits.histogramsBytesMax },
  );

function summaryOf({ service, histogram, last }: ServiceTotals): ServiceSummary {
  return {
    id: service,
    name: service,
    request_count: histogram.n,
    error_rate: errorRateOf(histogram),
    p95_latency: quantileMs(histogram, 0.95),
    avg_latency: averageMs(histogram),
    last_seen: instantOfSeconds(last),
  };
}
