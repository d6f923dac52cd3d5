import { AnswerTooLarge } from '../../../platform/errors.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { HistogramRow, TimeRange } from '../windows/window-rows.ts';

export type ServiceRow = HistogramRow & { readonly service: string; readonly last: number };

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
