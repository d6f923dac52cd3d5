import { JsonScanner } from '../otlp/json/scanner.ts';
import { MalformedBody, OversizedBody } from '../otlp/malformed-body.ts';
import {
  type Extent,
  readElements,
  readExtent,
  readMembers,
  readNumber,
  readText,
} from './json-parts.ts';
import { mapDepthMax, mapNameCharactersMax, mapSectionsMax } from './limits.ts';

/** A part of an index map: the map of the code from a place on. Lines and columns begin with 0. */
export type Section = { readonly line: number; readonly column: number; readonly map: Extent };

/** What a source map consists of. Undefined is what it lacks, or has of another type. */
export type MapOutline = {
  version?: number | undefined;
  /** As ECMA-426 and earlier bundlers name it. */
  debugId?: string | undefined;
  /** A string with its quotes. */
  mappings?: Extent | undefined;
  sources?: Extent | undefined;
  names?: Extent | undefined;
  sourceRoot?: string | undefined;
  /** Those that have a place and a map. */
  sections?: readonly Section[] | undefined;
};

/**
 * Walks a map once and makes no object of what is in it: those of 50 MiB take gigabytes. Of equal names the last counts, as in
 * JSON.parse. Throws `MalformedBody` for what is no JSON object or nested too deep, and `OversizedBody` for too many sections.
 */
export function outlineOf(bytes: Uint8Array): Readonly<MapOutline> {
  const json = new JsonScanner(bytes, mapDepthMax);
  if (json.peek() !== 'object') throw new MalformedBody('expected a source map as a JSON object');
  const found: MapOutline = {};
  readMembers(json, name => {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined) json.skip();
    else read(json, found);
  });
  json.finish();
  return found;
}

type Read = (json: JsonScanner, found: MapOutline) => void;

const readDebugId: Read = (json, found) => {
  found.debugId = readText(json, mapNameCharactersMax) ?? found.debugId;
};

const readers: Readonly<Record<string, Read>> = {
  version: (json, found) => {
    found.version = readNumber(json);
  },
  debugId: readDebugId,
  debug_id: readDebugId,
  sourceRoot: (json, found) => {
    found.sourceRoot = readText(json, mapNameCharactersMax);
  },
  mappings: (json, found) => {
    found.mappings = readExtent(json, 'string');
  },
  sources: (json, found) => {
    found.sources = readExtent(json, 'array');
  },
  names: (json, found) => {
    found.names = readExtent(json, 'array');
  },
  sections: (json, found) => {
    found.sections = readSections(json);
  },
};

function readSections(json: JsonScanner): Section[] | undefined {
  if (json.peek() !== 'array') return void json.skip();
  const sections: Section[] = [];
  readElements(json, index => {
    if (index >= mapSectionsMax) throw new OversizedBody(tooMany);
    const section = readSection(json);
    if (section !== undefined) sections.push(section);
  });
  return sections;
}

const tooMany = `expected at most ${mapSectionsMax} sections in an index map, found more`;

function readSection(json: JsonScanner): Section | undefined {
  if (json.peek() !== 'object') return void json.skip();
  const offset = { line: -1, column: -1 };
  let map: Extent | undefined;
  readMembers(json, name => {
    if (name === 'map') map = readExtent(json, 'object');
    else if (name === 'offset' && json.peek() === 'object') readOffset(json, offset);
    else json.skip();
  });
  return map && offset.line >= 0 && offset.column >= 0 ? { ...offset, map } : undefined;
}

function readOffset(json: JsonScanner, offset: { line: number; column: number }): void {
  readMembers(json, name => {
    if (name === 'line' || name === 'column') offset[name] = readNumber(json) ?? -1;
    else json.skip();
  });
}
