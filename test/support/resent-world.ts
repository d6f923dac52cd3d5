import { setImmediate as turn } from 'node:timers/promises';
import type { LogRecord } from '../../platform/topic-log/port.ts';
import { spanBucketStart } from '../../schemas/window.ts';
import {
  identityText,
  type SpanIdentities,
  spanIdNumber,
  traceIdText,
  wordsOfSpan,
} from '../../services/processor/core/span-identities.ts';
import { dropDuplicateRequests } from '../../services/processor/gather/duplicate-requests.ts';
import type { RequestRecord } from '../../services/processor/gather/request.ts';
import { openGroupMemory } from '../../services/processor/repeats/group-memory.ts';
import { openRepeats } from '../../services/processor/repeats/repeats.ts';
import { type WorldKind, type WorldRow, worldBatch } from './processor-world.ts';

/** A request with spans, each a number, of one of two organizations. */
export type SentSpans = {
  readonly organization: number;
  readonly spans: readonly number[];
  readonly receivedAtMs: number;
};

/** A span, or a request, whose content is then its offset. */
export type StoredSpan = WorldRow & {
  readonly organization: string;
  readonly hash: string;
  readonly receivedAtMs: number;
};

export const organizationIds = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
] as const;

const organizationOf = (index: number): string => organizationIds[index % 2] ?? '';

type Read = SentSpans & { readonly request: RequestRecord };

/**
 * Requests of spans, of which the product says which are repeats.
 *  bytesMax  of the memory of each process
 */
export const resentWorld = (options: {
  readonly bytesMax: number;
  readonly withinMs: number;
}): WorldKind<SentSpans, StoredSpan> => ({
  textOf: request => JSON.stringify(request),
  openBuild: warehouse => {
    const source = { topic: 'spans', partition: 0 };
    const memory = openGroupMemory(options.bytesMax);
    const repeats = openRepeats(source, { warehouse, memory, withinMs: options.withinMs });
    return async (records, range, _aside, dependencies) => {
      await turn();
      const read = records.map(requestOf);
      const requests = read.map(({ request }) => request);
      const kept = new Set(await dropDuplicateRequests(requests, range, dependencies));
      const rows = read.filter(({ request }) => kept.has(request)).flatMap(rowsOf);
      const dropped = new Set(await repeats.of(identitiesOf(rows), range, dependencies.signal));
      const requestRows = [...kept].map(({ organization, ...request }): StoredSpan => {
        return { ...request, organization: String(organization), content: request.offset };
      });
      const counted = rows.filter((_, row) => !dropped.has(row));
      return worldBatch(range, [...kept], counted, { requests: requestRows });
    };
  },
  answer: (sql, given, rowsOf) => {
    if (sql.includes('spans.trace_id')) return alike(given, rowsOf('spans'));
    if (sql.includes('FROM spans')) return groupsOf(given, rowsOf('spans'));
    return requestsBefore(given, rowsOf('requests'));
  },
});

function requestOf({ offset, value }: LogRecord): Read {
  const sent = JSON.parse(Buffer.from(value).toString()) as SentSpans;
  const { organization, spans, receivedAtMs } = sent;
  const request = {
    organization: organizationOf(organization),
    hash: spans.join(','),
    offset,
    receivedAtMs,
  } as RequestRecord;
  return { ...sent, request };
}

const rowsOf = ({ spans, request }: Read): StoredSpan[] =>
  spans.map(content => {
    const { offset, organization, hash, receivedAtMs } = request;
    return { offset, content, organization, hash, receivedAtMs };
  });

/** Spans end in one of four buckets; the rest of what they are is their number. */
const endSecondsOf = (content: number): number => 1_700_000_000 + (content % 4) * 300;

function identitiesOf(rows: readonly StoredSpan[]): SpanIdentities {
  const words = new Uint32Array(rows.length * wordsOfSpan);
  rows.forEach(({ content }, row) => {
    words.fill(content, row * wordsOfSpan, row * wordsOfSpan + 6);
    words[row * wordsOfSpan + 8] = 7;
  });
  return {
    rows: rows.length,
    organizations: organizationIds,
    organization: Uint32Array.from(rows, row => organizationIds.indexOf(row.organization as never)),
    kind: new Uint8Array(rows.length),
    endSeconds: Uint32Array.from(rows, ({ content }) => endSecondsOf(content)),
    receivedAtMs: Float64Array.from(rows, ({ receivedAtMs }) => receivedAtMs),
    words,
  };
}

type Given = Readonly<Record<string, unknown>>;

const has = (given: Given, name: string, value: unknown): boolean =>
  (given[name] as readonly unknown[]).includes(value);

const isInGroups = (given: Given, { organization, content }: StoredSpan): boolean =>
  has(given, 'organizations', organization) &&
  has(given, 'buckets', spanBucketStart(endSecondsOf(content)));

const groupsOf = (given: Given, rows: readonly StoredSpan[]): readonly object[] =>
  rows
    .filter(row => isInGroups(given, row))
    .map(({ organization, content }) => ({
      organization,
      bucketSeconds: spanBucketStart(endSecondsOf(content)),
    }));

const alike = (given: Given, rows: readonly StoredSpan[]): readonly object[] =>
  rows.flatMap(row => {
    const identities = identitiesOf([row]);
    const [traceId, spanId] = [traceIdText(identities, 0), spanIdNumber(identities, 0)];
    if (!isInGroups(given, row)) return [];
    if (!has(given, 'traces', traceId) || !has(given, 'ids', spanId)) return [];
    const [organization, trace, span, start, duration, kind] = identityText(identities, 0).split(
      ' ',
    );
    const times = { start, duration, at: String(row.receivedAtMs) };
    return [{ organization, trace, span, ...times, kind: Number(kind), request: row.hash }];
  });

/** For both statements: about spans, and about whole requests. */
const requestsBefore = (given: Given, rows: readonly StoredSpan[]): readonly object[] =>
  rows
    .filter(
      ({ offset, organization, hash }) =>
        offset < Number(given.first) &&
        has(given, 'organizations', organization) &&
        has(given, 'hashes', hash),
    )
    .sort((left, right) => left.receivedAtMs - right.receivedAtMs)
    .map(({ organization, hash, receivedAtMs }) => ({
      organization,
      hash,
      request: hash,
      at: String(receivedAtMs),
    }));
