import type { BlobStore } from '../../../platform/blob-store/port.ts';
import { isReplayBefore, replayBlobs } from '../../../schemas/replays/chunk.ts';
import { replayLimits } from './config.ts';

export type ReplaySweep = {
  readonly blobStore: Pick<BlobStore, 'list' | 'delete'>;
  readonly clock: () => number;
  /** As long as the warehouse keeps the samples that name contents. */
  readonly keptMs: number;
};

/** Deletes the contents of the days that ended so long ago. Several processes may do so at once. */
export async function sweepReplays(
  { blobStore, clock, keptMs }: ReplaySweep,
  signal: AbortSignal,
): Promise<number> {
  const beforeMs = clock() - keptMs;
  let swept = 0;
  // The oldest day comes first.
  for await (const name of blobStore.list(replayBlobs)) {
    signal.throwIfAborted();
    if (!isReplayBefore(name, beforeMs) || swept === replayLimits.sweptMax) break;
    await blobStore.delete(name);
    swept++;
  }
  return swept;
}
