import { ok } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { replaySettingDefaults } from '../../schemas/replays/settings.ts';
import { maskingOf } from '../../services/ingest-api/replays/masking/rules.ts';
import { type ChunkContent, readChunk } from '../../services/ingest-api/replays/read-chunk.ts';

export const beginMs = 1_000_000;
export type Event = { readonly type: number; readonly data: object; readonly timestamp: number };

export const clickAt = (timestamp: number, x = 10, y = 10): Event => ({
  type: 3,
  data: { source: 2, type: 2, id: 7, x, y },
  timestamp,
});
export const changeAt = (timestamp: number, source = 0): Event => ({
  type: 3,
  data: { source, texts: [], adds: [] },
  timestamp,
});
export const pageAt = (timestamp: number): Event => ({
  type: 4,
  data: { href: 'https://shop.example/', width: 1, height: 1 },
  timestamp,
});
export const customAt = (timestamp: number, tag: string, payload: object): Event => ({
  type: 5,
  data: { tag, payload },
  timestamp,
});
export const requestAt = (endMs: number, duration: number, more: object = {}): Event =>
  customAt(endMs, 'network-request', { method: 'GET', url: '/a', status: 200, duration, ...more });
export const mouseAt = (timestamp: number): Event => ({
  type: 3,
  data: { source: 1, positions: [] },
  timestamp,
});

/** What the server reads of a chunk with these events. */
export function readEvents(events: readonly object[]): ChunkContent {
  const bytes = gzipSync(JSON.stringify(events));
  const masking = maskingOf(replaySettingDefaults);
  const read = readChunk({ bytes, statedBytes: undefined, masking });
  ok(read.kind === 'chunk', JSON.stringify(read));
  return read;
}

const times = fc
  .oneof(
    fc.integer({ min: 0, max: 12_000 }),
    // Where the rules change.
    fc
      .tuple(fc.constantFrom(0, 1_000, 3_000, 4_000), fc.integer({ min: -1, max: 1 }))
      .map(([at, more]) => Math.max(0, at + more)),
  )
  .map(ms => beginMs + ms);

/** Of twelve seconds, mostly clicks. */
export const anyEvent = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(times, fc.constantFrom(0, 18, 30, 31), fc.constantFrom(0, 24))
      .map(([at, x, y]) => clickAt(at, x, y)),
  },
  fc.tuple(times, fc.constantFrom(0, 3, 5, 8)).map(([at, source]) => changeAt(at, source)),
  times.map(pageAt),
  times.map(mouseAt),
  fc.tuple(times, fc.nat({ max: 5_000 })).map(([at, duration]) => requestAt(at, duration)),
);
