import type { Handler } from '../../../platform/http/handler.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { secondsMax } from './span-names.ts';
import { isOfService, selectTraces, type TraceRow } from './trace-rows.ts';
import { summaryOf } from './trace-summaries.ts';

type CountedRow = TraceRow & { readonly total: string };

type TraceQuery = QueryOf<'listTraces'>;

/**
 * GET /v1/traces: the traces that pass every filter, a page of them. Without a time range these are
 * traces of the 24 hours up to the organization's newest one.
 */
export const listTraces =
  ({ warehouse }: { readonly warehouse: OrganizationReads }): Handler<'listTraces'> =>
  async ({ key, query: asked, signal }) => {
    const reading = { warehouse, signal };
    const organization = key.organizationId;
    const query = await withRange(asked, organization, reading);
    const { limit, offset } = query;
    const parameters = { organization, ...filterParameters(query) };
    const found = `FROM (${selectTraces(candidates(query), query.service ? ofService : '')}) WHERE ${filters(query).join(' AND ')}`;
    const rows = await readRows<CountedRow>(
      {
        sql: `SELECT *, count() OVER () AS total ${found}
              ORDER BY ${orderOf(query)} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
        parameters: { ...parameters, limit, offset },
      },
      reading,
    );
    const total = rows.length > 0 || offset === 0 ? rows[0]?.total : await countTraces();
    return {
      status: 200,
      body: { traces: rows.map(summaryOf), total_count: Number(total ?? 0), limit, offset },
    };

    // A page past the end has no row to carry the total.
    async function countTraces(): Promise<string | undefined> {
      const [counted] = await readRows<{ total: string }>(
        { sql: `SELECT count() AS total ${found}`, parameters },
        reading,
      );
      return counted?.total;
    }
  };

const rangeMsDefault = 86_400_000;

async function withRange(
  query: TraceQuery,
  organization: OrganizationId,
  reading: QueryContext,
): Promise<TraceQuery> {
  if (query.start_time_from !== undefined || query.start_time_to !== undefined) return query;
  const newestMs = await newestStartMs(organization, reading);
  return newestMs === undefined ? query : { ...query, start_time_from: newestMs - rangeMsDefault };
}

/**
 * When the newest trace began, in milliseconds. It has a fragment that ended no earlier, so what the
 * traces of the last hour give as a lower bound limits the hours that can hold it.
 */
async function newestStartMs(
  organization: OrganizationId,
  reading: QueryContext,
): Promise<number | undefined> {
  const lastHour = `(SELECT hour FROM traces WHERE organization = {organization:UUID}
                     ORDER BY organization DESC, hour DESC LIMIT 1)`;
  const leastMs = await newestSince(lastHour, organization, reading);
  if (leastMs === undefined) return undefined;
  const leastHour = `toStartOfHour(toDateTime(${Math.floor(leastMs / 1000)}, 'UTC'))`;
  return newestSince(leastHour, organization, reading);
}

/** The latest start of a trace with a fragment in this hour or later. */
async function newestSince(
  hour: string,
  organization: OrganizationId,
  reading: QueryContext,
): Promise<number | undefined> {
  const [row] = await readRows<{ n: string; ms: string }>(
    {
      sql: `SELECT toString(count()) AS n, toString(toUnixTimestamp64Milli(max(first))) AS ms FROM (
              SELECT min(first_start) AS first FROM traces
              WHERE organization = {organization:UUID} AND traces.trace_id IN (
                SELECT traces.trace_id FROM traces
                WHERE organization = {organization:UUID} AND hour >= ${hour})
              GROUP BY traces.trace_id)`,
      parameters: { organization },
    },
    reading,
  );
  return row === undefined || row.n === '0' ? undefined : Number(row.ms);
}

const ofService = `, ${isOfService} AS is_of_service`;

function filters({ has_error: hasError, ...query }: TraceQuery): string[] {
  return [
    'true',
    ...(query.service ? ['is_of_service'] : []),
    ...(hasError === undefined ? [] : [hasError ? 'errors > 0' : 'errors = 0']),
    ...(query.min_duration === undefined ? [] : ['last - first >= {minDuration:Int64}']),
    ...(query.start_time_from === undefined ? [] : ['first >= {from:Int64}']),
    ...(query.start_time_to === undefined ? [] : ['first < {to:Int64}']),
  ];
}

/**
 * A trace that began in a time has the fragment that began it there, so only the traces of such
 * fragments are put together; the fragment ended no earlier than that, which bounds the hours.
 */
const candidates = (query: TraceQuery): string =>
  query.start_time_from === undefined
    ? ''
    : `AND traces.trace_id IN (
         SELECT traces.trace_id FROM traces
         WHERE organization = {organization:UUID}
           AND hour >= toStartOfHour(fromUnixTimestamp64Nano({from:Int64}, 'UTC'))
           AND toUnixTimestamp64Nano(first_start) >= {from:Int64})`;

function filterParameters(query: TraceQuery): Record<string, string | bigint> {
  const { service = '', min_duration: minDuration = 0 } = query;
  return {
    service,
    minDuration: nanosOf(minDuration),
    from: nanosOf(query.start_time_from ?? 0),
    to: nanosOf(query.start_time_to ?? 0),
  };
}

const nanosOf = (milliseconds: number): bigint =>
  BigInt(Math.min(secondsMax * 1000, Math.max(0, milliseconds))) * 1_000_000n;

const sortKeys: Readonly<Record<TraceQuery['sort_by'], string>> = {
  start_time: 'first',
  duration_ms: 'last - first',
  duration: 'last - first',
  span_count: 'spans',
  error_count: 'errors',
};

/** Equals the latest first and then by id as it is read, so that pages never overlap; UUIDs have an order of their own. */
const orderOf = ({ sort_by: by, sort_order: order }: TraceQuery): string =>
  `${sortKeys[by]} ${order}, first DESC, toString(id)`;
