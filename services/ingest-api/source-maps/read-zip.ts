import { BrokenZip, OversizedZip } from '../../../platform/zip/broken-zip.ts';
import { type ZipEntry, zipEntries } from '../../../platform/zip/entries.ts';
import { type UnpackedMost, unpacked } from '../../../platform/zip/unpack.ts';
import { sourceMapLimits } from './config.ts';
import { debugIdOfCode } from './debug-id-of-code.ts';
import { type Fault, type FoundMap, foundMap } from './found-map.ts';
import { readMap } from './read-map.ts';

/** The maps that can be used, and what is wrong with the others: no more of these than `faultsMax` are looked for. */
export type ReadZip = {
  readonly kind: 'zip';
  readonly maps: readonly FoundMap[];
  readonly faults: readonly Fault[];
  /** Files that are no map of code. */
  readonly ignoredCount: number;
};

export type RefusedZip = {
  readonly kind: 'invalid' | 'oversized';
  readonly message: string;
};

const { zip: limits, mapBytesMax } = sourceMapLimits;

/** Looks at each map of a zip as if it had been sent alone; its code beside it gives a debug id that the map does not have itself. */
export async function readZip(bytes: Buffer): Promise<ReadZip | RefusedZip> {
  try {
    const entries = await zipEntries(bytes, limits);
    const maps = entries.filter(isMapOfCode);
    expectSomeMaps(maps.length, entries.length);
    return { ...readMaps(maps, entries), kind: 'zip', ignoredCount: entries.length - maps.length };
  } catch (error) {
    if (error instanceof OversizedZip) return { kind: 'oversized', message: error.message };
    if (error instanceof BrokenZip) return { kind: 'invalid', message: error.message };
    throw error;
  }
}

/** Those of styles and of declarations explain no stack; macOS adds files of its own that are named like maps. */
const isMapOfCode = ({ name }: ZipEntry): boolean =>
  name.endsWith('.map') && !/^__MACOSX\/|\.(?:css|d\.[cm]?ts)\.map$/u.test(name);

function expectSomeMaps(mapCount: number, entryCount: number): void {
  if (mapCount === 0)
    throw new BrokenZip(
      `expected a zip with .map files of code, found none in ${entryCount} files`,
    );
  if (mapCount > limits.mapsMax)
    throw new OversizedZip(
      `expected at most ${limits.mapsMax} source maps in a zip, found ${mapCount}`,
    );
}

function readMaps(
  maps: readonly ZipEntry[],
  entries: readonly ZipEntry[],
): Pick<ReadZip, 'maps' | 'faults'> {
  const unpack = openUnpacking();
  const codes = new Map(entries.map(entry => [entry.name, entry]));
  const found: FoundMap[] = [];
  const faults: Fault[] = [];
  for (const entry of maps) {
    const bytes = unpack(entry);
    const map = readMap(bytes);
    if (map.kind === 'oversized') throw new OversizedZip(`${entry.name}: ${map.message}`);
    if (map.kind === 'invalid') faults.push({ field: entry.name, message: map.message });
    else found.push(foundMap(bytes, namesOf(entry, map.debugId ?? idOfCode(entry, codes, unpack))));
    if (faults.length === limits.faultsMax) break;
  }
  return { maps: found, faults };
}

const namesOf = ({ name }: ZipEntry, debugId: string | undefined) => ({
  entry: name,
  filename: name.slice(name.lastIndexOf('/') + 1),
  debugId,
});

function idOfCode(
  { name }: ZipEntry,
  codes: ReadonlyMap<string, ZipEntry>,
  unpack: (entry: ZipEntry) => Buffer,
): string | undefined {
  const code = codes.get(name.slice(0, -'.map'.length));
  return code && debugIdOfCode(unpack(code));
}

/** Unpacks files one after another; the bytes of all count, and each may be as long as a map. */
function openUnpacking(): (entry: ZipEntry) => Buffer {
  let leftBytes = limits.unpackedBytesMax;
  return entry => {
    const content = unpacked(entry, leftBytes < mapBytesMax ? restOf(leftBytes) : ofOne(entry));
    leftBytes -= content.length;
    return content;
  };
}

const ofOne = ({ name }: ZipEntry): UnpackedMost => ({
  bytes: mapBytesMax,
  message: `expected files of at most ${mapBytesMax} bytes, found more in ${name}`,
});

const restOf = (bytes: number): UnpackedMost => ({
  bytes,
  message: `expected at most ${limits.unpackedBytesMax} bytes unpacked, found more; send the maps in several zips`,
});
