import { hourMs } from '../../schemas/durations.ts';
import type { OrganizationId } from '../../schemas/ids.ts';

/** A parked request that does not count yet, and where it lies. */
export type ParkedRequest = {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly receivedAtMs: number;
  readonly bytes: number;
};

type Source<Options> = {
  query<Row>(
    sql: string,
    parameters: Readonly<Record<string, unknown>>,
    options: Options,
  ): Promise<Row[]>;
};

type Asked = {
  readonly organization: OrganizationId;
  /** What was parked earlier is over. */
  readonly sinceMs: number;
  readonly requestsMax: number;
};

/** As far as repeats of a request are recognised. */
const repeatMs = 24 * hourMs;

/** Organizations for which something was parked since then, whether it counts by now or not. */
export async function organizationsWithParked<Options>(
  sinceMs: number,
  warehouse: Source<Options>,
  options: Options,
): Promise<readonly OrganizationId[]> {
  const rows = await warehouse.query<{ id: OrganizationId }>(
    `SELECT toString(organization) AS id FROM parked
     WHERE received_at >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC') AND batch = ''
     GROUP BY organization`,
    { sinceMs },
    options,
  );
  return rows.map(({ id }) => id);
}

/**
 * The parked requests of an organization that do not count yet, the first received first. A request counts once a request of
 * the same content has its row, by the rule for repeats: so what counts is never taken twice, and no place has to be kept.
 */
export async function readParked<Options>(
  { organization, sinceMs, requestsMax }: Asked,
  warehouse: Source<Options>,
  options: Options,
): Promise<readonly ParkedRequest[]> {
  const rows = await warehouse.query<Record<keyof ParkedRequest, string>>(
    `WITH counting AS (
       SELECT requests.hash AS hash, toUnixTimestamp64Milli(max(requests.received_at)) AS at FROM requests
       WHERE organization = {organization:UUID} AND received_at >= fromUnixTimestamp64Milli({countedSinceMs:Int64}, 'UTC')
         AND requests.hash IN (SELECT hash FROM parked WHERE organization = {organization:UUID})
       GROUP BY requests.hash)
     SELECT any(p.topic) AS topic, toString(any(p.partition)) AS partition, toString(min(p.offset)) AS offset,
            toString(min(p.at)) AS receivedAtMs, toString(any(p.bytes)) AS bytes
     FROM (SELECT hash, topic, partition, offset, bytes, toUnixTimestamp64Milli(received_at) AS at FROM parked
           WHERE organization = {organization:UUID} AND received_at >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')) AS p
     LEFT JOIN counting AS c ON c.hash = p.hash
     WHERE c.at <= p.at - {repeatMs:UInt32}
     GROUP BY p.hash
     ORDER BY min(p.at), min(p.offset)
     LIMIT {requestsMax:UInt32}`,
    { organization, sinceMs, countedSinceMs: sinceMs - repeatMs, repeatMs, requestsMax },
    options,
  );
  return rows.map(({ topic, ...row }) => ({
    topic,
    partition: Number(row.partition),
    offset: Number(row.offset),
    receivedAtMs: Number(row.receivedAtMs),
    bytes: Number(row.bytes),
  }));
}
