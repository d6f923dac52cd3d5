import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { DataInstants } from './integration-status.ts';
import { readRows } from './window-metrics.ts';

type Edge = 'min' | 'max';

/** When spans of a service were first and last received, as far back as windows are kept. */
export const openDataInstants =
  ({ warehouse }: { readonly warehouse: OrganizationReads }): DataInstants =>
  async (organization, service, signal) => {
    const read = (edge: Edge) => readEdge(edge, { organization, service, warehouse, signal });
    const [firstAtMs, lastAtMs] = await Promise.all([read('min'), read('max')]);
    if (firstAtMs === undefined || lastAtMs === undefined) return undefined;
    return { firstAtMs, lastAtMs };
  };

type Reading = {
  readonly organization: OrganizationId;
  readonly service: string;
  readonly warehouse: OrganizationReads;
  readonly signal: AbortSignal;
};

/**
 * The windows tell in which minute the first (or last) spans were learned of and when these had
 * ended; only the spans of that time are looked at. By receipt, so a backfill changes nothing.
 */
async function readEdge(
  edge: Edge,
  { organization, service, warehouse, signal }: Reading,
): Promise<number | undefined> {
  const ofService = 'organization = {organization:UUID} AND service = {service:String}';
  const [row] = await readRows<{ n: string; at: string }>(
    {
      sql: `WITH (SELECT ${edge}(known) FROM windows WHERE ${ofService}) AS minute,
          (SELECT (toStartOfFiveMinutes(min(time)), max(time)) FROM windows
           WHERE ${ofService} AND known = minute) AS ended
     SELECT toString(count()) AS n, toString(toUnixTimestamp64Milli(${edge}(received_at))) AS at
     FROM spans
     WHERE ${ofService} AND bucket >= ended.1 AND bucket <= ended.2
       AND toStartOfMinute(known) = minute`,
      parameters: { organization, service },
    },
    { warehouse, signal },
  );
  return row === undefined || row.n === '0' ? undefined : Number(row.at);
}
