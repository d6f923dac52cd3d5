import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { readRows } from '../windows/window-metrics.ts';
import type { DataInstants } from './integration-status.ts';

type Edge = 'min' | 'max';

/**
 * When spans of a service were first and last received, as far back as windows are kept; as of an
 * instant, of the spans that were in the warehouse by then, to the second.
 */
export const createFirstLastSeen =
  ({ warehouse }: { readonly warehouse: OrganizationReads }): DataInstants =>
  async (organization, service, { asOfMs, signal }) => {
    const untilSeconds = Math.floor((asOfMs ?? latestMs) / 1000);
    const read = (edge: Edge) =>
      readEdge(edge, { organization, service, untilSeconds, warehouse, signal });
    const [firstAtMs, lastAtMs] = await Promise.all([read('min'), read('max')]);
    if (firstAtMs === undefined || lastAtMs === undefined) return undefined;
    return { firstAtMs, lastAtMs };
  };

/** The last instant that the warehouse can name. */
const latestMs = (2 ** 32 - 1) * 1000;

type Reading = {
  readonly organization: OrganizationId;
  readonly service: string;
  readonly untilSeconds: number;
  readonly warehouse: OrganizationReads;
  readonly signal: AbortSignal;
};

/** Of the minute in which the instant lies only a part counts; where that part has no span, the minutes before it do. */
async function readEdge(edge: Edge, reading: Reading): Promise<number | undefined> {
  const { untilSeconds } = reading;
  const atMs = await readMinute(edge, reading);
  if (atMs !== undefined || untilSeconds >= latestMs / 1000) return atMs;
  return readMinute(edge, { ...reading, untilSeconds: minuteStart(untilSeconds) - 1 });
}

const minuteStart = (seconds: number): number => seconds - (seconds % 60);

/**
 * The windows give the minute in which the first (or last) spans were learned of and when these had
 * ended; only the spans of that time are looked at. By receipt, so a backfill changes nothing.
 */
async function readMinute(
  edge: Edge,
  { organization, service, untilSeconds, warehouse, signal }: Reading,
): Promise<number | undefined> {
  const ofService = `organization = {organization:UUID} AND service = {service:String}
            AND known <= toDateTime({until:UInt32}, 'UTC')`;
  const [row] = await readRows<{ n: string; at: string }>(
    {
      sql: `WITH (SELECT ${edge}(known) FROM windows WHERE ${ofService}) AS minute,
          (SELECT (toStartOfFiveMinutes(min(time)), max(time)) FROM windows
           WHERE ${ofService} AND known = minute) AS ended
     SELECT toString(count()) AS n, toString(toUnixTimestamp64Milli(${edge}(received_at))) AS at
     FROM spans
     WHERE ${ofService} AND bucket >= ended.1 AND bucket <= ended.2
       AND toStartOfMinute(known) = minute`,
      parameters: { organization, service, until: untilSeconds },
    },
    { warehouse, signal },
  );
  return row === undefined || row.n === '0' ? undefined : Number(row.at);
}
