import type { Handler } from '../../platform/http/handler.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from './config.ts';
import {
  noResource,
  type ResourceRow,
  resourceColumns,
  type SpanRow,
  spanColumns,
} from './span-rows.ts';
import { spanOf } from './spans.ts';
import { readTrace, summaryOf, type TraceRow } from './trace-summaries.ts';

type Reading = {
  readonly organization: OrganizationId;
  readonly warehouse: Warehouse;
  readonly signal: AbortSignal;
};

/** GET /v1/traces/:id: a trace with all its spans, in the order of their starts. */
export const getTrace =
  ({ warehouse }: { readonly warehouse: Warehouse }): Handler<'getTrace'> =>
  async ({ key, params, signal }) => {
    const reading = { organization: key.organizationId, warehouse, signal };
    const trace = isTraceId(params.id)
      ? await readTrace(key.organizationId, params.id, reading)
      : undefined;
    if (trace === undefined) throw notFound(`there is no trace '${params.id}'`);
    const rows = await readSpans(trace, reading);
    const resources = await readResources(rows, reading);
    const spans = rows.map(row => spanOf(row, resources.get(row.resource) ?? noResource));
    return { status: 200, body: { trace: summaryOf(trace), spans } };
  };

const isTraceId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);

// Every span ended between the first start and the last end of its trace: that bounds the buckets.
const readSpans = (trace: TraceRow, { organization, warehouse, signal }: Reading) =>
  warehouse.query<SpanRow>(
    `SELECT ${spanColumns} FROM spans
     WHERE organization = {organization:UUID} AND spans.trace_id = {trace:UUID}
       AND bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({start:Int64}, 'UTC'))
       AND bucket <= fromUnixTimestamp64Nano({end:Int64}, 'UTC')
     ORDER BY spans.start, spans.span_id LIMIT {limit:UInt32}`,
    {
      organization,
      trace: trace.trace_id,
      start: trace.start,
      end: trace.end,
      limit: limits.traceSpansMax,
    },
    { signal, maxExecutionMs: limits.queryMs },
  );

async function readResources(
  spans: readonly SpanRow[],
  { organization, warehouse, signal }: Reading,
): Promise<ReadonlyMap<string, ResourceRow>> {
  const rows = await warehouse.query<ResourceRow>(
    `SELECT ${resourceColumns} FROM resources
     WHERE organization = {organization:UUID} AND resources.fingerprint IN {fingerprints:Array(UInt64)}
     ORDER BY known DESC LIMIT 1 BY resources.fingerprint`,
    { organization, fingerprints: [...new Set(spans.map(span => span.resource))].map(BigInt) },
    { signal, maxExecutionMs: limits.queryMs },
  );
  return new Map(rows.map(row => [row.fingerprint, row]));
}
