import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { type IssuedKey, keyOwner, type ShownKey } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { until } from '../support/until.ts';

const origins = ['https://shop.example.com', 'https://*.Preview.example.com:8443'];

onBothEngines('API keys that their organization manages', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;
  let grace: Awaited<ReturnType<typeof keyOwner>>;

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark);
    grace = await keyOwner(tidemark);
  });
  after(() => tidemark?.close());

  it('are created with a text that is shown once, and with what they may do', async () => {
    const name = '  Shop “front” / EU\u00a0✓ ';
    const { status, body } = await ada.create({
      name,
      kind: 'pub',
      allowed_origins: origins,
      services: ['Shop Front'],
      rate_per_minute: 600,
      expires_at: '2199-01-02T03:04:05+01:00',
      allow_no_origin: true,
    });
    equal(status, 201);
    const { key, ...shown } = body;
    match(key, /^tmk_pub_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    deepEqual(shown, {
      id: shown.id,
      name,
      kind: 'pub',
      hint: key.slice(-4),
      status: 'active',
      allowed_origins: origins,
      allow_no_origin: true,
      services: ['Shop Front'],
      rate_per_minute: 600,
      created_at: shown.created_at,
      last_used_at: null,
      expires_at: '2199-01-02T02:04:05.000Z',
      revoked_at: null,
      rotated_to: null,
      rotated_from: null,
    });
    deepEqual(await ada.show(shown.id), shown);
    const { api_keys: listed, total } = await ada.list();
    deepEqual(listed[0], shown);
    equal(total, listed.length);
    ok(!JSON.stringify(listed).includes(key));
  });

  it('without restrictions have none, as the key of a registration', async () => {
    const { key, ...shown } = await ada.issue('live', { services: null, expires_at: null });
    const { api_keys: listed } = await ada.list();
    const registered = listed.at(-1);
    equal(registered?.name, '');
    for (const each of [shown, registered])
      deepEqual(
        [each?.allowed_origins, each?.allow_no_origin, each?.services, each?.rate_per_minute],
        [null, false, null, null],
      );
    equal((await ada.ask('GET', '/v1/api-keys', { key })).status, 200);
    equal((await ada.list('?limit=1')).api_keys.length, 1);
  });

  it('are nobody else’s to see, change, rotate or revoke', async () => {
    const { id } = await ada.issue('live');
    const path = `/v1/api-keys/${id}`;
    const { first: key } = grace;
    const asked = [
      await grace.ask('GET', path, { key }),
      await grace.ask('PATCH', path, { key, body: { name: 'mine' } }),
      await grace.ask('POST', `${path}/rotate`, { key, body: {} }),
      await grace.ask('DELETE', path, { key }),
    ];
    deepEqual(
      asked.map(({ status }) => status),
      [404, 404, 404, 404],
    );
    equal((await ada.show(id)).status, 'active');
    ok((await grace.list()).api_keys.every(each => each.id !== id));
    for (const unknown of [randomUuid(), 'no-id'])
      equal((await ada.ask('DELETE', `/v1/api-keys/${unknown}`)).status, 404);
  });

  for (const [what, body, words] of [
    ['a pub key that every page may use', { kind: 'pub' }, /needs allowed_origins/],
    ['a widget key with an empty list', { kind: 'widget', allowed_origins: [] }, /allowed_origins/],
    ['another kind', { kind: 'root' }, /kind/],
    ['a path in an origin', { kind: 'pub', allowed_origins: ['https://a.example/x'] }, /origin/],
    ['a star elsewhere', { kind: 'pub', allowed_origins: ['https://a.*.example'] }, /origin/],
    ['every site', { kind: 'pub', allowed_origins: ['https://*.com'] }, /origin/],
    ['a blank name', { name: ' ' }, /name/],
    ['no service at all', { services: [] }, /services/],
    ['a rate of nothing', { rate_per_minute: 0 }, /rate_per_minute/],
    ['an end in the past', { expires_at: '2001-01-01T00:00:00Z' }, /in the future/],
    ['a misspelt restriction', { allowed_origin: ['https://a.example'] }, /allowed_origin/],
  ] as const) {
    it(`are not created for ${what}`, async () => {
      const { status, body: problem } = await ada.ask('POST', '/v1/api-keys', {
        body: { name: 'wrong', kind: 'live', ...body },
      });
      equal(status, 400);
      match(String(problem.error), words);
    });
  }

  it('are created once for one Idempotency-Key, with the same text again', async () => {
    const body = { name: 'once', kind: 'read' };
    const headers = { 'Idempotency-Key': randomUuid() };
    const [first, again] = [await ada.create(body, headers), await ada.create(body, headers)];
    deepEqual([first.status, again.status], [201, 201]);
    deepEqual(again.body, first.body);
    const other = await ada.ask('POST', '/v1/api-keys', { headers, body: { ...body, name: 'x' } });
    deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
    const { api_keys: listed } = await ada.list();
    equal(listed.filter(({ name }) => name === 'once').length, 1);
  });

  it('get another name and other restrictions, and keep what is not named', async () => {
    const {
      id,
      key: _,
      ...before
    } = await ada.issue('pub', {
      allowed_origins: origins,
      rate_per_minute: 5,
      services: ['checkout'],
    });
    const change = async (body: object) =>
      ada.ask<ShownKey & { code: string }>('PATCH', `/v1/api-keys/${id}`, { body });
    const { status, body } = await change({ name: 'renamed', rate_per_minute: null });
    equal(status, 200);
    deepEqual(body, { id, ...before, name: 'renamed', rate_per_minute: null });
    deepEqual((await change({ name: 'renamed' })).body, body);
    const open = await change({ allowed_origins: null, allow_no_origin: true, services: null });
    deepEqual(
      [open.body.allowed_origins, open.body.allow_no_origin, open.body.services],
      [null, true, null],
    );
    const refused = await change({ allow_no_origin: false });
    deepEqual([refused.status, refused.body.code], [400, 'origins_required']);
    equal((await change({ kind: 'live' })).status, 400);
    deepEqual(await ada.show(id), open.body);
  });

  it('stop at once when they are revoked, and stay in the list', async () => {
    const issued = await ada.issue('live');
    equal(await ada.send(issued.key), '200');
    const revoke = () => ada.ask('DELETE', `/v1/api-keys/${issued.id}`);
    for (const { status, body } of [await revoke(), await revoke()])
      deepEqual([status, body], [200, { success: true, id: issued.id }]);
    await until('the key to be refused', async () => (await ada.send(issued.key)) !== '200');
    equal(await ada.send(issued.key), '401 invalid_api_key');
    equal((await ada.ask('GET', '/v1/api-keys', { key: issued.key })).status, 401);
    const shown = await ada.show(issued.id);
    equal(shown.status, 'revoked');
    ok(shown.revoked_at);
    for (const [method, path] of [
      ['PATCH', `/v1/api-keys/${issued.id}`],
      ['POST', `/v1/api-keys/${issued.id}/rotate`],
    ] as const) {
      const { status, body } = await ada.ask(method, path, { body: {} });
      deepEqual([status, body.code], [409, 'api_key_already_revoked']);
    }
  });

  describe('when they are rotated', () => {
    const rotate = (id: string, body?: object, headers = {}) =>
      ada.ask<IssuedKey & { code: string }>('POST', `/v1/api-keys/${id}/rotate`, {
        ...(body && { body }),
        headers,
      });

    it('have a successor like them, and work until the overlap ends', async () => {
      const old = await ada.issue('live', { name: 'mine', rate_per_minute: 7 });
      const headers = { 'Idempotency-Key': randomUuid() };
      const { status, body: next } = await rotate(old.id, undefined, headers);
      equal(status, 201);
      deepEqual((await rotate(old.id, undefined, headers)).body, next);
      notEqual(next.key, old.key);
      deepEqual(
        [next.name, next.kind, next.rate_per_minute, next.rotated_from, next.expires_at],
        ['mine', 'live', 7, old.id, null],
      );
      for (const { key } of [old, next]) equal(await ada.send(key), '200');
      const shown = await ada.show(old.id);
      deepEqual([shown.status, shown.rotated_to], ['active', next.id]);
      const overlapMs = Date.parse(shown.expires_at ?? '') - Date.parse(next.created_at);
      ok(Math.abs(overlapMs - 24 * 3_600_000) < 60_000, `${overlapMs}`);
      const again = await rotate(old.id);
      deepEqual([again.status, again.body.code], [409, 'api_key_already_rotated']);
    });

    it('without an overlap stop at once', async () => {
      const old = await ada.issue('live');
      const { body: next } = await rotate(old.id, { overlap_hours: 0 });
      await until('the old key to be refused', async () => (await ada.send(old.key)) !== '200');
      equal(await ada.send(old.key), '401 invalid_api_key');
      equal(await ada.send(next.key), '200');
      equal((await ada.show(old.id)).status, 'expired');
    });

    it('refuse an overlap that is too long', async () => {
      const { id } = await ada.issue('live');
      equal((await rotate(id, { overlap_hours: 721 })).status, 400);
      equal((await rotate(id, { overlap_hours: -1 })).status, 400);
    });
  });

  it('that expire are refused from that instant on, everywhere', async () => {
    const expires_at = new Date(Date.now() + 3_000).toISOString();
    const issued = await ada.issue('live', { expires_at });
    equal(await ada.send(issued.key), '200');
    await until('the key to expire', async () => (await ada.send(issued.key)) !== '200');
    ok(Date.now() >= Date.parse(expires_at));
    equal(await ada.send(issued.key), '401 invalid_api_key');
    equal((await ada.ask('GET', '/v1/services', { key: issued.key })).status, 401);
    equal((await ada.show(issued.id)).status, 'expired');
    const rotated = await ada.ask('POST', `/v1/api-keys/${issued.id}/rotate`);
    deepEqual([rotated.status, rotated.body.code], [409, 'api_key_expired']);
  });

  it('tell to the minute when they were last used, by sending and by reading', async () => {
    const sender = await ada.issue('live');
    const reader = await ada.issue('read');
    const beganMs = Date.now();
    equal(await ada.send(sender.key), '200');
    equal((await ada.ask('GET', '/v1/services', { key: reader.key })).status, 200);
    for (const { id } of [sender, reader]) {
      const used = await until(
        'the use of the key',
        async () => (await ada.show(id)).last_used_at ?? undefined,
      );
      equal(Date.parse(used) % 60_000, 0);
      ok(Date.parse(used) >= beganMs - 60_000 && Date.parse(used) <= Date.now());
    }
    const { api_keys: listed } = await ada.list();
    ok(listed.find(({ id }) => id === sender.id)?.last_used_at);
    const past = encodeURIComponent(new Date(beganMs - 120_000).toISOString());
    equal((await ada.ask('GET', `/v1/api-keys/${sender.id}?as_of=${past}`)).status, 404);
  });

  it('are shown as they were at a past instant', async () => {
    const { id } = await ada.issue('live', { name: 'before' });
    await tidemark.caughtUp();
    const at = await until('an instant after it', async () => {
      const nowMs = Date.now();
      return nowMs > Date.parse((await ada.show(id)).created_at) + 50 ? nowMs : undefined;
    });
    await ada.ask('PATCH', `/v1/api-keys/${id}`, { body: { name: 'after' } });
    const asOf = `?as_of=${new Date(at).toISOString()}`;
    equal((await ada.show(id, asOf)).name, 'before');
    equal((await ada.show(id)).name, 'after');
    const future = `?as_of=${new Date(Date.now() + 3_600_000).toISOString()}`;
    equal((await ada.ask('GET', `/v1/api-keys${future}`)).status, 400);
  });

  it('are at most 200 for an organization', async () => {
    const owner = await keyOwner(tidemark);
    const { id } = await owner.issue('live');
    for (let count = 2; count < 200; count += 9) {
      const some = Math.min(9, 200 - count);
      await Promise.all(Array.from({ length: some }, () => owner.issue('read')));
    }
    const full = await owner.ask('POST', '/v1/api-keys', { body: { name: 'more', kind: 'live' } });
    deepEqual([full.status, full.body.code], [409, 'limit_reached']);
    match(String(full.body.error), /200 API keys \(API keys per organization\)/);
    equal((await owner.ask('POST', `/v1/api-keys/${id}/rotate`, { body: {} })).status, 201);
    equal((await owner.ask('DELETE', `/v1/api-keys/${id}`)).status, 200);
    equal((await owner.create({ name: 'still full', kind: 'live' })).status, 409);
    const { api_keys: listed } = await owner.list();
    const [other] = listed.filter(({ kind }) => kind === 'read');
    await owner.ask('DELETE', `/v1/api-keys/${other?.id}`);
    equal((await owner.create({ name: 'room again', kind: 'live' })).status, 201);
  });
});
