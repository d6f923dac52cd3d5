import { JsonScanner } from '../otlp/json/scanner.ts';
import { MalformedBody, OversizedBody } from '../otlp/malformed-body.ts';
import { type Extent, readElements, readText } from './json-parts.ts';
import { indexLevelsMax, mapDepthMax } from './limits.ts';
import { contentOf } from './original-positions.ts';
import { type MapOutline, outlineOf, type Section } from './outline.ts';
import { someSegment } from './segments.ts';

/**
 * Why a map can never give a place in a source; undefined for one that gives some. Throws `MalformedBody` for what is no map.
 *  cost  O(bytes of the map) up to its first place, which most maps have at once
 */
export function faultOfUse(
  map: Uint8Array,
  outline: MapOutline,
  levels = indexLevelsMax,
): string | undefined {
  const { sections, mappings, sources } = outline;
  if (sections !== undefined) return faultOfSections(map, sections, levels);
  if (mappings === undefined || sources === undefined)
    return 'expected a source map with `mappings` and `sources`, or with `sections`';
  const named = namedSources(map, sources);
  if (!named.includes(1)) return '`sources` of the source map names no file';
  let hasSegments = false;
  const isPlace = ({ source, line, originalColumn }: Place): boolean => {
    hasSegments = true;
    return named[source] === 1 && line >= 0 && originalColumn >= 0;
  };
  try {
    if (someSegment(contentOf(map, mappings), isPlace)) return undefined;
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    return `\`mappings\` of the source map cannot be read: ${error.message}`;
  }
  return hasSegments
    ? '`mappings` of the source map refers to no file of `sources`'
    : '`mappings` of the source map is empty: it maps no position';
}

type Place = { readonly source: number; readonly line: number; readonly originalColumn: number };

function faultOfSections(
  map: Uint8Array,
  sections: readonly Section[],
  levels: number,
): string | undefined {
  if (levels === 0) return `an index map has at most ${indexLevelsMax} levels of \`sections\``;
  let first: string | undefined;
  for (const section of sections) {
    const fault = faultOfSection(map.subarray(section.map.from, section.map.to), levels);
    if (fault === undefined) return undefined;
    first ??= fault;
  }
  return first === undefined
    ? '`sections` of the source map has none with an offset and a map'
    : `no section of the source map can be used; the first: ${first}`;
}

function faultOfSection(map: Uint8Array, levels: number): string | undefined {
  try {
    return faultOfUse(map, outlineOf(map), levels - 1);
  } catch (error) {
    if (!(error instanceof MalformedBody) || error instanceof OversizedBody) throw error;
    return error.message;
  }
}

const firstSources = 1_024;

/** By index of a source, 1 where it is the name of a file. There may be millions. */
function namedSources(map: Uint8Array, { from, to }: Extent): Uint8Array {
  let named = new Uint8Array(firstSources);
  const json = new JsonScanner(map.subarray(from, to), mapDepthMax);
  readElements(json, index => {
    if (index === named.length) named = withMore(named);
    named[index] = readText(json, 1) ? 1 : 0;
  });
  return named;
}

function withMore(named: Uint8Array): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(2 * named.length);
  more.set(named);
  return more;
}
