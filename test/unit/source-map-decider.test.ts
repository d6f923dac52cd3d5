import { deepEqual, equal, match } from 'node:assert/strict';
import type { EventPayload } from '../../schemas/events/event.ts';
import { organizationId } from '../../schemas/ids.ts';
import {
  isBlobBefore,
  parseSourceMapBlob,
  sourceMapBlob,
} from '../../schemas/source-maps/blob-name.ts';
import { sourceMapId, sourceMapIdOf, sourceMapStream } from '../../schemas/source-maps/ids.ts';
import type { SourceMap } from '../../schemas/source-maps/source-map.ts';
import { readForm } from '../../services/ingest-api/source-maps/form.ts';
import { readMap } from '../../services/ingest-api/source-maps/read-map.ts';
import { given, past } from '../support/given.ts';
import { leastSourceMap } from '../support/source-maps.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const stranger = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
const debugId = '85314830-023f-4cf1-a267-535f4e37bb17';
const id = sourceMapIdOf(owner, debugId);
const stream = sourceMapStream(id);
const of = { sourceMapId: id, organizationId: owner };
const map: SourceMap = { debugId, filename: 'a.js.map', sizeBytes: 3, hash: 'h', blob: 'b' };

const upload = (fields: Partial<SourceMap> = {}) =>
  userCommand(
    { type: 'UploadSourceMap', data: { ...of, ...map, ...fields } },
    { atMs: 0, by: owner },
  );
const remove = (by = owner) =>
  userCommand({ type: 'DeleteSourceMap', data: { sourceMapId: id } }, { atMs: 0, by });
const fact = (payload: EventPayload) => ({ stream, facts: [payload] });
const uploaded = past(stream, { type: 'SourceMapUploaded', data: { ...of, ...map } });
const deletedFact: EventPayload = {
  type: 'SourceMapDeleted',
  data: { ...of, filename: 'a.js.map', sizeBytes: 3 },
};

describe('a source map', () => {
  it('is uploaded once, wherever the content of a repetition lies', () => {
    given()
      .when(upload())
      .expect(fact({ type: 'SourceMapUploaded', data: { ...of, ...map } }));
    given(uploaded).when(upload()).expect();
    given(uploaded)
      .when(upload({ blob: 'elsewhere' }))
      .expect();
  });

  it('is replaced by another content, release or file name', () => {
    for (const fields of [{ hash: 'i' }, { release: '2' }, { filename: 'b.js.map' }]) {
      const data = { ...of, ...map, ...fields, replaces: { filename: 'a.js.map', sizeBytes: 3 } };
      given(uploaded)
        .when(upload(fields))
        .expect(fact({ type: 'SourceMapUploaded', data }));
    }
  });

  it('is deleted by its organization alone, and then new again', () => {
    given(uploaded).when(remove()).expect(fact(deletedFact));
    given(uploaded).when(remove(stranger)).expect();
    given().when(remove()).expect();
    const deleted = past(stream, deletedFact);
    given(uploaded, deleted).when(remove()).expect();
    given(uploaded, deleted)
      .when(upload())
      .expect(fact({ type: 'SourceMapUploaded', data: { ...of, ...map } }));
  });

  it('has its content under a name that says whose it is and how old', () => {
    const noon = Date.UTC(2026, 10, 25, 12);
    const name = sourceMapBlob(of, 'abc', noon);
    equal(name, `source-maps/${owner}/${id}/2026-11-25/abc`);
    deepEqual(parseSourceMapBlob(name), { ...of, day: '2026-11-25' });
    equal(isBlobBefore({ day: '2026-11-25' }, noon + 11 * 3_600_000), false);
    equal(isBlobBefore({ day: '2026-11-25' }, noon + 12 * 3_600_000), true);
    for (const other of [
      'bodies/2026-11-25/abc',
      `${name}/more`,
      name.slice(0, -4),
      'source-maps/a/b/c/d',
    ])
      equal(parseSourceMapBlob(other), undefined, other);
    equal(sourceMapIdOf(stranger, debugId) === sourceMapId(id), false);
  });
});

describe('an uploaded form', () => {
  const formOf = async (parts: readonly string[], end = '--x--\r\n') => {
    const text = parts.map(part => `--x\r\n${part}\r\n`).join('') + end;
    return readForm(Buffer.from(text), 'multipart/form-data; boundary=x');
  };
  const text = (name: string, value: string) =>
    `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
  const file = (value: string, name = 'sourcemap', filename = 'C:\\work\\app.js.map') =>
    `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n${value}`;

  it('has texts and one file, the first of each name', async () => {
    const form = await formOf([
      text('a', '1'),
      file('{}'),
      text('a', '2'),
      text('__proto__', '3'),
      file('[]'),
      file('[]', 'other'),
    ]);
    if (form.kind !== 'form') throw new Error(form.message);
    deepEqual(Object.entries(form.fields), [
      ['a', '1'],
      ['__proto__', '3'],
    ]);
    equal(Object.getPrototypeOf(form.fields), Object.prototype);
    deepEqual(
      [form.file?.bytes.toString(), form.file?.filename, form.file?.isCut],
      ['{}', 'app.js.map', false],
    );
  });

  it('is refused when it is cut off, has too many parts or long texts', async () => {
    const kinds = await Promise.all([
      formOf([text('a', '1'), file('{}')], ''),
      formOf([file('{')], '--'),
      formOf(Array.from({ length: 11 }, () => text('a', '1'))),
      formOf([text('a', 'b'.repeat(5_000))]),
      readForm(Buffer.from('--x--'), 'multipart/form-data'),
    ]);
    deepEqual(
      kinds.map(({ kind }) => kind),
      Array(5).fill('broken'),
    );
  });

  it('needs a map of version 3', () => {
    const kindOf = (value: unknown) => readMap(Buffer.from(JSON.stringify(value))).kind;
    equal(kindOf(leastSourceMap), 'map');
    for (const wrong of [null, 7, 'text', [], {}, { version: '3' }, { version: 3, mappings: 'A' }])
      equal(kindOf(wrong), 'invalid', JSON.stringify(wrong));
    equal(readMap(Buffer.from('{"version":3')).kind, 'invalid');
  });

  it('that can never give a place is refused with the reason', () => {
    const section = (map: unknown) => ({ offset: { line: 0, column: 0 }, map });
    const index = (...maps: readonly unknown[]) => ({ version: 3, sections: maps.map(section) });
    const broken = { ...leastSourceMap, mappings: '!!!' };
    const cases: readonly (readonly [value: unknown, message: RegExp | undefined])[] = [
      [broken, /`mappings` of the source map cannot be read: expected mappings in base 64 VLQ/],
      [{ ...leastSourceMap, mappings: '' }, /is empty: it maps no position/],
      [{ ...leastSourceMap, mappings: ';;A,C;' }, /is empty: it maps no position/],
      [{ ...leastSourceMap, mappings: 'ACAA' }, /refers to no file of `sources`/],
      [{ ...leastSourceMap, sources: [] }, /names no file/],
      [{ ...leastSourceMap, sources: [null, '', 7] }, /names no file/],
      [index(), /none with an offset and a map/],
      [{ version: 3, sections: [{ map: leastSourceMap }] }, /none with an offset and a map/],
      [index(broken, broken), /no section of the source map can be used; the first: `mappings`/],
      [index(index(index(leastSourceMap))), /at most 2 levels of `sections`/],
      [index(broken, leastSourceMap), undefined],
      [index(index(leastSourceMap)), undefined],
      // What comes before it can be used.
      [{ ...leastSourceMap, mappings: 'AAAA;!' }, undefined],
      [{ ...leastSourceMap, sources: [null, 'a.ts'], mappings: 'AAAA,CCAA' }, undefined],
    ];
    for (const [value, message] of cases) {
      const read = readMap(Buffer.from(JSON.stringify(value)));
      equal(read.kind, message === undefined ? 'map' : 'invalid', JSON.stringify(value));
      if (message !== undefined && read.kind !== 'map') match(read.message, message);
    }
  });

  it('may say its debug id in both spellings', () => {
    for (const name of ['debugId', 'debug_id'])
      deepEqual(readMap(Buffer.from(JSON.stringify({ ...leastSourceMap, [name]: debugId }))), {
        kind: 'map',
        debugId,
      });
    deepEqual(readMap(Buffer.from(JSON.stringify({ ...leastSourceMap, debugId: 7 }))), {
      kind: 'map',
    });
  });
});
