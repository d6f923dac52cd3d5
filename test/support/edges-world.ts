import { setImmediate as turn } from 'node:timers/promises';
import type { LogRecord } from '../../platform/topic-log/port.ts';
import { spanBucketStart } from '../../schemas/window.ts';
import { packTexts } from '../../services/processor/blocks/string-table.ts';
import type { EdgeWindow } from '../../services/processor/core/edge-window.ts';
import { wordsOfKey } from '../../services/processor/core/end-table.ts';
import { spanIdAt, traceIdAt } from '../../services/processor/core/span-identities.ts';
import type { BatchEnds } from '../../services/processor/edges/batch-ends.ts';
import { openEdges } from '../../services/processor/edges/edges.ts';
import { openEndMemory } from '../../services/processor/edges/end-memory.ts';
import { dropDuplicateRequests } from '../../services/processor/gather/duplicate-requests.ts';
import type { RequestRecord } from '../../services/processor/gather/request.ts';
import type { CalledSpan, SentCalls } from './naive-edges.ts';
import { type WorldKind, type WorldRow, worldBatch } from './processor-world.ts';

/** A row of any of its tables: an end of a call, a request, or what a batch adds to an edge. */
export type EdgesRow = WorldRow & {
  readonly organization: string;
  readonly hash: string;
  readonly receivedAtMs: number;
  readonly span?: CalledSpan;
  readonly edge?: EdgeWindow;
};

export const edgeOrganizations = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
] as const;

type Read = SentCalls & { readonly request: RequestRecord };

/**
 * Requests with ends of calls, which the product joins.
 *  bytesMax  of the memory of each process
 */
export const edgesWorld = (options: {
  readonly bytesMax: number;
}): WorldKind<SentCalls, EdgesRow> => ({
  textOf: request => JSON.stringify(request),
  openBuild: warehouse => {
    const memory = openEndMemory(options.bytesMax);
    const edges = openEdges({ topic: 'spans', partition: 0 }, { warehouse, memory });
    return async (records, range, _aside, dependencies) => {
      await turn();
      const read = records.map(requestOf);
      const requests = read.map(({ request }) => request);
      const kept = new Set(await dropDuplicateRequests(requests, range, dependencies));
      const rows = read.filter(({ request }) => kept.has(request)).flatMap(rowsOf);
      const found = await edges.of(await endsOf(rows), range, dependencies.signal);
      const requestRows = [...kept].map((request): EdgesRow => rowOf(request));
      const edgeRows = found.map(edge => ({ offset: range.first, content: 0, edge }));
      const others = { requests: requestRows, windows: edgeRows, resources: edgeRows };
      return worldBatch(range, [...kept], rows, others);
    };
  },
  answer: (sql, given, rowsIn) => {
    if (sql.includes('FROM spans')) return alike(given, rowsIn('spans'));
    const before = rowsIn('requests').filter(
      ({ offset, organization }) =>
        offset < Number(given.first) && has(given, 'organizations', organization),
    );
    return sql.includes('{since:Int64}') ? lastOf(given, before) : requestsOf(given, before);
  },
});

function requestOf({ offset, value }: LogRecord): Read {
  const sent = JSON.parse(Buffer.from(value).toString()) as SentCalls;
  const { organization, spans, receivedAtMs } = sent;
  const request = {
    organization: edgeOrganizations[organization] ?? '',
    hash: JSON.stringify(spans),
    offset,
    receivedAtMs,
  } as RequestRecord;
  return { ...sent, request };
}

const rowOf = ({ offset, organization, hash, receivedAtMs }: RequestRecord): EdgesRow => {
  return { offset, content: offset, organization, hash, receivedAtMs };
};

const rowsOf = ({ spans, request }: Read): EdgesRow[] =>
  spans.map(span => ({ ...rowOf(request), span }));

/** The ends of a batch, which knows its own organizations only. */
export async function endsOf(
  rows: readonly Pick<EdgesRow, 'organization' | 'receivedAtMs' | 'span'>[],
): Promise<BatchEnds> {
  const spans = rows.map(({ span }) => span as CalledSpan);
  const organizations = [...new Set(rows.map(({ organization }) => organization))];
  const texts = [...new Set(spans.flatMap(({ service, target }) => [service, target]))];
  const words = new Uint32Array(rows.length * wordsOfKey);
  for (const [row, { trace, id }] of spans.entries()) {
    words.fill(trace + 1, row * wordsOfKey, row * wordsOfKey + 4);
    words.fill(id + 1, row * wordsOfKey + 4, row * wordsOfKey + 6);
  }
  return {
    rows: rows.length,
    organizations,
    organization: Uint32Array.from(rows, row => organizations.indexOf(row.organization)),
    isCaller: Uint8Array.from(spans, ({ isCaller }) => Number(isCaller)),
    words,
    names: await packTexts(texts),
    service: Uint32Array.from(spans, ({ service }) => texts.indexOf(service)),
    target: Uint32Array.from(spans, ({ target }) => texts.indexOf(target)),
    endSeconds: Uint32Array.from(spans, ({ endSeconds }) => endSeconds),
    receivedAtMs: Float64Array.from(rows, ({ receivedAtMs }) => receivedAtMs),
    bucket: Uint16Array.from(spans, ({ bucket }) => bucket),
    failed: Uint8Array.from(spans, ({ failed }) => Number(failed)),
  };
}

type Given = Readonly<Record<string, unknown>>;

const has = (given: Given, name: string, value: unknown): boolean =>
  (given[name] as readonly unknown[]).includes(value);

/** Nanoseconds that are in a bucket: of the first octave. */
const nanosIn = (bucket: number): number => 1 + bucket / 64;

/** Places of the keys of attributes: of the system and name of a database and a queue, and of a host. */
function namedBy(target: string): readonly string[] {
  const values = new Array<string>(10).fill('');
  const [type = '', name = ''] = target.split(' ');
  const [system = '', rest = ''] = name.split(':');
  if (type === 'database') [values[0], values[2]] = [system, rest];
  else if (type === 'queue') [values[4], values[5]] = [system, rest];
  else values[8] = name;
  return values;
}

const alike = (given: Given, rows: readonly EdgesRow[]): readonly object[] =>
  rows.flatMap(({ organization, hash, receivedAtMs, span }) => {
    if (span === undefined) return [];
    const words = new Uint32Array(wordsOfKey).fill(span.trace + 1, 0, 4).fill(span.id + 1, 4);
    const [trace, id] = [traceIdAt(words, 0), String(spanIdAt(words, 4))];
    const isWanted =
      has(given, 'organizations', organization) &&
      has(given, 'buckets', spanBucketStart(span.endSeconds)) &&
      has(given, 'traces', trace) &&
      has(given, 'ids', BigInt(id));
    if (!isWanted) return [];
    const ids = { organization, trace, id, request: hash, at: String(receivedAtMs) };
    const { service, failed, endSeconds: ended } = span;
    const nanos = String(nanosIn(span.bucket));
    const numbers = { caller: Number(span.isCaller), failed: Number(failed), ended, nanos };
    return [{ ...ids, ...numbers, service, began: String(ended), named: namedBy(span.target) }];
  });

function lastOf(given: Given, rows: readonly EdgesRow[]): readonly object[] {
  const last = new Map<string, number>();
  for (const { organization, receivedAtMs } of rows)
    if (receivedAtMs >= Number(given.since))
      last.set(organization, Math.max(receivedAtMs, last.get(organization) ?? 0));
  return [...last].map(([organization, at]) => ({ organization, at: String(at) }));
}

/** For both statements about requests: those that were taken, and those of ends. */
const requestsOf = (given: Given, rows: readonly EdgesRow[]): readonly object[] =>
  rows
    .filter(({ hash }) => has(given, 'hashes', hash))
    .sort((left, right) => left.receivedAtMs - right.receivedAtMs)
    .map(({ organization, hash, receivedAtMs, offset }) => ({
      organization,
      hash,
      request: hash,
      at: String(receivedAtMs),
      offset: String(offset),
    }));
