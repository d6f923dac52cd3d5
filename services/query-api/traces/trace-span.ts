import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { unlessTooMuch } from '../bounds/too-much.ts';
import { limits } from '../config.ts';
import { spanStacks } from '../source-maps/span-stacks.ts';
import { knownSql } from '../windows/known-condition.ts';
import type { QueryContext } from '../windows/window-metrics.ts';
import { findTrace } from './found-trace.ts';
import { type Place, readSpan } from './span-reads.ts';
import { noResource, spanColumns } from './span-rows.ts';
import { type BrokenOff, mended, shortenedSpan } from './span-shortened.ts';
import { spanOf } from './spans.ts';
import type { TraceDependencies } from './trace.ts';
import type { ReadSpan } from './trace-spans.ts';

/** GET /v1/traces/:id/spans/:span_id: all of one span, or of those that share its id. */
export const getTraceSpan =
  ({
    warehouse,
    readResources,
    symbolicate,
  }: Omit<TraceDependencies, 'clock' | 'form' | 'traceTimes'>): Handler<'getTraceSpan'> =>
  async ({ key: { organizationId: organization }, params, query, signal }) => {
    const reading = { warehouse, signal };
    const place = await findTrace(organization, params.id, reading, knownSql(query.as_of));
    const rows = /^[0-9a-f]{16}$/u.test(params.span_id)
      ? await readSpansOf(place, BigInt(`0x${params.span_id}`), reading)
      : [];
    if (rows.length === 0) throw notFound('there is no such span in the trace');
    const named = new Set(rows.map(row => row.resource));
    const resources = await readResources(
      organization,
      named,
      reading,
      limits.traceResourcesBytesMax,
    );
    const stacks = await spanStacks(organization, rows, resources, { symbolicate, signal });
    const spans = rows.map(row => {
      const found = stacks.get(row);
      return spanOf(
        found === undefined ? row : { ...row, stacks: found },
        resources.get(row.resource) ?? noResource,
      );
    });
    return { status: 200, body: { spans } };
  };

/** As they are, or where that is too much with texts of a fair length. */
async function readSpansOf(place: Place, span: bigint, reading: QueryContext): Promise<ReadSpan[]> {
  const whole = { aliases: '', columns: spanColumns };
  const rows = await unlessTooMuch(readSpan<ReadSpan>(place, span, whole, reading));
  if (rows !== undefined) return rows;
  const shortened = shortenedSpan(limits.traceReadBytesMax / limits.sameIdSpansMax);
  const read = await readSpan<ReadSpan & BrokenOff>(place, span, shortened, reading);
  return read.map(mended);
}
