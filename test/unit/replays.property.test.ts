import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { HttpRequest } from '../../platform/http/handler.ts';
import { dayMs } from '../../schemas/durations.ts';
import { organizationId } from '../../schemas/ids.ts';
import type { ReplayChunk } from '../../schemas/replays/chunk.ts';
import { replaySettingDefaults } from '../../schemas/replays/settings.ts';
import { parseSample, type Sample } from '../../schemas/samples/record.ts';
import { replayLimits } from '../../services/ingest-api/replays/config.ts';
import { maskingOf } from '../../services/ingest-api/replays/masking/rules.ts';
import { readChunk } from '../../services/ingest-api/replays/read-chunk.ts';
import { sweepReplays } from '../../services/ingest-api/replays/sweep.ts';
import { uploadReplayChunk } from '../../services/ingest-api/replays/upload-chunk.ts';
import { holds } from '../support/property.ts';
import { withoutQuotas } from '../support/quotas.ts';
import { recordedEvents } from '../support/replays.ts';

const masking = maskingOf(replaySettingDefaults);
const keptMs = 3 * dayMs;
const owners = ['0c293219-67d8-5369-b5c4-53b455d2bbb3', '99999999-67d8-5369-b5c4-53b455d2bbb3'];

type Sent = {
  readonly owner: number;
  readonly session: string;
  readonly segment: number;
  readonly mark: string;
};

/** Where a process is killed: before or after a step, or not at all. */
const crashes = ['before put', 'after put', 'before append', 'after append', 'none'] as const;
type Crash = (typeof crashes)[number];

class Killed extends Error {}

type Stored = { readonly sample: Sample; readonly chunk: ReplayChunk };

/** What survives a crash: blobs and samples. The upload and the sweep are the real ones. */
function openWorld() {
  const blobs = new Map<string, Buffer>();
  const samples: Sample[] = [];
  const clock = { nowMs: Date.UTC(2026, 0, 1, 12) };
  const upload = ({ owner, session, segment, mark }: Sent, crash: Crash) => {
    const killedIf = (point: Crash): void => {
      if (crash === point) throw new Killed();
    };
    const handler = uploadReplayChunk({
      projections: { barrier: async () => undefined, get: () => undefined },
      quotas: withoutQuotas,
      keyring: { macOf: async () => Buffer.alloc(32) },
      readContent: async sent => {
        const content = readChunk(sent);
        if (content.kind !== 'chunk') throw new Error(content.message);
        return { content, bytes: sent.bytes };
      },
      blobStore: {
        putIfAbsent: async (name, body) => {
          killedIf('before put');
          const isNew = !blobs.has(name);
          if (isNew) blobs.set(name, Buffer.from(body));
          killedIf('after put');
          return isNew;
        },
      },
      topicLog: {
        append: async (_, records) => {
          killedIf('before append');
          for (const { value, headers = {} } of records) {
            const sample = parseSample({ value, headers });
            if (sample !== undefined) samples.push(sample);
          }
          killedIf('after append');
          return [];
        },
      },
    });
    return handler({
      receivedAtMs: clock.nowMs,
      params: { session_id: session },
      query: { segment_id: String(segment) },
      headers: {},
      body: { bytes: gzipSync(JSON.stringify(recordedEvents(1_000, mark))) },
      key: { organizationId: organizationId(String(owners[owner])) },
      signal: new AbortController().signal,
    } as unknown as HttpRequest<'uploadReplayChunk'>);
  };
  /** As the warehouse has them: each id once, the first, as long as it is kept. */
  const stored = (): Stored[] => {
    const byId = new Map<string, Sample>();
    for (const sample of samples) {
      if (sample.atMs + keptMs <= clock.nowMs) continue;
      if (!byId.has(sample.id)) byId.set(sample.id, sample);
    }
    return [...byId.values()].map(sample => ({
      sample,
      chunk: sample.detail as unknown as ReplayChunk,
    }));
  };
  return {
    blobs,
    upload,
    stored,
    nowMs: () => clock.nowMs,
    wait: (hours: number): void => {
      clock.nowMs += hours * 3_600_000;
    },
    sweep: () =>
      sweepReplays(
        {
          blobStore: {
            list: async function* () {
              yield* [...blobs.keys()].sort();
            },
            delete: async name => void blobs.delete(name),
          },
          clock: () => clock.nowMs,
          keptMs,
        },
        new AbortController().signal,
      ),
  };
}

type World = ReturnType<typeof openWorld>;
/** When each chunk was first acknowledged, or may have been accepted by a process that was killed then. */
type Naive = { readonly acknowledged: Map<string, number>; readonly possible: Set<string> };
type Step = (world: World, naive: Naive) => Promise<void> | void;

const nameOf = ({ owner, session, segment, mark }: Sent): string =>
  JSON.stringify([owner, session, segment, mark]);

const chunks = fc.record<Sent>({
  owner: fc.nat({ max: 1 }),
  session: fc.constantFrom('a'.repeat(32), 'b'.repeat(32)),
  segment: fc.nat({ max: 2 }),
  mark: fc.constantFrom('x', 'y'),
});

const uploading = fc.tuple(chunks, fc.constantFrom(...crashes)).map(
  ([sent, crash]): Step =>
    async (world, naive) => {
      const ended = await world.upload(sent, crash).catch((error: unknown) => {
        ok(error instanceof Killed, String(error));
      });
      equal(ended?.status, crash === 'none' ? 200 : undefined);
      naive.possible.add(nameOf(sent));
      if (ended !== undefined) naive.acknowledged.set(nameOf(sent), world.nowMs());
    },
);

const waiting = fc.integer({ min: 0, max: 40 }).map(
  (hours): Step =>
    world =>
      world.wait(hours),
);

const sweeping: Step = async world => void (await world.sweep());

const steps = fc.oneof({ weight: 3, arbitrary: uploading }, waiting, fc.constant(sweeping));

describe('chunks of sessions over crashes', () => {
  it('are there once each when they were acknowledged, with their content, and gone after their time', () =>
    holds(
      fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async script => {
        const world = openWorld();
        const naive: Naive = { acknowledged: new Map(), possible: new Set() };
        for (const step of script) {
          await step(world, naive);
          expectSame(world, naive);
        }
        world.wait(24 + keptMs / 3_600_000);
        await world.sweep();
        deepEqual([...world.blobs.keys()], []);
      }),
      500,
    ));
});

function expectSame(world: World, { acknowledged, possible }: Naive): void {
  const found = world.stored().map(({ sample, chunk }) => {
    const events = JSON.parse(gunzipSync(world.blobs.get(chunk.blob) ?? '').toString());
    const mark = String(events[0].data.href).endsWith('x') ? 'x' : 'y';
    const owner = owners.indexOf(sample.organizationId);
    return nameOf({ owner, session: chunk.session, segment: chunk.segment, mark });
  });
  equal(new Set(found).size, found.length);
  ok(found.every(name => possible.has(name)));
  for (const [name, atMs] of acknowledged)
    if (atMs + keptMs > world.nowMs()) ok(found.includes(name), name);
}

describe('the content of a chunk', () => {
  const read = (text: string, statedBytes?: number) =>
    readChunk({ bytes: gzipSync(text), statedBytes, masking });

  it('is described by its events', () => {
    const text = JSON.stringify([
      { type: 3, timestamp: 7.9 },
      { type: 4, timestamp: 5 },
    ]);
    const { kind, ...rest } = read(text);
    equal(kind, 'chunk');
    const { hash, ...figures } = rest as { hash: string };
    equal(hash.length, 64);
    const moments = { clicks: [], answered: [] };
    deepEqual(figures, { sizeBytes: text.length, events: 2, firstMs: 5, lastMs: 7, moments });
  });

  it('is inflated no further than it may, or says', () => {
    const events = JSON.stringify([{ type: 3, timestamp: 1 }]);
    const padded = (length: number): string => events + ' '.repeat(length - events.length);
    const { chunkBytesMax } = replayLimits;
    equal(read(padded(chunkBytesMax)).kind, 'chunk');
    equal(read(padded(chunkBytesMax + 1)).kind, 'oversized');
    equal(read(padded(1_000), 1_000).kind, 'chunk');
    for (const stated of [999, 1_001, 0]) equal(read(padded(1_000), stated).kind, 'invalid');
    equal(read(events, chunkBytesMax + 1).kind, 'oversized');
  });

  it('is refused or described, whatever it is', () =>
    holds(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.json(), (bytes, json) => {
        equal(readChunk({ bytes, statedBytes: undefined, masking }).kind, 'invalid');
        ok(['chunk', 'invalid'].includes(read(json).kind));
      }),
      300,
    ));

  it('is described as one who parses all of it would', () =>
    holds(
      fc.property(chunkTexts, text => deepEqual(figuresOf(read(text)), naiveFigures(text))),
      500,
    ));

  it('may be nested as deep as pages are, and no deeper', () => {
    const nested = (depth: number): string =>
      `[{"type":2,"timestamp":1,"data":${'['.repeat(depth)}${']'.repeat(depth)}}]`;
    equal(read(nested(replayLimits.depthMax - 2)).kind, 'chunk');
    const found = read(nested(replayLimits.depthMax - 1));
    ok(found.kind === 'invalid');
    match(found.message, /expected at most 2048 levels at byte \d+ of the JSON/);
  });

  it('has a bounded number of events', () => {
    const many = (count: number): string =>
      JSON.stringify(Array.from({ length: count }, () => ({ type: 3, timestamp: 1 })));
    equal(read(many(replayLimits.eventsMax)).kind, 'chunk');
    const found = read(many(replayLimits.eventsMax + 1));
    ok(found.kind === 'invalid');
    match(found.message, /expected at most 200000 events in a chunk, found more/);
  });
});

/** Lists of events and of what is nearly one, now and then with a byte changed. */
const chunkTexts = fc
  .tuple(
    fc.array(
      fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({ type: fc.nat(), timestamp: fc.double({ min: 0, max: 1e13 }) }),
        },
        fc.record({ data: fc.jsonValue(), type: fc.jsonValue(), timestamp: fc.integer() }),
      ),
      { maxLength: 4 },
    ),
    fc.option(fc.tuple(fc.nat({ max: 200 }), fc.constantFrom(...'[]{}",:0-.e\\ ')), { freq: 3 }),
  )
  .map(([events, change]) => {
    const text = JSON.stringify(events);
    if (change === null || change[0] >= text.length) return text;
    return text.slice(0, change[0]) + change[1] + text.slice(change[0] + 1);
  });

function figuresOf(read: ReturnType<typeof readChunk>) {
  if (read.kind !== 'chunk') return undefined;
  const { events, firstMs, lastMs } = read;
  return { events, firstMs, lastMs };
}

function naiveFigures(text: string) {
  let events: unknown;
  try {
    events = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(events) || events.length === 0) return undefined;
  const isEvent = (event: unknown): event is { timestamp: number } => {
    const { type, timestamp } = Object(event) as { type?: unknown; timestamp?: unknown };
    if (typeof type !== 'number' || typeof timestamp !== 'number') return false;
    return timestamp >= 0 && Math.floor(timestamp) <= replayLimits.instantMsMax;
  };
  if (!events.every(isEvent)) return undefined;
  const times = events.map(({ timestamp }) => Math.floor(timestamp));
  return { events: times.length, firstMs: Math.min(...times), lastMs: Math.max(...times) };
}
