import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { DataInstants } from './integration-status.ts';

type Instants = { readonly n: string; readonly first: string; readonly last: string };

/**
 * When spans of a service were first and last received. The windows tell in which five minutes its
 * first and last spans ended, and only the spans of these two are looked at.
 */
export const openDataInstants =
  ({ warehouse }: { readonly warehouse: Warehouse }): DataInstants =>
  async (organization, service, signal) => {
    const [row] = await warehouse.query<Instants>(
      `WITH (SELECT (toStartOfFiveMinutes(min(time)), toStartOfFiveMinutes(max(time))) FROM windows
             WHERE organization = {organization:UUID} AND service = {service:String}) AS ends
       SELECT toString(count()) AS n, toString(toUnixTimestamp64Milli(min(received_at))) AS first,
              toString(toUnixTimestamp64Milli(max(received_at))) AS last
       FROM spans
       WHERE organization = {organization:UUID} AND service = {service:String}
         AND (bucket = ends.1 OR bucket = ends.2)`,
      { organization, service },
      { signal },
    );
    if (row === undefined || row.n === '0') return undefined;
    return { firstAtMs: Number(row.first), lastAtMs: Number(row.last) };
  };
