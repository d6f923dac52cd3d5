import { invalidFields, parseRequest } from '../../../platform/http/problem.ts';
import { uploadedParts } from '../../../schemas/source-maps/routes.ts';
import type { Fault, FoundMap } from './found-map.ts';
import type { Upload } from './read-upload.ts';

/** A map with what it is found by. */
export type PlacedMap = Pick<FoundMap, 'sizeBytes' | 'hash' | 'frame'> & {
  readonly debugId: string;
  readonly release?: string;
  readonly filename: string;
};

export type PlacedMaps = {
  readonly maps: readonly [PlacedMap, ...PlacedMap[]];
  /** Files of a zip that are no map of code; absent where a map was sent alone. */
  readonly ignoredCount?: number;
};

/** Throws 400 with what is wrong in each map; then none of them counts. */
export function placedMaps({ fields, maps, faults, ignoredCount }: Upload): PlacedMaps {
  const { release } = parseRequest(releasePart, { release: fields.release });
  const placed: PlacedMap[] = [];
  const wrong = [...faults, ...repeatedIds(maps)];
  for (const map of maps) {
    const read = placedMap(map, release);
    if ('faults' in read) wrong.push(...read.faults);
    else placed.push(read);
  }
  const [first, ...more] = placed;
  if (wrong.length > 0 || first === undefined) throw invalidFields(wrong);
  return { maps: [first, ...more], ...(ignoredCount !== undefined && { ignoredCount }) };
}

const releasePart = uploadedParts.pick({ release: true });
const mapParts = uploadedParts.omit({ release: true });
const nameless = 'sourcemap.js.map';

function placedMap(
  { entry, filename = nameless, debugId, sizeBytes, hash, frame }: FoundMap,
  release: string | undefined,
): PlacedMap | { readonly faults: readonly Fault[] } {
  const { success, data, error } = mapParts.safeParse({ debug_id: debugId, filename });
  if (!success) return { faults: error.issues.map(issue => faultOf(issue, entry, debugId)) };
  const { debug_id: id, filename: name } = data;
  return { debugId: id, filename: name, ...(release && { release }), sizeBytes, hash, frame };
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Of a map in a zip, its file is named beside the part. */
function faultOf(
  { path, message: found }: Issue,
  entry: string | undefined,
  debugId: string | undefined,
): Fault {
  const part = path.map(String).join('.');
  const message = part === 'debug_id' && debugId === undefined ? missingId(entry) : found;
  if (entry === undefined) return { field: part, message };
  return { field: entry, message: `${part}: ${message}` };
}

const missingId = (entry: string | undefined): string =>
  entry === undefined
    ? 'expected a part `debug_id` with a UUID, or a source map with one'
    : 'expected a debug id in the map, or in its code beside it in the zip';

/** An organization has one map of a debug id, so one of the two would be lost. */
function repeatedIds(maps: readonly FoundMap[]): readonly Fault[] {
  const known = new Map<string, string>();
  return maps.flatMap(({ entry = '', debugId }) => {
    const id = debugId?.toLowerCase();
    const before = id && known.get(id);
    if (before !== undefined)
      return [{ field: entry, message: `its debug id is that of ${before}` }];
    if (id !== undefined) known.set(id, entry);
    return [];
  });
}
