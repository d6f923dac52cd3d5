import type { TraceSummary } from '../../schemas/http/traces.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { hourSeconds } from '../../schemas/window.ts';
import { hexOf, instantOf, millisecondsOf, statusName } from './span-words.ts';
import { type Reading, readRows } from './window-metrics.ts';

/** One trace: the fragments of all batches that held spans of it, put together. */
export type TraceRow = {
  /** As a UUID is written. */
  readonly id: string;
  /** The first start and the last end, in nanoseconds since 1970. */
  readonly first: string;
  readonly last: string;
  readonly spans: string;
  readonly errors: string;
  readonly root_service: string;
  readonly root_name: string;
  readonly root_status: number;
  readonly services: readonly string[];
};

/** One trace by its 32 hex digits; undefined when the organization has none of that id. */
export async function readTrace(
  organization: OrganizationId,
  traceId: string,
  reading: Reading,
): Promise<TraceRow | undefined> {
  const sql = selectTraces('AND traces.trace_id = {trace:UUID}');
  const parameters = { organization, trace: traceId };
  const [row] = await readRows<TraceRow>({ sql, parameters }, reading);
  return row;
}

/** Traces by their 32 hex digits, whose spans began no earlier than an instant, but for clocks that differ. */
export async function readTraces(
  organization: OrganizationId,
  { ids, fromSeconds }: { readonly ids: readonly string[]; readonly fromSeconds: number },
  reading: Reading,
): Promise<ReadonlyMap<string, TraceRow>> {
  const wanted = `AND traces.trace_id IN {ids:Array(UUID)}
    AND hour >= toStartOfHour(toDateTime({from:UInt32}, 'UTC'))`;
  const from = Math.max(0, Math.min(0xffff_ffff, fromSeconds - hourSeconds));
  const rows = await readRows<TraceRow>(
    { sql: selectTraces(wanted), parameters: { organization, ids, from } },
    reading,
  );
  return new Map(rows.map(row => [hexOf(row.id), row]));
}

export function summaryOf(row: TraceRow): TraceSummary {
  const id = hexOf(row.id);
  const hasError = Number(row.errors) > 0;
  return {
    id,
    trace_id: id,
    service_name: row.root_service || (row.services[0] ?? ''),
    operation_name: row.root_name,
    start_time: instantOf(row.first),
    end_time: instantOf(row.last),
    duration_ms: millisecondsOf(BigInt(row.last) - BigInt(row.first)),
    status_code: hasError ? 'ERROR' : statusName(row.root_status),
    has_error: hasError,
    span_count: Number(row.spans),
    error_count: Number(row.errors),
  };
}

/** The traces of an organization, each a `TraceRow`. */
export const selectTraces = (condition: string): string =>
  `SELECT traces.trace_id AS id, toUnixTimestamp64Nano(min(first_start)) AS first,
          toUnixTimestamp64Nano(max(last_end)) AS last,
          sum(traces.spans) AS spans, sum(traces.errors) AS errors,
          max(traces.root_service) AS root_service, max(traces.root_name) AS root_name,
          max(traces.root_status) AS root_status,
          arraySort(groupUniqArrayArray(traces.services)) AS services
   FROM traces WHERE organization = {organization:UUID} ${condition} GROUP BY traces.trace_id`;
