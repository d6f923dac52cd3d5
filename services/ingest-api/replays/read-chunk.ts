import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { replayLimits as limits } from './config.ts';
import { type ChunkEvents, eventsOf } from './events-of-chunk.ts';

export type SentChunk = {
  readonly bytes: Uint8Array;
  /** Bytes of the events as JSON, as the sender says. */
  readonly statedBytes: number | undefined;
};

/** What the content of a chunk says of itself. */
export type ChunkContent = ChunkEvents & {
  readonly kind: 'chunk';
  readonly sizeBytes: number;
  readonly hash: string;
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
  const events = eventsOf(inflated);
  if (typeof events === 'string') return invalid(events);
  const hash = createHash('sha256').update(inflated).digest('hex');
  return { kind: 'chunk', sizeBytes: inflated.length, hash, ...events };
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
