import { chunk } from '../../../platform/chunk.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import type { BatchRange } from '../core/range.ts';
import {
  identityText,
  type SpanIdentities,
  type StoredIdentity,
  spanIdNumber,
  storedIdentity,
  traceIdText,
} from '../core/span-identities.ts';
import type { SpanGroup } from './group-memory.ts';

export type Reading = {
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly signal: AbortSignal;
};

const inBuckets = "bucket IN (SELECT toDateTime(arrayJoin({buckets:Array(UInt32)}), 'UTC'))";

/** Those of the groups of which the warehouse has any span, and perhaps further ones, by organization and bucket. */
export async function storedGroups(
  groups: readonly SpanGroup[],
  { warehouse, signal }: Reading,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const some of chunk(groups, limits.spanGroupsAtOnce)) {
    const rows = await warehouse.query<{ organization: string; bucketSeconds: number }>(
      `SELECT toString(spans.organization) AS organization, toUnixTimestamp(bucket) AS bucketSeconds
       FROM spans WHERE spans.organization IN {organizations:Array(UUID)} AND ${inBuckets}
       GROUP BY spans.organization, bucket`,
      {
        organizations: distinct(some.map(({ organization }) => organization)),
        buckets: distinct(some.map(({ bucketSeconds }) => bucketSeconds)),
      },
      { signal },
    );
    for (const row of rows) names.add(groupName(row));
  }
  return names;
}

export const groupName = ({
  organization,
  bucketSeconds,
}: Pick<SpanGroup, 'organization' | 'bucketSeconds'>): string => `${organization} ${bucketSeconds}`;

type StoredRow = StoredIdentity & OfRequest;

/** When spans like those of the rows were last received, of the partition and from before the range. */
export async function storedBefore(
  identities: SpanIdentities,
  rows: readonly number[],
  range: BatchRange,
  reading: Reading,
): Promise<Map<string, number>> {
  const receivedAtMs = new Map<string, number>();
  for (const some of chunk(rows, limits.spansLookedUpMax)) {
    const found = await alike(identities, some, reading);
    const requests = await requestsBefore(found, range, reading);
    for (const row of found) {
      if (!requests.has(requestName(row))) continue;
      const text = storedIdentity(row);
      receivedAtMs.set(text, Math.max(Number(row.at), receivedAtMs.get(text) ?? 0));
    }
  }
  return receivedAtMs;
}

/** The rows of the warehouse that are the same spans. */
async function alike(
  identities: SpanIdentities,
  rows: readonly number[],
  { warehouse, signal }: Reading,
): Promise<readonly StoredRow[]> {
  const { organizations, organization, endSeconds } = identities;
  const stored = await warehouse.query<StoredRow>(
    `SELECT toString(spans.organization) AS organization, toString(spans.trace_id) AS trace,
            toString(spans.span_id) AS span, toString(toUnixTimestamp64Nano(spans.start)) AS start,
            toString(spans.duration) AS duration, spans.kind AS kind, toString(spans.request) AS request,
            toString(toUnixTimestamp64Milli(received_at)) AS at
     FROM spans
     WHERE spans.organization IN {organizations:Array(UUID)} AND ${inBuckets}
       AND spans.trace_id IN {traces:Array(UUID)} AND spans.span_id IN {ids:Array(UInt64)}`,
    {
      organizations: distinct(rows.map(row => organizations[organization[row] as number])),
      buckets: distinct(rows.map(row => spanBucketStart(endSeconds[row] as number))),
      traces: distinct(rows.map(row => traceIdText(identities, row))),
      ids: distinct(rows.map(row => spanIdNumber(identities, row))),
    },
    { signal },
  );
  if (stored.length === 0) return [];
  const wanted = new Set(rows.map(row => identityText(identities, row)));
  return stored.filter(row => wanted.has(storedIdentity(row)));
}

/**
 * The requests of these spans that this partition took before the range, with their offsets: a batch that is formed again after a crash finds its own
 * spans, and must decide as it did before they were there.
 */
export async function requestsBefore(
  rows: readonly OfRequest[],
  { topic, partition, first }: BatchRange,
  { warehouse, signal }: Reading,
): Promise<ReadonlyMap<string, number>> {
  if (rows.length === 0) return new Map();
  const requests = await warehouse.query<OfRequest & { readonly offset: string }>(
    `SELECT toString(requests.organization) AS organization, toString(requests.hash) AS request,
            toString(toUnixTimestamp64Milli(received_at)) AS at, toString(requests.offset) AS offset
     FROM requests
     WHERE requests.organization IN {organizations:Array(UUID)} AND requests.hash IN {hashes:Array(UUID)}
       AND topic = {topic:String} AND partition = {partition:UInt16} AND requests.offset < {first:UInt64}`,
    {
      organizations: distinct(rows.map(({ organization }) => organization)),
      hashes: distinct(rows.map(({ request }) => request)),
      topic,
      partition,
      first,
    },
    { signal },
  );
  return new Map(requests.map(row => [requestName(row), Number(row.offset)]));
}

/** A request by its content, and when it was received: what a span keeps of it. */
export type OfRequest = {
  readonly organization: string;
  readonly request: string;
  readonly at: string;
};

export const requestName = (row: OfRequest): string =>
  `${row.organization} ${row.request} ${row.at}`;

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];
