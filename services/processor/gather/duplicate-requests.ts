import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { limits } from '../config.ts';
import type { RequestRecord } from './request.ts';

/** The partition of a topic: offsets of one mean nothing in another. */
type Source = { readonly topic: string; readonly partition: number };

type Reading = { readonly warehouse: Warehouse; readonly signal: AbortSignal };

/** A request that counts, as the table of requests will have it. */
export type TakenRequest = Pick<RequestRecord, 'organization' | 'hash' | 'receivedAtMs'>;

const msPerHour = 3_600_000;

/**
 * The requests that were not taken before: no other of the same organization and content has an
 * earlier offset and was received within the last 24 hours. A client's retry lands in the partition
 * of its first copy, so one look-up in the table of requests decides. Only offsets before this batch
 * count, so a batch that is formed again after a crash decides the same.
 *  pending  of the batch before, whose rows may not be in the table yet; after a crash they are
 */
export async function dropDuplicateRequests(
  requests: readonly RequestRecord[],
  source: Source,
  { warehouse, signal, pending }: Reading & { readonly pending: readonly TakenRequest[] },
): Promise<readonly RequestRecord[]> {
  const taken = await takenBefore(requests, source, { warehouse, signal });
  for (const request of pending) {
    const name = nameOf(request);
    taken.set(name, Math.max(request.receivedAtMs, taken.get(name) ?? 0));
  }
  return requests.filter(request => {
    const name = nameOf(request);
    const receivedAtMs = taken.get(name);
    const isRepeat =
      receivedAtMs !== undefined &&
      receivedAtMs > request.receivedAtMs - limits.repeatHours * msPerHour;
    if (!isRepeat) taken.set(name, request.receivedAtMs);
    return !isRepeat;
  });
}

const nameOf = ({ organization, hash }: { organization: string; hash: string }): string =>
  `${organization} ${hash}`;

/** When the latest request of each name was received, of those that count. */
async function takenBefore(
  requests: readonly RequestRecord[],
  { topic, partition }: Source,
  { warehouse, signal }: Reading,
): Promise<Map<string, number>> {
  const first = requests[0];
  if (first === undefined) return new Map();
  const rows = await warehouse.query<{ organization: string; hash: string; at: string }>(
    `SELECT toString(requests.organization) AS organization, toString(requests.hash) AS hash,
            toString(toUnixTimestamp64Milli(max(received_at))) AS at
     FROM requests
     WHERE requests.organization IN {organizations:Array(UUID)}
       AND requests.hash IN {hashes:Array(UUID)}
       AND topic = {topic:String} AND partition = {partition:UInt16} AND offset < {first:UInt64}
     GROUP BY requests.organization, requests.hash`,
    {
      organizations: [...new Set(requests.map(request => request.organization))],
      hashes: requests.map(request => request.hash),
      topic,
      partition,
      first: first.offset,
    },
    { signal },
  );
  return new Map(rows.map(row => [nameOf(row), Number(row.at)]));
}
