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
import { readRows } from './window-metrics.ts';

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
    const [rows, resources] = await Promise.all([
      readSpans(trace, reading),
      readResources(trace, reading),
    ]);
    const spans = rows.map(row => spanOf(row, resources.get(row.resource) ?? noResource));
    return { status: 200, body: { trace: summaryOf(trace), spans } };
  };

const isTraceId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);

// Every span ended between the first start and the last end of its trace: that bounds the buckets.
const ofTrace = `organization = {organization:UUID} AND spans.trace_id = {trace:UUID}
  AND bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({first:Int64}, 'UTC'))
  AND bucket <= fromUnixTimestamp64Nano({last:Int64}, 'UTC')`;

const readSpans = (trace: TraceRow, reading: Reading): Promise<SpanRow[]> =>
  readOf(
    trace,
    `SELECT ${spanColumns} FROM spans WHERE ${ofTrace}
     ORDER BY spans.start, spans.span_id LIMIT ${limits.traceSpansMax}`,
    reading,
  );

async function readResources(
  trace: TraceRow,
  reading: Reading,
): Promise<ReadonlyMap<string, ResourceRow>> {
  const rows = await readOf<ResourceRow>(
    trace,
    `SELECT ${resourceColumns} FROM resources
     WHERE organization = {organization:UUID}
       AND resources.fingerprint IN (SELECT spans.resource FROM spans WHERE ${ofTrace})
     ORDER BY known DESC LIMIT 1 BY resources.fingerprint`,
    reading,
  );
  return new Map(rows.map(row => [row.fingerprint, row]));
}

const readOf = <Row>(
  { id, first, last }: TraceRow,
  sql: string,
  { organization, ...reading }: Reading,
): Promise<Row[]> =>
  readRows({ sql, parameters: { organization, trace: id, first, last } }, reading);
