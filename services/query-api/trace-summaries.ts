import type { Handler } from '../../platform/http/handler.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { TraceSummary } from '../../schemas/http/traces.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from './config.ts';
import { hexOf, instantOf, millisecondsOf, statusName } from './span-words.ts';

/** One trace: the fragments of all batches that held spans of it, put together. */
export type TraceRow = {
  readonly trace_id: string;
  readonly start: string;
  readonly end: string;
  readonly spans: string;
  readonly errors: string;
  readonly root_service: string;
  readonly root_name: string;
  readonly root_status: number;
  readonly services: readonly string[];
};

type CountedRow = TraceRow & { readonly total: string };

/** GET /v1/traces: traces in which a service took part, or all, the latest first. */
export const listTraces =
  ({ warehouse }: { readonly warehouse: Warehouse }): Handler<'listTraces'> =>
  async ({ key, query, signal }) => {
    const { service = '', limit, offset } = query;
    const rows = await warehouse.query<CountedRow>(
      `SELECT *, toString(count() OVER ()) AS total FROM (${selectTraces('')})
       WHERE {service:String} = '' OR has(services, {service:String})
       ORDER BY start DESC, trace_id LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      { organization: key.organizationId, service, limit, offset },
      { signal, maxExecutionMs: limits.queryMs },
    );
    const total = rows.length > 0 || offset === 0 ? rows[0]?.total : await countTraces();
    return {
      status: 200,
      body: { traces: rows.map(summaryOf), total_count: Number(total ?? 0), limit, offset },
    };

    // A page past the end has no row to carry the total.
    async function countTraces(): Promise<string | undefined> {
      const [counted] = await warehouse.query<{ total: string }>(
        `SELECT toString(count()) AS total FROM (${selectTraces('')})
         WHERE {service:String} = '' OR has(services, {service:String})`,
        { organization: key.organizationId, service },
        { signal, maxExecutionMs: limits.queryMs },
      );
      return counted?.total;
    }
  };

/** One trace by its 32 hex digits; undefined when the organization has none of that id. */
export async function readTrace(
  organization: OrganizationId,
  traceId: string,
  { warehouse, signal }: { readonly warehouse: Warehouse; readonly signal: AbortSignal },
): Promise<TraceRow | undefined> {
  const [row] = await warehouse.query<TraceRow>(
    selectTraces('AND traces.trace_id = {trace:UUID}'),
    { organization, trace: traceId },
    { signal, maxExecutionMs: limits.queryMs },
  );
  return row;
}

export function summaryOf(row: TraceRow): TraceSummary {
  const id = hexOf(row.trace_id);
  const hasError = Number(row.errors) > 0;
  return {
    id,
    trace_id: id,
    service_name: row.root_service || (row.services[0] ?? ''),
    operation_name: row.root_name,
    start_time: instantOf(row.start),
    end_time: instantOf(row.end),
    duration_ms: millisecondsOf(BigInt(row.end) - BigInt(row.start)),
    status_code: hasError ? 'ERROR' : statusName(row.root_status),
    has_error: hasError,
    span_count: Number(row.spans),
    error_count: Number(row.errors),
  };
}

const selectTraces = (condition: string): string =>
  `SELECT toString(traces.trace_id) AS trace_id,
          toString(toUnixTimestamp64Nano(min(first_start))) AS start,
          toString(toUnixTimestamp64Nano(max(last_end))) AS end,
          toString(sum(traces.spans)) AS spans, toString(sum(traces.errors)) AS errors,
          max(traces.root_service) AS root_service, max(traces.root_name) AS root_name,
          max(traces.root_status) AS root_status,
          arraySort(groupUniqArrayArray(traces.services)) AS services
   FROM traces WHERE organization = {organization:UUID} ${condition} GROUP BY traces.trace_id`;
