import { TraceMap } from '@jridgewell/trace-mapping';
import { JsonScanner } from '../otlp/json/scanner.ts';
import { MalformedBody } from '../otlp/malformed-body.ts';
import { type Extent, readElements, readText } from './json-parts.ts';
import { indexLevelsMax, mapDepthMax, mapNameCharactersMax } from './limits.ts';
import { type MapOutline, outlineOf, type Section } from './outline.ts';
import { findSegments, type Needle } from './segments.ts';

/** Lines and columns begin with 0. */
export type Position = { readonly line: number; readonly column: number };

export type OriginalPosition = Position & {
  readonly source: string;
  /** What the source calls the name that stands there, if the bundler changed it. */
  readonly name?: string;
};

/**
 * Where positions in code lie in the sources of a map; undefined where it says nothing. Throws `MalformedBody` for a map that
 * cannot be read.
 *  cost  O(bytes of the map), with no memory in proportion to it but for mappings that are written with escapes
 */
export function originalPositions(
  map: Buffer,
  positions: readonly Position[],
  levels = indexLevelsMax,
): readonly (OriginalPosition | undefined)[] {
  const outline = outlineOf(map);
  return outline.sections === undefined
    ? positionsOfPlain(map, outline, positions)
    : positionsOfIndex(map, outline.sections, positions, levels);
}

function positionsOfPlain(
  map: Buffer,
  { mappings, sources, names, sourceRoot }: MapOutline,
  positions: readonly Position[],
): readonly (OriginalPosition | undefined)[] {
  if (mappings === undefined || sources === undefined) return positions.map(() => undefined);
  const needles = positions.map(({ line, column }): Needle => ({ line, column }));
  findSegments(contentOf(map, mappings), needles);
  const found = needles.map(needle => needle.found);
  const files = textsAt(map, sources, new Set(found.map(segment => segment?.source ?? -1)));
  const words = textsAt(map, names, new Set(found.map(segment => segment?.name ?? -1)));
  return found.map(segment => {
    const file = segment && files.get(segment.source);
    if (!file || segment.line < 0 || segment.originalColumn < 0) return undefined;
    const name = words.get(segment.name);
    const source = resolved(file, sourceRoot);
    const place = { source, line: segment.line, column: segment.originalColumn };
    return name ? { ...place, name } : place;
  });
}

/** Each position is looked for in the last section that begins at or before it. */
function positionsOfIndex(
  map: Buffer,
  sections: readonly Section[],
  positions: readonly Position[],
  levels: number,
): readonly (OriginalPosition | undefined)[] {
  const found: (OriginalPosition | undefined)[] = positions.map(() => undefined);
  if (levels === 0) return found;
  for (const [section, inside] of bySection(sections.toSorted(byPlace), positions)) {
    const own = map.subarray(section.map.from, section.map.to);
    const relative = inside.map(({ position }) => relativeTo(section, position));
    const originals = positionsOfSection(own, relative, levels);
    inside.forEach(({ index }, at) => {
      found[index] = originals[at];
    });
  }
  return found;
}

/** A section that cannot be read maps nothing; the others do. */
function positionsOfSection(
  map: Buffer,
  positions: readonly Position[],
  levels: number,
): readonly (OriginalPosition | undefined)[] {
  try {
    return originalPositions(map, positions, levels - 1);
  } catch (error) {
    if (error instanceof MalformedBody) return [];
    throw error;
  }
}

type Indexed = { readonly position: Position; readonly index: number };

function bySection(
  sorted: readonly Section[],
  positions: readonly Position[],
): ReadonlyMap<Section, Indexed[]> {
  const found = new Map<Section, Indexed[]>();
  for (const [index, position] of positions.entries()) {
    const section = lastUpTo(sorted, position);
    if (section === undefined) continue;
    const same = found.get(section);
    if (same === undefined) found.set(section, [{ position, index }]);
    else same.push({ position, index });
  }
  return found;
}

function lastUpTo(sorted: readonly Section[], position: Position): Section | undefined {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    const section = sorted[middle];
    if (section !== undefined && byPlace(section, position) <= 0) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

const byPlace = (left: Position, right: Position): number =>
  left.line - right.line || left.column - right.column;

const relativeTo = (section: Position, { line, column }: Position): Position => ({
  line: line - section.line,
  column: line === section.line ? column - section.column : column,
});

/** A string without its quotes. */
export function contentOf(map: Uint8Array, { from, to }: Extent): Uint8Array {
  const json = new JsonScanner(map.subarray(from, to));
  json.string();
  return json.isEscaped ? Buffer.from(json.text()) : json.bytes.subarray(json.from, json.to);
}

/** The texts at some indexes of an array. */
function textsAt(
  map: Buffer,
  list: Extent | undefined,
  indexes: ReadonlySet<number>,
): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  if (list === undefined) return texts;
  const json = new JsonScanner(map.subarray(list.from, list.to), mapDepthMax);
  readElements(json, index => {
    const text = indexes.has(index) ? readText(json, mapNameCharactersMax) : json.skip();
    if (text !== undefined) texts.set(index, text);
  });
  return texts;
}

/** A source relative to the root of its map, without what leads up and down again. */
const resolved = (source: string, sourceRoot: string | undefined): string => {
  const { resolvedSources } = new TraceMap({
    version: 3,
    names: [],
    mappings: [],
    sources: [source],
    ...(sourceRoot !== undefined && { sourceRoot }),
  });
  return resolvedSources[0] ?? source;
};
