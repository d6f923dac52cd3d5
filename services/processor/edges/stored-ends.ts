import { targetKeys, targetOf, targetText } from '../../../schemas/telemetry/call-target.ts';
import { bucketOf, spanBucketSeconds, spanBucketStart } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import type { CallEnd } from '../core/end-table.ts';
import type { BatchRange } from '../core/range.ts';
import {
  type OfRequest,
  type Reading,
  requestName,
  requestsBefore,
} from '../repeats/stored-spans.ts';

/** The trace id as a UUID, and the id of the caller's span as the table keeps it. */
export type StoredKey = {
  readonly organization: string;
  readonly trace: string;
  readonly id: string;
};

/** Keys of ends, with the seconds in which they ended. */
export type WantedKey = StoredKey & { readonly endSeconds: number };

export const keyName = ({ organization, trace, id }: StoredKey): string =>
  `${organization} ${trace} ${id}`;

export type StoredEnd = CallEnd & { readonly isCaller: boolean };

/** Until when requests of these organizations were received on the partition before the range, of those after `sinceMs`. */
export async function lastReceived(
  organizations: readonly string[],
  sinceMs: number,
  { topic, partition, first }: BatchRange,
  { warehouse, signal }: Reading,
): Promise<ReadonlyMap<string, number>> {
  const rows = await warehouse.query<{ organization: string; at: string }>(
    `SELECT toString(requests.organization) AS organization,
            toString(max(toUnixTimestamp64Milli(received_at))) AS at
     FROM requests
     WHERE requests.organization IN {organizations:Array(UUID)} AND topic = {topic:String}
       AND partition = {partition:UInt16} AND offset < {first:UInt64}
       AND received_at >= fromUnixTimestamp64Milli({since:Int64})
     GROUP BY requests.organization`,
    { organizations, topic, partition, first, since: Math.floor(sinceMs) },
    { signal },
  );
  return new Map(rows.map(({ organization, at }) => [organization, Number(at)]));
}

type EndRow = StoredKey &
  OfRequest & {
    readonly caller: number;
    readonly service: string;
    readonly ended: number;
    readonly began: string;
    readonly nanos: string;
    readonly failed: number;
    readonly named: readonly string[];
  };

/** What the warehouse has of these keys from before the range, in the order of the log, by `keyName`. */
export async function storedEnds(
  keys: readonly WantedKey[],
  range: BatchRange,
  reading: Reading,
): Promise<Map<string, StoredEnd[]>> {
  const wanted = new Set(keys.map(keyName));
  const rows = (await readEnds(keys, reading)).filter(row => wanted.has(keyName(row)));
  const offsets = await requestsBefore(rows, range, reading);
  const placed = rows
    .map(row => ({ row, offset: offsets.get(requestName(row)) ?? -1 }))
    .filter(({ offset }) => offset >= 0)
    .sort((left, right) => left.offset - right.offset || byTimes(left.row, right.row));
  const ends = new Map<string, StoredEnd[]>();
  for (const { row } of placed) {
    const name = keyName(row);
    const known = ends.get(name);
    if (known === undefined) ends.set(name, [endOf(row)]);
    else known.push(endOf(row));
  }
  return ends;
}

function byTimes(left: EndRow, right: EndRow): number {
  const [one, other] = [`${left.began} ${left.nanos}`, `${right.began} ${right.nanos}`];
  return one < other ? -1 : Number(one > other);
}

const endOf = (row: EndRow): StoredEnd => {
  const target = row.caller === 1 ? targetOf(row.named, '') : undefined;
  return {
    isCaller: row.caller === 1,
    service: row.service,
    target: target === undefined ? '' : targetText(target),
    endSeconds: row.ended,
    receivedAtMs: Number(row.at),
    bucket: bucketOf(Number(row.nanos)),
    failed: row.failed === 1,
  };
};

async function readEnds(
  keys: readonly WantedKey[],
  { warehouse, signal }: Reading,
): Promise<readonly EndRow[]> {
  return warehouse.query<EndRow>(
    selectEnds,
    {
      organizations: distinct(keys.map(({ organization }) => organization)),
      buckets: distinct(keys.flatMap(bucketsAround)),
      traces: distinct(keys.map(({ trace }) => trace)),
      ids: distinct(keys.map(({ id }) => id)).map(BigInt),
      names: targetKeys,
      max: limits.callEndsReadMax,
    },
    { signal },
  );
}

/** Those of the ends with which an end may be joined, and of those with which these are. */
function bucketsAround({ endSeconds }: WantedKey): number[] {
  const apart = (2 * limits.callWithinMs) / 1000;
  const buckets: number[] = [];
  const last = endSeconds + apart;
  for (
    let at = spanBucketStart(Math.max(0, endSeconds - apart));
    at <= last;
    at += spanBucketSeconds
  )
    buckets.push(at);
  return buckets;
}

const isCaller = 'spans.kind IN (3, 4)';
const callerId = `if(${isCaller}, spans.span_id, spans.parent_span_id)`;

// Of several texts under one key the first counts, as in the decoder; a target shows no more of one than that.
const selectEnds = `
  SELECT toString(spans.organization) AS organization, toString(spans.trace_id) AS trace,
         toString(${callerId}) AS id, ${isCaller} AS caller, spans.service AS service,
         toUInt32(intDiv(toUnixTimestamp64Nano(spans.start) + toInt64(spans.duration), 1000000000)) AS ended,
         toString(toUnixTimestamp64Nano(spans.start)) AS began, toString(spans.duration) AS nanos,
         spans.status = 2 AS failed, toString(spans.request) AS request,
         toString(toUnixTimestamp64Milli(spans.received_at)) AS at,
         arrayMap(name -> leftUTF8(arrayFirst((value, key, type) -> key = name AND type = 0 AND value != '',
           attributes.value, attributes.key, attributes.type), 200), {names:Array(String)}) AS named
  FROM spans
  WHERE spans.organization IN {organizations:Array(UUID)}
    AND bucket IN (SELECT toDateTime(arrayJoin({buckets:Array(UInt32)}), 'UTC'))
    AND spans.trace_id IN {traces:Array(UUID)} AND spans.kind IN (2, 3, 4, 5)
    AND ${callerId} IN {ids:Array(UInt64)}
  ORDER BY spans.received_at, spans.trace_id, spans.span_id LIMIT {max:UInt32} BY spans.organization`;

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];
