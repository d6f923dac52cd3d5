import type { HttpRequest } from '../../platform/http/handler.ts';
import type { Row } from '../../platform/read-store/port.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import type { DomainState } from '../../projections/engine/read/history.ts';
import {
  releasedSourceMaps,
  releasePrefix,
} from '../../projections/source-maps/released-source-maps.ts';
import { sourceMapCounts } from '../../projections/source-maps/source-map-counts.ts';
import { type SourceMapRow, sourceMaps } from '../../projections/source-maps/source-maps.ts';
import { parseCommand } from '../../schemas/commands/record.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';
import { parseSample } from '../../schemas/samples/record.ts';
import { parseSourceMapBlob } from '../../schemas/source-maps/blob-name.ts';
import { sourceMapContentId } from '../../schemas/source-maps/ids.ts';
import { topics } from '../../schemas/topics.ts';
import { sweepSourceMaps } from '../../services/ingest-api/source-maps/sweep.ts';
import { uploadSourceMap } from '../../services/ingest-api/source-maps/upload-source-map.ts';
import { openDecidedWorld } from './decided-world.ts';
import { recordedAt, toEvent } from './given.ts';
import { withoutQuotas } from './quotas.ts';
import { userCommand } from './user-command.ts';

const keptMs = 2 * dayMs;
/** After so long nothing of a command can come any more. */
export const commandLifeMs = 3 * keptMs;

export const owners = [
  '0c293219-67d8-5369-b5c4-53b455d2bbb3',
  '99999999-67d8-5369-b5c4-53b455d2bbb3',
].map(organizationId);

export type SentMap = {
  readonly owner: number;
  readonly debugId: string;
  readonly release: string | undefined;
  readonly filename: string;
  readonly content: string;
};

/** Where a process is killed: before or after a step of an upload, or not at all. */
export const crashes = [
  'before put',
  'after put',
  'after count',
  'before send',
  'after send',
  'none',
] as const;
export type Crash = (typeof crashes)[number];

export class Killed extends Error {}

type Waiting = {
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly atMs: number;
};

/** What survives a crash: blobs, waiting commands, and rows made of events. The upload and the sweep are the real ones. */
export function openSourceMapWorld() {
  const blobs = new Map<string, string>();
  const waiting: Waiting[] = [];
  const counted = new Map<string, number>();
  const facts = openFacts();
  const clock = { nowMs: Date.UTC(2026, 0, 1, 12) };
  const decideAll = (): void => {
    for (const { value, headers, atMs } of waiting.splice(0))
      if (clock.nowMs - atMs < commandLifeMs) facts.decide(value, headers);
  };
  return {
    blobs,
    /** Bytes that were counted for the content of a map on the day on which it was stored. */
    countedOf: ({ sourceMapId, hash, blob }: SourceMapRow): number | undefined =>
      counted.get(nameOf(sourceMapId, sourceMapContentId(sourceMapId, hash), dayOf(blob))),
    state: facts.state,
    rows: (): SourceMapRow[] =>
      facts.state.list(sourceMaps, { limit: 1_000 }).map(({ row }) => row),
    counts: (owner: number): { count: number; bytes: number } =>
      facts.state.get(sourceMapCounts, String(owners[owner])) ?? { count: 0, bytes: 0 },
    released: (owner: number, release: string, filename: string): number =>
      facts.state.list(releasedSourceMaps, {
        prefix: releasePrefix(organizationId(String(owners[owner])), release, filename),
        limit: 1_000,
      }).length,
    upload: (sent: SentMap, crash: Crash) =>
      uploadInto({ blobs, counted, waiting, facts, decideAll, nowMs: clock.nowMs }, sent, crash),
    remove: ({ sourceMapId, organizationId: by }: SourceMapRow): void => {
      const command = { type: 'DeleteSourceMap', data: { sourceMapId } } as const;
      const value = JSON.stringify(userCommand(command, { atMs: clock.nowMs, by }));
      facts.decide(Buffer.from(value), { v: '1' });
    },
    decideAll,
    wait: (days: number): void => {
      clock.nowMs += days * dayMs;
    },
    sweep: () =>
      sweepSourceMaps(
        {
          blobStore: {
            list: async function* () {
              yield* [...blobs.keys()];
            },
            delete: async name => void blobs.delete(name),
          },
          projections: { state: async () => facts.state },
          clock: () => clock.nowMs,
          keptMs,
        },
        new AbortController().signal,
      ),
  };
}

function openFacts() {
  const rows = new Map<string, Row>();
  const decided = openDecidedWorld();
  const answers = new Map<string, EventPayload>();
  const projections = [sourceMaps, releasedSourceMaps, sourceMapCounts] as readonly unknown[];
  const state: DomainState = {
    get: (projection, key) => rows.get(`${projection.name} ${key}`) as never,
    list: (projection, { prefix = '' }) =>
      [...rows]
        .filter(([name]) => name.startsWith(`${projection.name} ${prefix}`))
        .map(([key, row]) => ({ key, row }) as never),
    page: (projection, { prefix = '' }) => ({
      rows: state.list(projection, { prefix, limit: rows.size }),
      next: undefined,
    }),
  };
  const project = (fact: EventPayload, atMs: number): void => {
    const event = toEvent(fact, atMs);
    for (const projection of projections as readonly Projection[]) {
      for (const key of projection.keys(event, recordedAt(0))) {
        const name = `${projection.name} ${key}`;
        const row = projection.project(rows.get(name), event, key, recordedAt(0));
        if (row === undefined) rows.delete(name);
        else rows.set(name, row);
      }
    }
  };
  return {
    state,
    answer: (id: string) => answers.get(id),
    decide: (value: Uint8Array, headers: Readonly<Record<string, string>>): void => {
      const command = parseCommand(value, headers);
      const decision = decided.command(command);
      if (decision.kind === 'rejected') throw new Error(decision.message);
      const done = decision.appends.flatMap(append => append.facts);
      for (const fact of done) project(fact, command.atMs);
      const nothing = { type: 'CommandAnswered', data: { commandId: command.id } } as const;
      answers.set(command.id, done.at(-1) ?? nothing);
    },
  };
}

type Place = {
  readonly blobs: Map<string, string>;
  readonly counted: Map<string, number>;
  readonly waiting: Waiting[];
  readonly facts: ReturnType<typeof openFacts>;
  readonly decideAll: () => void;
  readonly nowMs: number;
};

const mac = Buffer.from('mac');

function uploadInto(
  { blobs, counted, waiting, facts, decideAll, nowMs }: Place,
  { owner, content, release, ...rest }: SentMap,
  crash: Crash,
) {
  const killedIf = (point: Crash): void => {
    if (crash === point) throw new Killed();
  };
  const handler = uploadSourceMap({
    readUpload: async () => ({
      maps: [
        {
          ...rest,
          ...(release !== undefined && { release }),
          sizeBytes: content.length,
          hash: content,
          frame: Buffer.from(content),
        },
      ],
    }),
    blobStore: {
      putIfAbsent: async (name: string, body: Uint8Array) => {
        killedIf('before put');
        const isNew = !blobs.has(name);
        if (isNew) blobs.set(name, Buffer.from(body).toString());
        killedIf('after put');
        return isNew;
      },
    },
    topicLog: {
      append: async (topic: string, records: readonly Omit<Waiting, 'atMs'>[]) => {
        if (topic === topics.samples) {
          for (const record of records) countContent(record, counted);
          return killedIf('after count');
        }
        killedIf('before send');
        for (const { value, headers } of records) waiting.push({ value, headers, atMs: nowMs });
        killedIf('after send');
        return records.map(() => ({ partition: 0, offset: waiting.length }));
      },
    },
    commandsUnderWay: { enter: async () => withoutShares },
    outcomes: {
      known: async () => undefined,
      outcome: async (id: string) => {
        decideAll();
        return { ...facts.answer(id), atMs: nowMs, requestHash: mac.toString('hex') };
      },
    },
    keyring: { mac: async () => mac },
    projections: { state: async () => facts.state },
    quotas: withoutQuotas,
  } as never);
  return handler({
    requestId: 'test',
    receivedAtMs: nowMs,
    headers: {},
    query: {},
    body: { bytes: Buffer.alloc(0), contentType: '' },
    key: { organizationId: owners[owner], keyId: keyId('key') },
    signal: new AbortController().signal,
  } as unknown as HttpRequest<'uploadSourceMap'>);
}

/** Of a sender whose commands are not counted. */
const withoutShares = {
  decided: () => undefined,
  failed: () => undefined,
  left: () => undefined,
};

function countContent(record: Omit<Waiting, 'atMs'>, counted: Map<string, number>): void {
  const sample = parseSample(record);
  if (sample === undefined) throw new Error('expected a sample of a source map');
  const { subject, id, atMs, storedBytes = 0 } = sample;
  counted.set(nameOf(subject, id, Math.floor(atMs / dayMs)), storedBytes);
}

/** What makes samples repetitions of one. */
const nameOf = (subject: string, id: string, day: number): string =>
  JSON.stringify([subject, id, day]);

const dayOf = (blob: string): number => Date.parse(parseSourceMapBlob(blob)?.day ?? '') / dayMs;
