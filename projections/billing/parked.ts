import type { Parked } from '../../schemas/billing/events.ts';
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
  /** Of what was parked since then. */
  readonly sinceMs: number;
  /** Only what the warehouse had before; everything when absent. */
  readonly knownBeforeMs?: number | undefined;
};

/** As far as repeats of a request are recognised. */
const repeatMs = 24 * hourMs;

/**
 * Rows `hash`, `topic`, `partition`, `offset`, `bytes`, `at` (when it was received, Unix ms) and `is_waiting` of parked
 * requests. One counts once a request of the same content has its row, by the rule for repeats: so what counts is never
 * taken twice, and no place has to be kept.
 */
const parkedRows = ({ knownBeforeMs }: Pick<Asked, 'knownBeforeMs'>): string => {
  const known =
    knownBeforeMs === undefined ? '' : "AND known < toDateTime({knownBefore:UInt32}, 'UTC')";
  const of = `organization = {organization:UUID} ${known}`;
  return `SELECT p.hash AS hash, p.topic AS topic, p.partition AS partition, p.offset AS offset, p.bytes AS bytes, p.at AS at,
      c.at <= p.at - {repeatMs:UInt32} AS is_waiting
    FROM (SELECT hash, topic, partition, offset, bytes, toUnixTimestamp64Milli(received_at) AS at FROM parked
          WHERE ${of} AND received_at >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')) AS p
    LEFT JOIN (
      SELECT requests.hash AS hash, toUnixTimestamp64Milli(max(requests.received_at)) AS at FROM requests
      WHERE ${of} AND received_at >= fromUnixTimestamp64Milli({countedSinceMs:Int64}, 'UTC')
        AND requests.hash IN (SELECT hash FROM parked WHERE organization = {organization:UUID})
      GROUP BY requests.hash) AS c ON c.hash = p.hash`;
};

const parametersOf = ({ organization, sinceMs, knownBeforeMs }: Asked) => ({
  organization,
  sinceMs,
  countedSinceMs: sinceMs - repeatMs,
  repeatMs,
  ...(knownBeforeMs !== undefined && { knownBefore: Math.floor(knownBeforeMs / 1000) }),
});

/** Of each content once. */
const waitingRequests = (asked: Asked): string => `
  SELECT any(topic) AS topic, any(partition) AS partition, min(offset) AS offset, min(at) AS at, any(bytes) AS bytes
  FROM (${parkedRows(asked)}) WHERE is_waiting GROUP BY hash`;

/** The parked requests of an organization that do not count yet, the first received first. */
export async function readParked<Options>(
  { requestsMax, ...asked }: Asked & { readonly requestsMax: number },
  warehouse: Source<Options>,
  options: Options,
): Promise<readonly ParkedRequest[]> {
  const rows = await warehouse.query<
    Record<'topic' | 'partition' | 'offset' | 'at' | 'bytes', string>
  >(
    `SELECT topic, toString(partition) AS partition, toString(offset) AS offset, toString(at) AS at, toString(bytes) AS bytes
     FROM (${waitingRequests(asked)}) AS w ORDER BY w.at, w.offset LIMIT {requestsMax:UInt32}`,
    { ...parametersOf(asked), requestsMax },
    options,
  );
  return rows.map(({ topic, partition, offset, at, bytes }) => ({
    topic,
    partition: Number(partition),
    offset: Number(offset),
    receivedAtMs: Number(at),
    bytes: Number(bytes),
  }));
}

export type Waiting = Parked & {
  /** When the oldest of them was received, Unix ms; undefined when there is none. */
  readonly oldestMs: number | undefined;
};

/** How much of an organization is parked and does not count yet. */
export async function readWaiting<Options>(
  asked: Asked,
  warehouse: Source<Options>,
  options: Options,
): Promise<Waiting> {
  const [row] = await warehouse.query<Record<'requests' | 'size' | 'oldest', string>>(
    `SELECT toString(count()) AS requests, toString(sum(w.bytes)) AS size, toString(min(w.at)) AS oldest
     FROM (${waitingRequests(asked)}) AS w`,
    parametersOf(asked),
    options,
  );
  const requests = Number(row?.requests ?? 0);
  const oldestMs = requests === 0 ? undefined : Number(row?.oldest);
  return { requests, bytes: Number(row?.size ?? 0), oldestMs };
}

/** What was parked on a day, in UTC, and what of it became too old before it counted. */
export type ParkedDay = { readonly day: string; readonly parked: number; readonly expired: number };

export async function readParkedDays<Options>(
  { expiredBeforeMs, ...asked }: Asked & { readonly expiredBeforeMs: number },
  warehouse: Source<Options>,
  options: Options,
): Promise<readonly ParkedDay[]> {
  const rows = await warehouse.query<Record<keyof ParkedDay, string>>(
    `SELECT toString(toDate(fromUnixTimestamp64Milli(at, 'UTC'))) AS day, toString(uniqExact(hash)) AS parked,
       toString(uniqExactIf(hash, is_waiting AND at < {expiredBeforeMs:Int64})) AS expired
     FROM (${parkedRows(asked)}) GROUP BY day`,
    { ...parametersOf(asked), expiredBeforeMs },
    options,
  );
  return rows.map(({ day, parked, expired }) => ({
    day,
    parked: Number(parked),
    expired: Number(expired),
  }));
}

export type ParkingOrganization = {
  readonly organization: OrganizationId;
  /** At most so much is parked and does not count yet. */
  readonly atMost: Parked;
};

/** Organizations for which something was parked since `fromMs`, whether it counts by now or not, with what they parked since `sinceMs`. */
export async function organizationsWithParked<Options>(
  { fromMs, sinceMs }: { readonly fromMs: number; readonly sinceMs: number },
  warehouse: Source<Options>,
  options: Options,
): Promise<readonly ParkingOrganization[]> {
  const rows = await warehouse.query<{ id: OrganizationId; requests: string; size: string }>(
    `SELECT toString(organization) AS id, toString(countIf(is_recent)) AS requests, toString(sumIf(parked.bytes, is_recent)) AS size
     FROM (SELECT organization, bytes, received_at >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC') AS is_recent FROM parked
           WHERE received_at >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC') AND batch = '') AS parked
     GROUP BY organization`,
    { fromMs, sinceMs },
    options,
  );
  return rows.map(({ id, requests, size }) => ({
    organization: id,
    atMost: { requests: Number(requests), bytes: Number(size) },
  }));
}
