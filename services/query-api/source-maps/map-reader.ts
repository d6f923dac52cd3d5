import { LRUCache } from 'lru-cache';
import type { BlobStore } from '../../../platform/blob-store/port.ts';
import { ownMemory } from '../../../platform/threads/memory.ts';
import { openThreadPool } from '../../../platform/threads/pool.ts';
import type { SourceMapRow } from '../../../projections/source-maps/source-maps.ts';
import { symbolicationLimits as limits } from './config.ts';
import type { OriginalPlace } from './mapped-stack.ts';
import type { MapToRead } from './original-places.ts';
import type { CodePlace } from './stack-frames.ts';

type Place = Pick<CodePlace, 'line' | 'column'>;

/** The places of code in the sources of one map. A map that cannot be read has none. */
export type ReadMap = (
  row: Pick<SourceMapRow, 'blob' | 'sizeBytes'>,
  places: readonly Place[],
  signal: AbortSignal,
) => Promise<readonly (OriginalPlace | undefined)[]>;

const nowhere = 'nowhere';

/** Maps are inflated and decoded in a thread; what is remembered are places, not maps. */
export function openMapReader(blobStore: Pick<BlobStore, 'get'>): ReadMap {
  const pool = openThreadPool<MapToRead, readonly (OriginalPlace | undefined)[]>({
    name: 'mapped',
    module: new URL('./thread.ts', import.meta.url),
    ...limits.threads,
  });
  const known = new LRUCache<string, OriginalPlace | typeof nowhere>({
    max: limits.positionsRemembered,
  });
  return async ({ blob, sizeBytes }, places, signal) => {
    const nameOf = ({ line, column }: Place): string => `${blob} ${line}:${column}`;
    const missing = places.filter(place => !known.has(nameOf(place)));
    if (missing.length > 0) {
      const content = await blobStore.get(blob);
      if (content === undefined) return places.map(() => undefined);
      const frame = ownMemory(content);
      const found = await pool.run(
        () => ({ task: { frame, sizeBytes, places: missing }, transfer: [frame.buffer] }),
        { signal },
      );
      missing.forEach((place, index) => void known.set(nameOf(place), found[index] ?? nowhere));
      const read = new Map(missing.map((place, index) => [nameOf(place), found[index]]));
      return places.map(place => read.get(nameOf(place)) ?? remembered(known.get(nameOf(place))));
    }
    return places.map(place => remembered(known.get(nameOf(place))));
  };
}

const remembered = (
  place: OriginalPlace | typeof nowhere | undefined,
): OriginalPlace | undefined => (place === nowhere ? undefined : place);
