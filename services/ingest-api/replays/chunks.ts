import { invalidRequest, payloadTooLarge } from '../../../platform/http/problem.ts';
import { ownMemory } from '../../../platform/threads/memory.ts';
import { type Asking, openThreadPool } from '../../../platform/threads/pool.ts';
import { replayLimits } from './config.ts';
import { type ChunkContent, type ReadChunk, readChunk, type SentChunk } from './read-chunk.ts';

export type ReadContent = (
  sent: SentChunk,
  asking: Asking,
) => Promise<{ readonly content: ChunkContent; readonly bytes: Uint8Array }>;

type Answer = { readonly read: ReadChunk; readonly bytes: Uint8Array };

/** Reads chunks or throws the problem for the response; in a thread, to and from which their memory moves. */
export function openChunks(): ReadContent {
  const pool = openThreadPool<SentChunk, Answer>({
    name: 'inflated',
    module: new URL('./thread.ts', import.meta.url),
    ...replayLimits.threads,
  });
  const readInThread = (sent: SentChunk, asking: Asking): Promise<Answer> =>
    pool.run(() => {
      const bytes = ownMemory(sent.bytes);
      return { task: { ...sent, bytes }, transfer: [bytes.buffer] };
    }, asking);
  return async (sent, asking) => {
    const { readAtOnceBytesMax, inflatedAtOnceBytesMax } = replayLimits;
    const { statedBytes = Number.POSITIVE_INFINITY } = sent;
    const isShort =
      sent.bytes.length <= readAtOnceBytesMax &&
      statedBytes <= inflatedAtOnceBytesMax &&
      sent.masking.maskPatterns.length === 0;
    const { read, bytes } = isShort
      ? { read: readChunk(sent), bytes: sent.bytes }
      : await readInThread(sent, asking);
    if (read.kind === 'chunk') return { content: read, bytes };
    throw read.kind === 'oversized' ? payloadTooLarge(read.message) : invalidRequest(read.message);
  };
}
