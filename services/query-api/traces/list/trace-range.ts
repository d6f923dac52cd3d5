import { dayMs } from '../../../../schemas/durations.ts';
import { limits } from '../../config.ts';
import { type QueryContext, readRows } from '../../windows/window-metrics.ts';
import { type Fragments, readNewest } from './newest-traces.ts';
import type { TraceFilters } from './trace-filters.ts';

const rangeMsDefault = dayMs;

export const hasRange = (query: TraceFilters): boolean =>
  query.start_time_from !== undefined || query.start_time_to !== undefined;

/** The filters with the time that they have when the client names none; `newestMs` is when the newest trace began, where that is known. */
export async function withRange<Filters extends TraceFilters>(
  query: Filters,
  fragments: Fragments,
  reading: QueryContext,
  newestMs?: number,
): Promise<Filters> {
  if (hasRange(query)) return query;
  const lastMs = newestMs ?? (await newestStartMs(fragments, reading));
  return lastMs === undefined ? query : { ...query, start_time_from: lastMs - rangeMsDefault };
}

/**
 * When the newest trace began, in milliseconds. It mostly is among those whose fragments began last. Else what is found there is
 * a lower bound: the newest one has a fragment that ended no earlier, which limits the hours that can hold it.
 */
async function newestStartMs(
  fragments: Fragments,
  reading: QueryContext,
): Promise<number | undefined> {
  const { ids, sinceMs } = await readNewest(fragments, limits.newestFragmentsMin, reading);
  const found =
    ids.length > 0 ? await newestOf('{ids:Array(UUID)}', fragments, reading, ids) : undefined;
  if (found !== undefined && found >= sinceMs) return found;
  const leastMs =
    found ?? (await newestOf(since(lastHour(fragments), fragments), fragments, reading));
  if (leastMs === undefined) return undefined;
  const leastHour = `toStartOfHour(toDateTime(${Math.floor(leastMs / 1000)}, 'UTC'))`;
  return newestOf(since(leastHour, fragments), fragments, reading);
}

const lastHour = ({ known }: Fragments): string =>
  `(SELECT hour FROM traces WHERE organization = {organization:UUID} ${known}
    ORDER BY organization DESC, hour DESC LIMIT 1)`;

/** The traces with a fragment in this hour or later. */
const since = (hour: string, { known }: Fragments): string =>
  `(SELECT traces.trace_id FROM traces
    WHERE organization = {organization:UUID} ${known} AND hour >= ${hour})`;

/** The latest start of some traces, given as what follows IN. */
async function newestOf(
  traces: string,
  { organization, known }: Fragments,
  reading: QueryContext,
  ids: readonly string[] = [],
): Promise<number | undefined> {
  const [row] = await readRows<{ n: string; ms: string }>(
    {
      sql: `SELECT toString(count()) AS n, toString(toUnixTimestamp64Milli(max(first))) AS ms FROM (
              SELECT min(first_start) AS first FROM traces
              WHERE organization = {organization:UUID} ${known} AND traces.trace_id IN ${traces}
              GROUP BY traces.trace_id)`,
      parameters: { organization, ids },
    },
    reading,
  );
  return row === undefined || row.n === '0' ? undefined : Number(row.ms);
}
