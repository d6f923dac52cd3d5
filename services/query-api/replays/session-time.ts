import type { StoredChunk } from './chunk-rows.ts';
import { replayReadLimits as limits } from './config.ts';

/** Around the receipt of the chunks of a session, in which spans that name it are looked for; seconds. */
export function timeAround(chunks: readonly Pick<StoredChunk, 'receivedAtMs'>[]) {
  const received = chunks.map(({ receivedAtMs }) => receivedAtMs);
  const seconds = (ms: number): number => Math.floor(ms / 1000);
  return {
    from: seconds(received.reduce((a, b) => Math.min(a, b)) - limits.tracesAroundMs),
    to: seconds(received.reduce((a, b) => Math.max(a, b)) + limits.tracesAroundMs),
  };
}
