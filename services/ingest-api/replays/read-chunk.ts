import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { replayLimits as limits } from './config.ts';

export type SentChunk = {
  readonly bytes: Uint8Array;
  /** Bytes of the events as JSON, as the sender says. */
  readonly statedBytes: number | undefined;
};

/** What the content of a chunk says of itself. */
export type ChunkContent = {
  readonly kind: 'chunk';
  readonly sizeBytes: number;
  readonly hash: string;
  readonly events: number;
  readonly firstMs: number;
  readonly lastMs: number;
};

export type ReadChunk =
  | ChunkContent
  | { readonly kind: 'invalid' | 'oversized'; readonly message: string };

/** Inflates a chunk, at most as far as it may or says to go, and looks whether it is a list of events. */
export function readChunk({ bytes, statedBytes }: SentChunk): ReadChunk {
  const { chunkBytesMax } = limits;
  if (statedBytes !== undefined && statedBytes > chunkBytesMax) return tooLarge;
  const inflated = inflate(bytes, Math.min(statedBytes ?? chunkBytesMax, chunkBytesMax));
  if (inflated === 'too large') return statedBytes === undefined ? tooLarge : notAsStated;
  if (inflated === undefined) return invalid('expected a body compressed with gzip');
  if (statedBytes !== undefined && inflated.length !== statedBytes) return notAsStated;
  const times = timesOf(inflated);
  if (times === undefined)
    return invalid('expected a list of events as JSON, each with type and timestamp');
  return {
    kind: 'chunk',
    sizeBytes: inflated.length,
    hash: createHash('sha256').update(inflated).digest('hex'),
    events: times.length,
    firstMs: times.reduce((least, time) => Math.min(least, time)),
    lastMs: times.reduce((most, time) => Math.max(most, time)),
  };
}

const invalid = (message: string): ReadChunk => ({ kind: 'invalid', message });

const notAsStated = invalid('expected as many bytes as the original size says');

const tooLarge: ReadChunk = {
  kind: 'oversized',
  message: `expected at most ${limits.chunkBytesMax} bytes of events, found more`,
};

function inflate(bytes: Uint8Array, bytesMax: number): Buffer | 'too large' | undefined {
  try {
    // Zero is no limit to zlib, and no list of events has so few bytes.
    return gunzipSync(bytes, { maxOutputLength: Math.max(1, bytesMax) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : undefined;
  }
}

/** Undefined: it is no list of events, or an empty one. */
function timesOf(inflated: Buffer): number[] | undefined {
  let events: unknown;
  try {
    events = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(inflated));
  } catch {
    return undefined;
  }
  if (!Array.isArray(events) || events.length === 0) return undefined;
  const times = events.flatMap((event: unknown) => timeOf(event) ?? []);
  return times.length === events.length ? times : undefined;
}

function timeOf(event: unknown): number | undefined {
  if (typeof event !== 'object' || event === null) return undefined;
  const { type, timestamp } = event as { readonly type?: unknown; readonly timestamp?: unknown };
  if (typeof type !== 'number' || typeof timestamp !== 'number') return undefined;
  const time = Math.floor(timestamp);
  return time >= 0 && time <= limits.instantMsMax ? time : undefined;
}
