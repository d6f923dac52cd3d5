import type { OrganizationId } from '../../../schemas/ids.ts';
import type { TraceSummary } from '../../../schemas/traces/routes.ts';
import { hourSeconds } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { clampToDateTime, hexOf, instantOf, millisecondsOf, statusName } from './span-names.ts';
import {
  fragmentOf,
  isOfService,
  mergeFragments,
  selectFragments,
  selectTraces,
  type TraceRow,
} from './trace-rows.ts';

/**
 * One trace by its 32 hex digits, of fragments that pass the condition `known`; undefined when the organization has none of that id. Most are a few
 * fragments, which are put together here: in the statement, that is a quarter of its time.
 */
export async function readTrace(
  organization: OrganizationId,
  traceId: string,
  reading: QueryContext,
  known = '',
): Promise<TraceRow | undefined> {
  const parameters = { organization, trace: traceId };
  const read = (sql: string): Promise<TraceRow[]> => readRows({ sql, parameters }, reading);
  const fragments = await read(selectFragments(known));
  if (fragments.length <= limits.traceFragmentsMax)
    return mergeFragments(fragments.map(fragmentOf));
  const [row] = await read(selectTraces(`AND traces.trace_id = {trace:UUID} ${known}`));
  return row;
}

export type WantedTraces = {
  readonly ids: readonly string[];
  readonly fromSeconds: number;
  /** Only traces with a span of it, or all when empty. */
  readonly service: string;
};

/** Traces by their 32 hex digits, whose spans began no earlier than an instant, but for clocks that differ. */
export async function readTraces(
  organization: OrganizationId,
  { ids, fromSeconds, service }: WantedTraces,
  reading: QueryContext,
): Promise<ReadonlyMap<string, TraceRow>> {
  const wanted = `AND traces.trace_id IN {ids:Array(UUID)}
    AND hour >= toStartOfHour(toDateTime({from:UInt32}, 'UTC'))`;
  const from = clampToDateTime(fromSeconds - hourSeconds);
  const rows = await readRows<TraceRow>(
    {
      sql: `${selectTraces(wanted)} HAVING {service:String} = '' OR ${isOfService}`,
      parameters: { organization, ids, from, service },
    },
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
    service_name: row.root_service || row.service,
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
