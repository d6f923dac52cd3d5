import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { SourceMapRow } from '../../../projections/source-maps/source-maps.ts';
import type { SymbolicatedStack } from '../../../schemas/traces/symbolicated.ts';
import { symbolicationLimits as limits } from './config.ts';
import { type CodeOrigin, mapsOf } from './find-maps.ts';
import { openMapReader, type ReadMap } from './map-reader.ts';
import { type MappedLine, type OriginalPlace, symbolicatedStack } from './mapped-stack.ts';
import { type StackLine, stackLines } from './stack-frames.ts';

export type RawStack = { readonly stack: string; readonly origin: CodeOrigin };

/**
 * Stack traces with the places in the sources; undefined for one without any. Nothing that is wrong with a map, or with an
 * engine, is an error: the frames then stay as they are.
 */
export type Symbolicate = (
  stacks: readonly RawStack[],
  signal: AbortSignal,
) => Promise<readonly (SymbolicatedStack | undefined)[]>;

type Dependencies = {
  readonly projections: Pick<Projections, 'state'>;
  readonly blobStore: Pick<BlobStore, 'get'>;
};

export function openSymbolicate({ projections, blobStore }: Dependencies): Symbolicate {
  const readMap = openMapReader(blobStore);
  return async (stacks, abandoned) => {
    const read = stacks.slice(0, limits.stacksMax).map(({ stack, origin }) => ({
      origin,
      lines: stackLines(stack),
    }));
    if (read.every(({ lines }) => lines.every(({ place }) => place === undefined))) return [];
    const signal = AbortSignal.any([abandoned, AbortSignal.timeout(limits.waitMsMax)]);
    try {
      const state = await projections.state({ signal });
      const found = read.map(({ lines, origin }) => withMaps(lines, mapsOf(lines, origin, state)));
      const mapped = await mapLines(found.flat(), readMap, signal);
      return found.map(lines => symbolicatedStack(lines.map(line => mapped.get(line) ?? line)));
    } catch {
      abandoned.throwIfAborted();
      return [];
    }
  };
}

type FoundLine = StackLine & { readonly map: SourceMapRow | undefined };

const withMaps = (
  lines: readonly StackLine[],
  maps: readonly (SourceMapRow | undefined)[],
): readonly FoundLine[] => lines.map((line, index) => ({ ...line, map: maps[index] }));

async function mapLines(
  lines: readonly FoundLine[],
  readMap: ReadMap,
  signal: AbortSignal,
): Promise<ReadonlyMap<FoundLine, MappedLine>> {
  const byBlob = new Map<string, FoundLine[]>();
  for (const line of lines) {
    if (line.map === undefined) continue;
    const same = byBlob.get(line.map.blob);
    if (same !== undefined) same.push(line);
    else if (byBlob.size < limits.mapsMax) byBlob.set(line.map.blob, [line]);
  }
  const mapped = new Map<FoundLine, MappedLine>();
  // One after the other: a response has one place in the queue, and one map in memory.
  for (const same of byBlob.values()) {
    const places = await placesOf(same, readMap, signal);
    same.forEach((line, index) => {
      const original = places[index];
      if (original === undefined || line.map === undefined) return;
      const { sourceMapId } = line.map;
      mapped.set(line, { ...line, original: { ...original, sourceMapId } });
    });
  }
  return mapped;
}

async function placesOf(
  lines: readonly FoundLine[],
  readMap: ReadMap,
  signal: AbortSignal,
): Promise<readonly (OriginalPlace | undefined)[]> {
  const [first] = lines;
  const places = lines.flatMap(({ place }) => place ?? []);
  if (first?.map === undefined) return [];
  return readMap(first.map, places, signal).catch(() => []);
}
