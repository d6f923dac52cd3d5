import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import {
  leastSourceMap,
  sourceMapForm,
  uploadSourceMap,
  uploadZip,
} from '../support/source-maps.ts';
import { zipOf } from '../support/zips.ts';

type Listed = ResponseOf<'listSourceMaps'>;
type ZipAnswer = Extract<ResponseOf<'uploadSourceMap'>, { created_count: number }> & {
  readonly code?: string;
  readonly details?: readonly { readonly field: string }[];
};

const path = '/api/sourcemaps';

onBothEngines('source maps', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark);
  });
  after(() => tidemark?.close());

  const upload = (
    debugId: string | undefined,
    parts: Parameters<typeof sourceMapForm>[1] = {},
    headers: Record<string, string> = {},
    key = ada.first,
  ) => uploadSourceMap(tidemark.url, key, sourceMapForm(debugId, parts), headers);
  const list = async (query = '') => (await ada.ask<Listed>('GET', `${path}${query}`)).body;
  const remove = (query: string) =>
    ada.ask<ResponseOf<'deleteSourceMaps'>>('DELETE', `${path}${query}`);

  it('are created, replaced and read by id', async () => {
    const debugId = randomUuid();
    const release = `shop ${randomUuid()}`;
    const created = await upload(debugId.toUpperCase(), { release });
    equal(created.status, 201, created.text);
    const { id, created_at: createdAt, ...rest } = created.body;
    match(String(createdAt), /^\d{4}-/);
    const size = JSON.stringify(leastSourceMap).length;
    deepEqual(rest, { debug_id: debugId, release, filename: 'app.js.map', size_bytes: size });
    const again = await upload(debugId, { release });
    deepEqual([again.status, again.body], [200, created.body]);
    const map = { ...leastSourceMap, sources: ['src/other.ts'] };
    const replaced = await upload(debugId, { release: 'shop@2', map, filename: 'other.js.map' });
    equal(replaced.status, 200, replaced.text);
    deepEqual(
      [replaced.body.id, replaced.body.created_at, replaced.body.release],
      [id, createdAt, 'shop@2'],
    );
    const { body } = await ada.ask('GET', `${path}/${String(id).toUpperCase()}`);
    deepEqual(body, replaced.body);
    equal((await list(`?release=${encodeURIComponent(release)}`)).total, 0);
    equal((await ada.ask('GET', `${path}/${randomUuid()}`)).status, 404);
  });

  it('need no release', async () => {
    const { status, body } = await upload(randomUuid(), { release: '' });
    equal(status, 201);
    equal('release' in body, false);
  });

  it('are found by a release with a plus, as clients and as browsers send it', async () => {
    const version = randomUuid();
    const [plus, blank] = [`1.0+${version}`, `1.0 ${version}`];
    for (const release of [plus, blank])
      equal((await upload(randomUuid(), { release })).status, 201);
    const browser = new URLSearchParams({ release: plus });
    equal((await list(`?${browser}`)).total, 1);
    equal((await list(`?release=${plus}`)).total, 2);
    deepEqual((await remove(`?${browser}`)).body, { deleted_count: 1, release: plus });
    deepEqual((await remove(`?${browser}`)).body, { deleted_count: 0, release: plus });
    equal((await upload(randomUuid(), { release: plus })).status, 201);
    deepEqual((await remove(`?release=${plus}`)).body, { deleted_count: 1, release: plus });
    const spaced = new URLSearchParams({ release: blank });
    deepEqual((await remove(`?${spaced}`)).body, { deleted_count: 1, release: blank });
  });

  it('with a byte order mark, or with a line that guards them, are read', async () => {
    for (const before of ['\uFEFF', ")]}'\n", "\uFEFF)]}', guarded\n"]) {
      const map = `${before}${JSON.stringify(leastSourceMap)}`;
      const { status, text } = await upload(randomUuid(), { map });
      equal(status, 201, text);
    }
    const { status } = await upload(randomUuid(), { map: ")]}'" });
    equal(status, 400);
  });

  it('are deleted by release and by debug id, and may be uploaded again', async () => {
    const release = `v1.0 + "ü" ${randomUuid()}`;
    const ids = Array.from({ length: 24 }, () => randomUuid());
    for (const id of ids.slice(0, 3)) equal((await upload(id, { release })).status, 201);
    const rest = await Promise.all(ids.slice(3).map(id => upload(id, { release })));
    ok(rest.every(({ status }) => status === 201));
    const name = encodeURIComponent(release);
    deepEqual((await list(`?release=${name}&limit=2`)).source_maps.length, 2);
    const [one = ''] = ids;
    const single = await remove(`?debug_id=${one.toUpperCase()}`);
    deepEqual([single.status, single.body], [200, { deleted_count: 1, release: null }]);
    deepEqual((await remove(`?debug_id=${one}&release=${name}`)).body.deleted_count, 0);
    const all = await remove(`?release=${name}`);
    deepEqual([all.status, all.body], [200, { deleted_count: 23, release }]);
    deepEqual((await remove(`?release=${name}`)).body, { deleted_count: 0, release });
    equal((await list(`?release=${name}`)).total, 0);
    equal((await upload(one, { release })).status, 201);
    equal((await list(`?release=${name}`)).total, 1);
    equal((await remove('')).status, 400);
    equal((await remove('?release=')).status, 400);
  });

  it('are refused with what is wrong', async () => {
    const id = randomUuid();
    const wrong = [
      [await upload(undefined), 'debug_id'],
      [await upload('no-uuid'), 'debug_id'],
      [await upload(id, { release: 'a\nb' }), 'release'],
      [await upload(id, { release: 'a'.repeat(201) }), 'release'],
      [await upload(id, { map: '{' }), 'sourcemap'],
      [await upload(id, { map: '[]' }), 'sourcemap'],
      [await upload(id, { map: 'null' }), 'sourcemap'],
      [await upload(id, { map: { ...leastSourceMap, version: 2 } }), 'sourcemap'],
      [await upload(id, { map: { version: 3 } }), 'sourcemap'],
      [await upload(id, { map: new Uint8Array([0x22, 0xff, 0x22]) }), 'sourcemap'],
    ] as const;
    for (const [{ status, text, body }, field] of wrong) {
      equal(status, 400, text);
      equal((body as { details?: { field: string }[] }).details?.[0]?.field, field, text);
    }
    const fileless = new FormData();
    fileless.set('debug_id', id);
    fileless.set('sourcemap', '{}');
    equal((await uploadSourceMap(tidemark.url, ada.first, fileless)).status, 400);
    const post = async (type: string, body: string) =>
      (await ada.ask('POST', path, { headers: { 'Content-Type': type }, body })).status;
    equal(await post('application/json', '{}'), 415);
    equal(await post('multipart/form-data', '{}'), 415);
    equal(await post('multipart/form-data; boundary=x', '--x\r\n'), 400);
    equal(await post('multipart/form-data; boundary=', 'x'), 400);
    equal((await list(`?debug_id=${id}`)).total, 0);
  });

  it('may have 50 MiB', async () => {
    const bytesOf = (length: number) => {
      const head = Buffer.from(`${JSON.stringify(leastSourceMap).slice(0, -1)},"x":"`);
      return new Uint8Array(
        Buffer.concat([head, Buffer.alloc(length - head.length - 2, 'a'), Buffer.from('"}')]),
      );
    };
    const max = 50 * 1024 * 1024;
    const longest = await upload(randomUuid(), { map: bytesOf(max) });
    deepEqual([longest.status, longest.body.size_bytes], [201, max], longest.text);
    for (const length of [max + 1, max + 1024 * 1024]) {
      const { status, body } = await upload(randomUuid(), { map: bytesOf(length) });
      deepEqual([status, body.code], [413, 'payload_too_large']);
    }
  });

  const mapText = (debugId: string) => JSON.stringify({ ...leastSourceMap, debugId });
  const sendZip = async (
    files: Parameters<typeof zipOf>[0],
    options: Parameters<typeof uploadZip>[3] = {},
  ) => {
    const { body, ...rest } = await uploadZip(tidemark.url, ada.first, zipOf(files), options);
    return { ...rest, body: body as unknown as ZipAnswer };
  };
  const zipped = (ids: readonly string[]) =>
    ids.map((id, index) => ({ name: `dist/${index}.js.map`, content: mapText(id) }));

  it('of a zip are stored as if each came alone', async () => {
    const ids = Array.from({ length: 45 }, () => randomUuid());
    const release = `1.0+${randomUuid()}`;
    const files = [...zipped(ids), { name: 'dist/0.js', content: 'no map' }];
    const created = await sendZip(files, { query: `?release=${release}` });
    deepEqual(
      [created.status, created.body.created_count, created.body.ignored_count],
      [201, 45, 1],
      created.text,
    );
    const listed = await list(`?release=${encodeURIComponent(release)}`);
    const byName = (rows: Listed['source_maps']) =>
      rows.toSorted((left, right) => left.filename.localeCompare(right.filename));
    deepEqual(byName(listed.source_maps), byName(created.body.source_maps));
    deepEqual(listed.source_maps.map(({ debug_id: id }) => id).sort(), ids.toSorted());
    const again = await sendZip(files, { query: `?release=${release}` });
    deepEqual([again.status, again.body.created_count], [200, 0]);
    deepEqual(again.body.source_maps, created.body.source_maps);
    const [first = ''] = ids;
    const alone = await upload(first, {
      release,
      filename: '0.js.map',
      map: mapText(first),
    });
    deepEqual([alone.status, alone.body], [200, { ...created.body.source_maps[0] }]);
  });

  it('of a zip in a form have its release, and are those of the zip alone', async () => {
    const ids = [randomUuid(), randomUuid()];
    const form = sourceMapForm(undefined, { release: 'formed', map: zipOf(zipped(ids)) });
    const { status, body, text } = await uploadSourceMap(tidemark.url, ada.first, form);
    equal(status, 201, text);
    const { source_maps: maps } = body as unknown as ZipAnswer;
    deepEqual(
      maps.map(({ debug_id: id, release, filename }) => [id, release, filename]),
      ids.map((id, index) => [id, 'formed', `${index}.js.map`]),
    );
  });

  it('of a zip are all refused where one is, with its name and the reason', async () => {
    const ids = [randomUuid(), randomUuid()];
    const broken = { name: 'dist/broken.js.map', content: '{' };
    const refused = await sendZip([...zipped(ids), broken]);
    equal(refused.status, 400, refused.text);
    const { details = [] } = refused.body;
    deepEqual(
      details.map(({ field }) => field),
      ['dist/broken.js.map'],
    );
    for (const id of ids) equal((await list(`?debug_id=${id}`)).total, 0);
    const bomb = Buffer.alloc(51 * 1024 * 1024, 'a');
    const large = { name: 'dist/large.js.map', content: bomb, declaredBytes: 10 };
    const oversized = await sendZip([...zipped(ids), large]);
    deepEqual([oversized.status, oversized.body.code], [413, 'payload_too_large']);
    match(oversized.text, /found more in dist\/large\.js\.map/);
    const text = await uploadZip(tidemark.url, ada.first, mapText(randomUuid()));
    equal(text.status, 400);
    for (const id of ids) equal((await list(`?debug_id=${id}`)).total, 0);
  });

  it('of a zip are repeated under the same Idempotency-Key, and those of another zip are not stored', async () => {
    const headers = { 'Idempotency-Key': randomUuid() };
    const ids = [randomUuid(), randomUuid()];
    const [first, again] = [
      await sendZip(zipped(ids), { headers }),
      await sendZip(zipped(ids), { headers }),
    ];
    deepEqual([first.status, again.status, again.body], [201, 201, first.body]);
    const others = [...ids, randomUuid()];
    const other = await sendZip(zipped(others), { headers });
    deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
    equal((await list(`?debug_id=${others[2]}`)).total, 0);
  });

  it('need a key that is not public', async () => {
    const origin = { allow_no_origin: true };
    const pub = (await ada.issue('pub', origin)).key;
    const read = (await ada.issue('read')).key;
    const form = () => sourceMapForm(randomUuid());
    const codes = [];
    for (const key of [pub, read, 'nonsense']) {
      const { status, body } = await uploadSourceMap(tidemark.url, key, form());
      codes.push([status, body.code]);
    }
    deepEqual(codes, [
      [403, 'public_key_not_allowed'],
      [403, 'key_not_allowed'],
      [401, 'invalid_api_key'],
    ]);
    equal((await ada.ask('DELETE', `${path}?release=1`, { key: pub })).status, 403);
    equal((await ada.ask('GET', path, { key: read })).status, 200);
  });

  it('repeat an upload under the same Idempotency-Key, and no other one', async () => {
    const headers = { 'Idempotency-Key': randomUuid() };
    const debugId = randomUuid();
    const first = await upload(debugId, {}, headers);
    deepEqual([first.status, (await upload(debugId, {}, headers)).status], [201, 201]);
    const other = await upload(debugId, { release: 'other' }, headers);
    deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
  });

  it('are read as they were', async () => {
    const debugId = randomUuid();
    await upload(debugId, { release: 'before' });
    const between = new Date(Date.now() + 1).toISOString();
    while (Date.now() <= Date.parse(between)) await new Promise(setImmediate);
    await upload(debugId, { release: 'after' });
    const releaseOf = async (query: string) =>
      (await list(`?debug_id=${debugId}${query}`)).source_maps.map(({ release }) => release);
    deepEqual(await releaseOf(`&as_of=${between}`), ['before']);
    deepEqual(await releaseOf(''), ['after']);
  });
});
