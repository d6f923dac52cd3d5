import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sourceMapLimits } from '../../services/ingest-api/source-maps/config.ts';
import { placedMaps } from '../../services/ingest-api/source-maps/placed-maps.ts';
import { readMap } from '../../services/ingest-api/source-maps/read-map.ts';
import { readUpload } from '../../services/ingest-api/source-maps/read-upload.ts';
import { holds } from '../support/property.ts';
import { leastSourceMap, sourceMapForm } from '../support/source-maps.ts';
import { type ZippedFile, zipOf } from '../support/zips.ts';

const MiB = 1024 * 1024;
const ids = [
  '85314830-023f-4cf1-a267-535f4e37bb17',
  '11111111-023f-4cf1-a267-535f4e37bb17',
  '22222222-023F-4CF1-A267-535F4E37BB17',
];
const mapText = (debugId?: string, more: object = {}): string =>
  JSON.stringify({ ...leastSourceMap, ...more, ...(debugId && { debugId }) });

const readZip = (bytes: Uint8Array) => readUpload({ bytes, contentType: 'application/zip' });
const read = (files: readonly ZippedFile[]) => readZip(zipOf(files));
const messageOf = async (files: readonly ZippedFile[]): Promise<string> => {
  const found = await read(files);
  return found.kind === 'upload' ? 'none' : `${found.kind}: ${found.message}`;
};
/** Why the maps of an upload are refused as a whole. */
async function refusedFields(files: readonly ZippedFile[], release?: string): Promise<string[]> {
  const found = await read(files);
  if (found.kind !== 'upload') throw new Error(found.message);
  try {
    placedMaps({ ...found, fields: release === undefined ? {} : { release } });
  } catch (error) {
    const { details } = error as { details: { field: string; message: string }[] };
    return details.map(({ field, message }) => `${field}: ${message}`);
  }
  return [];
}

describe('a zip of source maps', () => {
  it('gives each map with its name and the debug id of the map, or of the code beside it', async () => {
    const found = await read([
      { name: 'dist/', content: '', isStored: true },
      { name: 'dist/a.js.map', content: mapText(ids[0]) },
      { name: 'dist/a.js', content: `//# debugId=${ids[2]}` },
      { name: 'dist/deep/b.mjs.map', content: mapText(), isStored: true },
      { name: 'dist/deep/b.mjs', content: `b()\n//# debugId=x\n//# debugId=${ids[2]}\n` },
      { name: 'dist/style.css.map', content: '{}' },
      { name: 'types/a.d.ts.map', content: '{}' },
      { name: '__MACOSX/dist/._a.js.map', content: 'no map' },
    ]);
    if (found.kind !== 'upload') throw new Error(found.message);
    const { maps, ignoredCount } = placedMaps(found);
    const hash = createHash('sha256').update(mapText()).digest('hex');
    deepEqual(
      maps.map(({ debugId, filename }) => [debugId, filename]),
      [
        [ids[0], 'a.js.map'],
        [ids[2]?.toLowerCase(), 'b.mjs.map'],
      ],
    );
    deepEqual([maps[1]?.hash, maps[1]?.sizeBytes], [hash, mapText().length]);
    equal(ignoredCount, 5);
  });

  it('is found in a form by its first bytes, and takes no debug id there', async () => {
    const zip = zipOf([{ name: 'a.js.map', content: mapText(ids[0]) }]);
    const kindOf = async (debugId: string | undefined) => {
      const form = sourceMapForm(debugId, { map: zip, filename: 'maps.map', release: '2' });
      const sent = new Response(form);
      const contentType = sent.headers.get('Content-Type') ?? '';
      return readUpload({ bytes: new Uint8Array(await sent.arrayBuffer()), contentType });
    };
    const found = await kindOf(undefined);
    if (found.kind !== 'upload') throw new Error(found.message);
    deepEqual([found.fields.release, found.maps[0]?.filename], ['2', 'a.js.map']);
    const refused = await kindOf(ids[0]);
    deepEqual([refused.kind, 'field' in refused && refused.field], ['invalid', 'debug_id']);
  });

  it('is refused with the name of each map that cannot be stored, and the reason', async () => {
    const long = `${'x'.repeat(256)}.js.map`;
    deepEqual(
      await refusedFields([
        { name: 'dist/a.js.map', content: mapText(ids[0]) },
        { name: 'dist/broken.js.map', content: '{' },
        { name: 'dist/empty.js.map', content: mapText(ids[1], { mappings: '' }) },
        { name: 'dist/again.js.map', content: mapText(ids[0]?.toUpperCase()) },
        { name: 'dist/nameless.js.map', content: mapText() },
        { name: 'dist/odd.js.map', content: mapText('no-uuid') },
        { name: long, content: mapText(ids[2]) },
      ]),
      [
        'dist/broken.js.map: expected a source map as JSON: expected a key at byte 1 of the JSON, found the end',
        'dist/empty.js.map: `mappings` of the source map is empty: it maps no position',
        'dist/again.js.map: its debug id is that of dist/a.js.map',
        'dist/nameless.js.map: debug_id: expected a debug id in the map, or in its code beside it in the zip',
        'dist/odd.js.map: debug_id: expected a UUID',
        `${long}: filename: Too big: expected string to have <=255 characters`,
      ],
    );
    const one = [{ name: 'a.js.map', content: mapText(ids[0]) }];
    match((await refusedFields(one, 'a\nb')).join(), /^release: expected no control characters$/);
  });

  it('is refused as a whole for what a zip must not be', async () => {
    const content = mapText(ids[0]);
    const cases: readonly (readonly [files: readonly ZippedFile[], message: RegExp])[] = [
      [[], /^invalid: expected a zip with \.map files of code, found none in 0 files/],
      [[{ name: 'a.js', content }], /found none in 1 files/],
      [[{ name: '../a.js.map', content }], /^invalid: .*relative path: \.\.\/a\.js\.map/],
      [[{ name: '/etc/a.js.map', content }], /^invalid: .*absolute path/],
      [[{ name: 'a\n.js.map', content }], /names without control characters in a zip.* entry 1/],
      [[{ name: `${'x'.repeat(1_025)}`, content }], /^oversized: expected names of at most 1024 b/],
      [[{ name: 'a.js.map', content, isEncrypted: true }], /^invalid: a\.js\.map is encrypted/],
      [[{ name: 'a.js.map', content, method: 12 }], /found method 12 in a\.js\.map/],
      [[{ name: 'a.js.map', content, crc32: 7 }], /^invalid: a\.js\.map is damaged/],
      [[{ name: 'a.js.map', content, declaredBytes: 7 }], /^invalid: a\.js\.map is damaged/],
      [[{ name: 'a.js.map', content: 'x', isStored: true, method: 8 }], /cannot be inflated/],
    ];
    for (const [files, message] of cases) match(await messageOf(files), message);
    const cut = await readZip(zipOf([{ name: 'a.js.map', content }]).subarray(0, -30));
    equal(cut.kind, 'invalid');
    const text = await readZip(Buffer.from(content));
    deepEqual([text.kind, 'field' in text && text.field], ['invalid', 'sourcemap']);
  });

  it('has a limit of entries and of maps, whatever its directory says', async () => {
    const { entriesMax, mapsMax } = sourceMapLimits.zip;
    const many = Array.from({ length: entriesMax + 1 }, (_, index) => ({
      name: `${index}.js`,
      content: '',
      isStored: true,
    }));
    match(
      await messageOf(many),
      /^oversized: expected at most 10000 entries in a zip, found 10001/,
    );
    const hidden = await readZip(zipOf(many.slice(0, 3), 60_000));
    equal(hidden.kind, 'oversized');
    const maps = many.slice(0, mapsMax + 1).map(file => ({ ...file, name: `${file.name}.map` }));
    match(
      await messageOf(maps),
      /^oversized: expected at most 1000 source maps in a zip, found 1001/,
    );
  });

  it('is unpacked up to the limits by the bytes that come out, not by those that it declares', async () => {
    const bomb = (name: string, bytes: number): ZippedFile => ({
      name,
      content: Buffer.alloc(bytes, 'a'),
      declaredBytes: 1_000,
    });
    const packed = zipOf([bomb('big.js.map', 51 * MiB)]);
    ok(packed.length < MiB);
    const one = await readZip(packed);
    match(
      `${one.kind} ${'message' in one && one.message}`,
      /^oversized .* found more in big\.js\.map/,
    );
    const cut = { ...bomb('cut.js.map', 60 * MiB), cutBytes: 1_000 };
    match(await messageOf([cut]), /^oversized: .* found more in cut\.js\.map/);
    const honest = { content: Buffer.alloc(50 * MiB, 'a') };
    const several = ['a', 'b', 'c', 'd', 'e'].map(name => ({ ...honest, name: `${name}.js.map` }));
    match(await messageOf(several), /^oversized: expected at most 209715200 bytes unpacked/);
  });

  it('stops at the twentieth map that cannot be used', async () => {
    const { faultsMax } = sourceMapLimits.zip;
    const broken = Array.from({ length: 3 * faultsMax }, (_, index) => ({
      name: `${index}.js.map`,
      content: '{',
    }));
    const found = await read(broken);
    equal(found.kind === 'upload' && found.faults.length, faultsMax);
  });

  it('refuses each map with the reason that it would get alone', async () => {
    const content = fc.oneof(
      fc.constantFrom('', '{', '[]', '{"version":3}', '\uFEFF{}', ")]}'\n{}"),
      fc
        .record({
          mappings: fc.constantFrom('AAAA', '', '!', 'ACAA'),
          sources: fc.constantFrom([], ['a']),
        })
        .map(more => mapText(ids[1], more)),
      fc.string(),
    );
    const property = fc.asyncProperty(
      fc.array(content, { minLength: 1, maxLength: 8 }),
      async texts => {
        const found = await read(
          texts.map((text, index) => ({ name: `${index}.js.map`, content: text })),
        );
        if (found.kind !== 'upload') throw new Error(found.message);
        const alone = texts.map(text => readMap(Buffer.from(text)));
        deepEqual(
          found.faults.map(({ message }) => message),
          alone.flatMap(map => (map.kind === 'map' ? [] : [map.message])),
        );
        equal(found.maps.length, alone.filter(({ kind }) => kind === 'map').length);
      },
    );
    await holds(property, 100);
  });

  it('that is damaged anywhere gives an answer, and no map that is not in it', async () => {
    const files = [0, 1].map(index => ({ name: `${index}.js.map`, content: mapText(ids[index]) }));
    const whole = zipOf(files);
    const hashes = new Set(
      files.map(({ content }) => createHash('sha256').update(content).digest('hex')),
    );
    const change = fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 }));
    const property = fc.asyncProperty(
      fc.array(change, { maxLength: 6 }),
      fc.nat({ max: whole.length }),
      async (changes, length) => {
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        for (const sent of [bytes, bytes.subarray(0, length)]) {
          const found = await readZip(sent);
          if (found.kind === 'upload') ok(found.maps.every(({ hash }) => hashes.has(hash)));
        }
      },
    );
    await holds(property, 500);
  });
});
