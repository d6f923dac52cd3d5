import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ownMemory } from '../../../platform/threads/memory.ts';
import { replayLimits as limits } from './config.ts';
import { type ChunkEvents, eventsOf } from './events-of-chunk.ts';
import { maskEvents } from './masking/mask-events.ts';
import type { MaskingRules } from './masking/rules.ts';

export type SentChunk = {
  readonly bytes: Uint8Array;
  /** Bytes of the events as JSON, as the sender says. */
  readonly statedBytes: number | undefined;
  readonly masking: MaskingRules;
};

/** Compressed events, and how many bytes they have as JSON. */
type MaskedChunk = { readonly bytes: Uint8Array<ArrayBuffer>; readonly sizeBytes: number };

/** What the content of a chunk says of itself. */
export type ChunkContent = ChunkEvents & {
  readonly kind: 'chunk';
  readonly sizeBytes: number;
  /** SHA-256 of what was sent: by it, what is sent again is the same. */
  readonly hash: string;
  /** What is stored instead of what was sent, where something is masked in it. */
  readonly masked?: MaskedChunk;
};

export type ReadChunk =
  | ChunkContent
  | { readonly kind: 'invalid' | 'oversized'; readonly message: string };

/** Inflates a chunk, at most as far as it may or says to go, looks whether it is a list of events, and masks what is not to be stored. */
export function readChunk({ bytes, statedBytes, masking }: SentChunk): ReadChunk {
  const { chunkBytesMax } = limits;
  if (statedBytes !== undefined && statedBytes > chunkBytesMax) return tooLarge;
  const inflated = inflate(bytes, Math.min(statedBytes ?? chunkBytesMax, chunkBytesMax));
  if (inflated === 'too large') return statedBytes === undefined ? tooLarge : notAsStated;
  if (inflated === undefined) return invalid('expected a body compressed with gzip');
  if (statedBytes !== undefined && inflated.length !== statedBytes) return notAsStated;
  const events = eventsOf(inflated);
  if (typeof events === 'string') return invalid(events);
  const hash = createHash('sha256').update(inflated).digest('hex');
  const chunk = { kind: 'chunk', sizeBytes: inflated.length, hash } as const;
  const clean = maskEvents(inflated, masking);
  if (clean === undefined) return { ...chunk, ...events };
  const masked = { bytes: ownMemory(gzipSync(clean)), sizeBytes: clean.length };
  return { ...chunk, ...eventsOfMasked(clean), masked };
}

/** What is found in a chunk is stored beside it, so it is looked for in what is left of it. */
function eventsOfMasked(clean: Buffer): ChunkEvents {
  const events = eventsOf(clean);
  if (typeof events === 'string') throw new Error(`expected masked events to be read: ${events}`);
  return events;
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
