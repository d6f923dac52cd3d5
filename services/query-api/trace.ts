import type { Handler } from '../../platform/http/handler.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from './config.ts';
import type { ReadResources } from './resources.ts';
import { noResource, type SpanRow, spanColumns } from './span-rows.ts';
import { spanOf } from './spans.ts';
import { readTrace, summaryOf, type TraceRow } from './trace-summaries.ts';
import { type Reading, readRows } from './window-metrics.ts';

export type TraceDependencies = {
  readonly warehouse: Warehouse;
  readonly readResources: ReadResources;
};

/** GET /v1/traces/:id: a trace with all its spans, in the order of their starts. */
export const getTrace =
  ({ warehouse, readResources }: TraceDependencies): Handler<'getTrace'> =>
  async ({ key, params, signal }) => {
    const organization = key.organizationId;
    const reading = { warehouse, signal };
    const trace = isTraceId(params.id)
      ? await readTrace(organization, params.id, reading)
      : undefined;
    if (trace === undefined) throw notFound(`there is no trace '${params.id}'`);
    const rows = await readSpans(organization, trace, reading);
    const named = new Set(rows.map(row => row.resource));
    const resources = await readResources(organization, named, reading);
    const spans = rows.map(row => spanOf(row, resources.get(row.resource) ?? noResource));
    return { status: 200, body: { trace: summaryOf(trace), spans } };
  };

const isTraceId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);

// Every span ended between the first start and the last end of its trace: that bounds the buckets.
const ofTrace = `organization = {organization:UUID} AND spans.trace_id = {trace:UUID}
  AND bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({first:Int64}, 'UTC'))
  AND bucket <= fromUnixTimestamp64Nano({last:Int64}, 'UTC')`;

const readSpans = (
  organization: OrganizationId,
  { id, first, last }: TraceRow,
  reading: Reading,
): Promise<SpanRow[]> =>
  readRows(
    {
      sql: `SELECT ${spanColumns} FROM spans WHERE ${ofTrace}
            ORDER BY spans.start, spans.span_id LIMIT ${limits.traceSpansMax}`,
      parameters: { organization, trace: id, first, last },
    },
    reading,
  );
