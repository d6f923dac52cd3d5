import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { LinkedSpan } from '../../../schemas/replays/routes.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { hexOf, instantOf, spanIdOf, unixNanosOf } from '../traces/span-names.ts';
import { readRows } from '../windows/window-metrics.ts';
import type { StoredChunk } from './chunk-rows.ts';
import { replayReadLimits as limits } from './config.ts';
import { timeAround } from './session-time.ts';

/** Spans that name a session in their attribute `replay_id`, the latest first, from around the time of its chunks. */
export async function linkedSpans(
  organization: OrganizationId,
  session: string,
  chunks: readonly StoredChunk[],
  reading: { readonly warehouse: OrganizationReads; readonly signal: AbortSignal },
): Promise<LinkedSpan[]> {
  const { from, to } = timeAround(chunks);
  const rows = await readRows<SpanRow>(
    { sql: spansBetween(from, to), parameters: { organization, session } },
    reading,
  );
  return rows.map(row => ({
    trace_id: hexOf(row.trace),
    span_id: spanIdOf(row.span),
    service_name: row.service,
    operation_name: row.name,
    time: instantOf(unixNanosOf(row.begun)),
    has_error: row.status === errorStatus,
  }));
}

const errorStatus = 2;

const spansBetween = (from: number, to: number): string =>
  `SELECT spans.trace_id AS trace, spans.span_id AS span, service, name, status, spans.start AS begun
   FROM spans PREWHERE organization = {organization:String}
     AND bucket >= ${spanBucketStart(from)} AND bucket <= ${to}
   WHERE has(attributes.key, 'replay_id')
     AND attributes.value[indexOf(attributes.key, 'replay_id')] = {session:String}
   ORDER BY spans.start DESC LIMIT ${limits.tracesMax}`;

type SpanRow = {
  readonly trace: string;
  readonly span: string;
  readonly service: string;
  readonly name: string;
  readonly status: number;
  readonly begun: string;
};
