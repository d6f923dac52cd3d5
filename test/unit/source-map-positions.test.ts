import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import {
  type DecodedSourceMap,
  encodedMappings,
  FlattenMap,
  originalPositionFor,
  TraceMap,
} from '@jridgewell/trace-mapping';
import fc from 'fast-check';
import { MalformedBody, OversizedBody } from '../../platform/otlp/malformed-body.ts';
import { mapDepthMax, mapSectionsMax } from '../../platform/source-maps/limits.ts';
import { originalPositions } from '../../platform/source-maps/original-positions.ts';
import { outlineOf } from '../../platform/source-maps/outline.ts';
import { readMap } from '../../services/ingest-api/source-maps/read-map.ts';
import { holds } from '../support/property.ts';

const sources = ['src/a.ts', './b.ts', '../lib/../c.ts', 'webpack://app/d.ts', 'é\n".ts'];
const names = ['one', 'twö', '"'];

const segment = fc.oneof(
  fc.tuple(fc.nat({ max: 300 })),
  fc.tuple(
    fc.nat({ max: 300 }),
    fc.nat({ max: sources.length - 1 }),
    fc.nat({ max: 100_000 }),
    fc.nat({ max: 5_000 }),
  ),
  fc.tuple(
    fc.nat({ max: 300 }),
    fc.nat({ max: sources.length - 1 }),
    fc.nat({ max: 100_000 }),
    fc.nat({ max: 5_000 }),
    fc.nat({ max: names.length - 1 }),
  ),
);
/** In any order: bundlers sort them, and nothing requires that. */
const line = fc.uniqueArray(segment, { selector: ([column]) => column, maxLength: 6 });

const plainMaps = fc
  .record({
    sourceRoot: fc.constantFrom(undefined, '', '/root', 'https://example.com/x'),
    mappings: fc.array(line, { maxLength: 5 }),
  })
  .map(({ mappings, sourceRoot }) => {
    const decoded: DecodedSourceMap = {
      version: 3,
      names,
      sources,
      mappings,
      ...(sourceRoot !== undefined && { sourceRoot }),
    };
    return { ...decoded, file: '', mappings: encodedMappings(new TraceMap(decoded)) };
  });

/** Each section begins on a line of its own. */
const indexMaps = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 4 }), plainMaps), { maxLength: 4 })
  .map(parts => {
    let at = -1;
    return {
      version: 3 as const,
      sections: parts.map(([lines, map]) => {
        at += lines;
        return { offset: { line: at, column: 0 }, map };
      }),
    };
  });

const positions = fc.array(fc.record({ line: fc.nat({ max: 12 }), column: fc.nat({ max: 320 }) }), {
  minLength: 1,
  maxLength: 12,
});

const bytesOf = (map: unknown): Buffer => Buffer.from(JSON.stringify(map));

/** As one who decodes the whole map says. */
const expectedOf = (map: TraceMap, { line, column }: { line: number; column: number }) => {
  const found = originalPositionFor(map, { line: line + 1, column });
  if (found.source === null || found.source === '') return undefined;
  const place = { source: found.source, line: found.line - 1, column: found.column };
  return found.name === null ? place : { ...place, name: found.name };
};

describe('positions in the sources of a map', () => {
  it('are those of one who decodes the whole map', () =>
    holds(
      fc.property(plainMaps, positions, (map, at) => {
        const whole = new TraceMap(map as never);
        deepEqual(
          originalPositions(bytesOf(map), at),
          at.map(position => expectedOf(whole, position)),
        );
      }),
      500,
    ));

  it('are those of the section in which they lie', () =>
    holds(
      fc.property(indexMaps, positions, (map, at) => {
        const whole = FlattenMap(map as never);
        deepEqual(
          originalPositions(bytesOf(map), at),
          at.map(position => expectedOf(whole, position)),
        );
      }),
      300,
    ));

  it('are found in mappings with escapes, and in sections in any order', () => {
    const map = (source: string) => ({
      version: 3,
      sources: [source],
      names: [],
      mappings: 'AAAA',
    });
    const escaped = JSON.stringify({ ...map('a'), mappings: 'AAg/BA' }).replace('/', '\\/');
    match(escaped, /AAg\\\/BA/);
    deepEqual(originalPositions(Buffer.from(escaped), [{ line: 0, column: 7 }]), [
      { source: 'a', line: 1_008, column: 0 },
    ]);
    const sections = [5, 0].map(line => ({
      offset: { line, column: 0 },
      map: map(`of ${line}`),
    }));
    const all = originalPositions(bytesOf({ version: 3, sections }), [
      { line: 0, column: 3 },
      { line: 5, column: 3 },
      { line: 6, column: 0 },
    ]);
    deepEqual(
      all.map(each => each?.source),
      ['of 0', 'of 5', undefined],
    );
  });

  it('cost nothing of what a map claims: far lines and nested indexes', () => {
    const least = { version: 3, sources: ['a'], names: [], mappings: 'AAAA' };
    const at = (line: number, map: object) => ({
      version: 3,
      sections: [{ offset: { line, column: 0 }, map }],
    });
    const far = originalPositions(bytesOf(at(1e15, least)), [{ line: 1e15, column: 0 }]);
    equal(far[0]?.source, 'a');
    equal(
      originalPositions(bytesOf(at(0, at(0, least))), [{ line: 0, column: 0 }])[0]?.source,
      'a',
    );
    const deep = at(0, at(0, at(0, least)));
    equal(originalPositions(bytesOf(deep), [{ line: 0, column: 0 }])[0], undefined);
  });

  it('are refused or found, whatever the mappings are', () =>
    holds(
      fc.property(fc.string(), positions, (mappings, at) => {
        const map = bytesOf({ version: 3, sources, names, mappings });
        try {
          equal(originalPositions(map, at).length, at.length);
        } catch (error) {
          ok(error instanceof MalformedBody, String(error));
        }
      }),
      300,
    ));
});

describe('the outline of a map', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const members = fc.dictionary(
    fc.constantFrom('version', 'mappings', 'sources', 'names', 'sections', 'other', '__proto__'),
    fc.oneof(value, fc.array(fc.record({ offset: value, map: value })), fc.constant(3)),
  );

  it('has what one finds who parses all of it', () =>
    holds(
      fc.property(members, map => {
        const text = JSON.stringify(map);
        const bytes = Buffer.from(text);
        const whole = JSON.parse(text) as Record<string, unknown>;
        const found = outlineOf(bytes);
        const read = (extent?: { from: number; to: number }) =>
          extent && JSON.parse(bytes.toString('utf8', extent.from, extent.to));
        const own = (name: string) => (Object.hasOwn(whole, name) ? whole[name] : undefined);
        const only = (name: string, isIt: (each: unknown) => boolean) =>
          isIt(own(name)) ? own(name) : undefined;
        deepEqual(
          [found.version, read(found.mappings), read(found.sources), read(found.names)],
          [
            only('version', each => typeof each === 'number'),
            only('mappings', each => typeof each === 'string'),
            only('sources', Array.isArray),
            only('names', Array.isArray),
          ],
        );
        equal(found.sections !== undefined, Array.isArray(own('sections')));
      }),
      500,
    ));

  it('is refused with too many sections, and nested too deep', () => {
    const sections = (count: number) =>
      Buffer.from(`{"version":3,"sections":[${Array.from({ length: count }, () => '{}')}]}`);
    ok(outlineOf(sections(mapSectionsMax)));
    throws(() => outlineOf(sections(mapSectionsMax + 1)), OversizedBody);
    equal(readMap(sections(mapSectionsMax + 1)).kind, 'oversized');
    const nested = (depth: number) =>
      Buffer.from(`{"version":3,"sections":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    const messageOf = (depth: number): string => {
      const read = readMap(nested(depth));
      return read.kind === 'invalid' ? read.message : read.kind;
    };
    match(messageOf(mapDepthMax - 1), /has none with an offset and a map/);
    match(messageOf(mapDepthMax), /expected a source map as JSON: expected at most 64 levels/);
  });
});
