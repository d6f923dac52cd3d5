import type { BlobStore } from '../../../platform/blob-store/port.ts';
import { ownMemory } from '../../../platform/threads/memory.ts';
import { openThreadPool } from '../../../platform/threads/pool.ts';
import type { SourceMapRow } from '../../../projections/source-maps/source-maps.ts';
import { symbolicationLimits as limits } from './config.ts';
import { openKnownPlaces } from './known-places.ts';
import type { OriginalPlace } from './mapped-stack.ts';
import type { MapToRead } from './original-places.ts';
import type { CodePlace } from './stack-frames.ts';

type Place = Pick<CodePlace, 'line' | 'column'>;
type Original = OriginalPlace | undefined;

/** The places of code in the sources of one map. A map that cannot be read has none. */
export type ReadMap = (
  row: Pick<SourceMapRow, 'organizationId' | 'blob' | 'sizeBytes'>,
  places: readonly Place[],
  signal: AbortSignal,
) => Promise<readonly Original[]>;

/**
 * Maps are inflated and read in threads, by turns between organizations. A map is fetched when its turn has come, so there are
 * never more in memory than threads; what is remembered are places, not maps.
 */
export function openMapReader(blobStore: Pick<BlobStore, 'get'>): ReadMap {
  const pool = openThreadPool<MapToRead, readonly Original[]>({
    name: 'mapped',
    module: new URL('./thread.ts', import.meta.url),
    ...limits.threads,
  });
  const known = openKnownPlaces();
  return async ({ organizationId, blob, sizeBytes }, places, signal) => {
    const nameOf = ({ line, column }: Place): string => `${blob} ${line}:${column}`;
    const found = new Map(
      places.map(place => [nameOf(place), known.get(organizationId, nameOf(place))]),
    );
    const missing = places.filter(place => found.get(nameOf(place)) === undefined);
    if (missing.length > 0) {
      const prepare = async () => {
        const frame = ownMemory(await contentOf(blob, blobStore));
        return { task: { frame, sizeBytes, places: missing }, transfer: [frame.buffer] };
      };
      const read = await pool.run(prepare, { owner: organizationId, signal });
      for (const [index, place] of missing.entries()) {
        found.set(nameOf(place), read[index] ?? 'nowhere');
        known.set(organizationId, nameOf(place), read[index] ?? 'nowhere');
      }
    }
    return places.map(place => {
      const original = found.get(nameOf(place));
      return original === 'nowhere' ? undefined : original;
    });
  };
}

async function contentOf(blob: string, blobStore: Pick<BlobStore, 'get'>): Promise<Uint8Array> {
  const content = await blobStore.get(blob);
  if (content === undefined)
    throw new Error(`expected the content of a source map, found no ${blob}`);
  return content;
}
