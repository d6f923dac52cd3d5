import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { SymbolicatedStack, UnmappedStack } from '../../../schemas/traces/symbolicated.ts';
import { symbolicationLimits as limits } from './config.ts';
import { type CodeOrigin, type FoundMap, mapsOf } from './find-maps.ts';
import { openMapReader, type ReadMap } from './map-reader.ts';
import { type MappedLine, symbolicatedStack } from './mapped-stack.ts';
import { type StackLine, stackLines } from './stack-frames.ts';
import { notRead, outside, unreadable } from './unmapped.ts';

export type RawStack = { readonly stack: string; readonly origin: CodeOrigin };

/** A stack trace with places in the sources, or why it has none; neither where it names no places of code. */
export type Symbolicated = {
  readonly stack?: SymbolicatedStack;
  readonly unmapped?: UnmappedStack;
};

/**
 * Stack traces with the places in the sources. Nothing that is wrong with a map, or with an engine, is an error: the frames then
 * stay as they are, and say why.
 */
export type Symbolicate = (
  stacks: readonly RawStack[],
  signal: AbortSignal,
) => Promise<readonly Symbolicated[]>;

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
      return found.map(lines =>
        resultOf(lines.map(line => mapped.get(line) ?? unmappedLine(line))),
      );
    } catch {
      abandoned.throwIfAborted();
      return read.map(({ lines }) => resultOf(lines));
    }
  };
}

function resultOf(lines: readonly MappedLine[]): Symbolicated {
  const stack = symbolicatedStack(lines);
  if (stack !== undefined) return { stack };
  const first = lines.find(({ place }) => place !== undefined);
  return first === undefined ? {} : { unmapped: first.unmapped ?? notRead };
}

type FoundLine = StackLine & { readonly map: FoundMap };

const withMaps = (lines: readonly StackLine[], maps: readonly FoundMap[]): readonly FoundLine[] =>
  lines.map((line, index) => ({ ...line, map: maps[index] ?? {} }));

const unmappedLine = ({ map: { row, unmapped }, ...line }: FoundLine): MappedLine => {
  const why = unmapped ?? (row && notRead);
  return why === undefined ? line : { ...line, unmapped: why };
};

async function mapLines(
  lines: readonly FoundLine[],
  readMap: ReadMap,
  signal: AbortSignal,
): Promise<ReadonlyMap<FoundLine, MappedLine>> {
  const byBlob = new Map<string, FoundLine[]>();
  for (const line of lines) {
    const { row } = line.map;
    if (row === undefined) continue;
    const same = byBlob.get(row.blob);
    if (same !== undefined) same.push(line);
    else if (byBlob.size < limits.mapsMax) byBlob.set(row.blob, [line]);
  }
  const mapped = new Map<FoundLine, MappedLine>();
  // One after the other: a response has one place in the queue, and one map in memory.
  for (const same of byBlob.values())
    for (const [index, line] of (await placesOf(same, readMap, signal)).entries())
      mapped.set(same[index] as FoundLine, line);
  return mapped;
}

/** Lines of one map. */
async function placesOf(
  lines: readonly FoundLine[],
  readMap: ReadMap,
  signal: AbortSignal,
): Promise<readonly MappedLine[]> {
  const row = lines[0]?.map.row;
  if (row === undefined) return [];
  const places = lines.flatMap(({ place }) => place ?? []);
  try {
    const originals = await readMap(row, places, signal);
    return lines.map(({ map: _, ...line }, index) => {
      const [original, place] = [originals[index], places[index]];
      if (original !== undefined)
        return { ...line, original: { ...original, sourceMapId: row.sourceMapId } };
      return place === undefined ? line : { ...line, unmapped: outside({ ...row, place }) };
    });
  } catch {
    const unmapped = signal.aborted ? notRead : unreadable(row);
    return lines.map(({ map: _, ...line }) => ({ ...line, unmapped }));
  }
}
