import type { OrganizationId } from '../../../../schemas/ids.ts';
import { type QueryContext, readRows } from '../../windows/window-metrics.ts';

/** Which fragments of an organization's traces count: all, or those known by an instant. */
export type Fragments = { readonly organization: OrganizationId; readonly known: string };

/**
 * When the newest trace began, in milliseconds. It has a fragment that ended no earlier, so what the
 * traces of the last hour give as a lower bound limits the hours that can hold it.
 */
export async function newestStartMs(
  fragments: Fragments,
  reading: QueryContext,
): Promise<number | undefined> {
  const lastHour = `(SELECT hour FROM traces WHERE organization = {organization:UUID} ${fragments.known}
                     ORDER BY organization DESC, hour DESC LIMIT 1)`;
  const leastMs = await newestSince(lastHour, fragments, reading);
  if (leastMs === undefined) return undefined;
  const leastHour = `toStartOfHour(toDateTime(${Math.floor(leastMs / 1000)}, 'UTC'))`;
  return newestSince(leastHour, fragments, reading);
}

/** The latest start of a trace with a fragment in this hour or later. */
async function newestSince(
  hour: string,
  { organization, known }: Fragments,
  reading: QueryContext,
): Promise<number | undefined> {
  const [row] = await readRows<{ n: string; ms: string }>(
    {
      sql: `SELECT toString(count()) AS n, toString(toUnixTimestamp64Milli(max(first))) AS ms FROM (
              SELECT min(first_start) AS first FROM traces
              WHERE organization = {organization:UUID} ${known} AND traces.trace_id IN (
                SELECT traces.trace_id FROM traces
                WHERE organization = {organization:UUID} ${known} AND hour >= ${hour})
              GROUP BY traces.trace_id)`,
      parameters: { organization },
    },
    reading,
  );
  return row === undefined || row.n === '0' ? undefined : Number(row.ms);
}
