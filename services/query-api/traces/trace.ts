import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import { type Reading, readRows } from '../windows/window-metrics.ts';
import type { ReadResources } from './resources.ts';
import { noResource, type SpanRow, spanColumns } from './span-rows.ts';
import { byNumber, secondsOf } from './span-words.ts';
import { spanOf } from './spans.ts';
import type { TraceRow } from './trace-rows.ts';
import { readTrace, summaryOf } from './trace-summaries.ts';

export type TraceDependencies = {
  readonly warehouse: OrganizationReads;
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

/** As they were started, the first ones of a trace that has more. */
async function readSpans(
  organization: OrganizationId,
  { id, first, last, spans }: TraceRow,
  reading: Reading,
): Promise<readonly SpanRow[]> {
  // Every span ended between the first start and the last end of its trace: that bounds the buckets.
  const from = spanBucketStart(secondsOf(first));
  const to = secondsOf(last);
  const read = (order: string): Promise<SpanRow[]> =>
    readRows(
      { sql: selectSpans({ from, to }, order), parameters: { organization, trace: id } },
      reading,
    );
  if (Number(spans) < limits.traceSpansMax) {
    const rows = await read('');
    // More may have come since they were counted.
    if (rows.length < limits.traceSpansMax) return rows.sort(byStart);
  }
  return read('ORDER BY spans.start, spans.span_id');
}

/** To order so many columns costs an eighth of the statement's time, whatever it reads. */
const selectSpans = ({ from, to }: { from: number; to: number }, order: string): string =>
  `SELECT ${spanColumns} FROM spans
   PREWHERE organization = {organization:String} AND spans.trace_id = {trace:String}
     AND bucket >= ${from} AND bucket <= ${to}
   ${order} LIMIT ${limits.traceSpansMax}`;

const byStart = (left: SpanRow, right: SpanRow): number =>
  byNumber(left.start, right.start) || byNumber(left.span_id, right.span_id);
