import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { sourceMapKey, sourceMaps } from '../../../projections/source-maps/source-maps.ts';
import {
  isBlobBefore,
  parseSourceMapBlob,
  sourceMapBlobs,
} from '../../../schemas/source-maps/blob-name.ts';
import { sourceMapLimits } from './config.ts';

export type SourceMapSweep = {
  readonly blobStore: Pick<BlobStore, 'list' | 'delete'>;
  readonly projections: Pick<Projections, 'state'>;
  readonly clock: () => number;
  /** As long as the log keeps a command. */
  readonly keptMs: number;
};

/**
 * A command may wait as long as the log keeps it, then be a dead letter as long again, and be sent anew: until
 * then a content may still get its map.
 */
const commandLives = 3;

/** Deletes the contents of source maps that were replaced or deleted, or whose upload a crash cut off. */
export async function sweepSourceMaps(
  { blobStore, projections, clock, keptMs }: SourceMapSweep,
  signal: AbortSignal,
): Promise<number> {
  const beforeMs = clock() - commandLives * keptMs;
  const state = await projections.state({ signal });
  let swept = 0;
  for await (const name of blobStore.list(sourceMapBlobs)) {
    signal.throwIfAborted();
    const named = parseSourceMapBlob(name);
    if (named === undefined || !isBlobBefore(named, beforeMs)) continue;
    const key = sourceMapKey(named.organizationId, named.sourceMapId);
    if (state.get(sourceMaps, key)?.blob === name) continue;
    await blobStore.delete(name);
    if (++swept === sourceMapLimits.sweptMax) break;
  }
  return swept;
}
