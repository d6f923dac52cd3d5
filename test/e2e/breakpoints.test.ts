import { deepEqual, equal, match } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { instantBefore } from '../support/instant-before.ts';
import { type SnapshotCustomer, snapshotCustomer } from '../support/snapshots.ts';

type Active = ResponseOf<'activeBreakpoints'>;
type Body = ResponseOf<'getBreakpoint'>;

const place = {
  service_name: 'checkout/v2 ä',
  file_path: 'src/order.ts',
  line_number: 42,
  function_name: 'placeOrder',
  label: 'before',
};

onBothEngines('breakpoints', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: SnapshotCustomer;
  let eve: SnapshotCustomer;
  let id: string;

  before(async function () {
    tidemark = await start(this);
    [ada, eve] = await Promise.all(
      ['ada', 'eve'].map(name => snapshotCustomer(tidemark, name)) as [
        Promise<SnapshotCustomer>,
        Promise<SnapshotCustomer>,
      ],
    );
  });
  after(() => tidemark?.close());

  const polled = (service = place.service_name, by = ada): Promise<Active> =>
    by.ok('GET', `/sdk/snapshots/active/${service}`);
  const create = (fields: object, headers = {}) =>
    ada.call<Body>('POST', '/v1/breakpoints', { service_name: 'api', ...fields }, headers);

  it('of an unknown service are none, and say where their stream is', async () => {
    deepEqual(await polled('never seen/x'), {
      breakpoints: [],
      kill_switch: false,
      sse_endpoint: '/sdk/snapshots/stream/never%20seen%2Fx',
    });
  });

  it('are registered by SDKs once, and are active at once', async () => {
    const first = await ada.call<Body>('POST', '/sdk/snapshots/auto-register', place);
    equal(first.status, 201, first.text);
    ({ id } = first.body);
    const { success, created_at, updated_at, ...rest } = first.body;
    deepEqual(rest, {
      ...place,
      id,
      enabled: true,
      mode: 'snapshot',
      max_captures: 100,
      capture_count: 0,
      idle_timeout_hours: 24,
      pinned: false,
      status: 'active',
    });
    equal(created_at, updated_at);
    const { breakpoints } = await polled();
    deepEqual(breakpoints, [{ ...rest, created_at, updated_at }]);
    const again = await ada.call<Body>('POST', '/sdk/snapshots/auto-register', place);
    deepEqual([again.status, again.body], [200, first.body]);
    const moved = { ...place, line_number: 50 };
    const second = await ada.call<Body>('POST', '/sdk/snapshots/auto-register', moved);
    deepEqual([second.status, second.body.id, second.body.line_number], [200, id, 50]);
    const twins = await Promise.all(
      [1, 2, 3].map(() =>
        ada.call<Body>('POST', '/sdk/snapshots/auto-register', { ...place, label: null }),
      ),
    );
    deepEqual(twins.map(({ status }) => status).sort(), [200, 200, 201]);
    equal(new Set(twins.map(({ body }) => body.id)).size, 1);
  });

  it('are the same for SDKs that report about their circuit breaker', async () => {
    const body = { events: [{ type: 'circuit_breaker_tripped', failure_count: 3 }] };
    const path = `/sdk/snapshots/active/${encodeURIComponent(place.service_name)}`;
    deepEqual(await ada.ok('POST', path, body), await polled());
  });

  it('are changed, disabled and enabled by users', async () => {
    const past = await instantBefore();
    const path = `/v1/breakpoints/${id}`;
    const condition = 'order.total > 500';
    const changed = await ada.ok<Body>('PUT', path, { condition, max_captures: 5, stack_depth: 9 });
    deepEqual(
      [changed.condition, changed.condition_eval, changed.max_captures, changed.stack_depth],
      [condition, 'sdk-evaluable', 5, 9],
    );
    const server = await ada.ok<Body>('PUT', path, {
      condition: 'len(items) > 1',
      stack_depth: null,
    });
    deepEqual([server.condition_eval, 'stack_depth' in server], ['server-only', false]);
    const off = await ada.ok<Body>('POST', `${path}/disable`);
    deepEqual([off.enabled, off.status], [false, 'disabled']);
    deepEqual(
      (await polled()).breakpoints.filter(each => each.id === id),
      [],
    );
    equal((await ada.ok<Body>('POST', `${path}/enable`)).status, 'active');
    equal(
      (await polled()).breakpoints.some(each => each.id === id),
      true,
    );
    const before = await ada.ok<Body>('GET', `${path}?as_of=${past}`);
    deepEqual([before.condition, before.max_captures], [undefined, 100]);
    const expired = await ada.ok<Body>('PUT', path, { expire_at: '2020-01-01T00:00:00Z' });
    deepEqual([expired.status, expired.expire_at], ['expired', '2020-01-01T00:00:00.000Z']);
    equal(
      (await polled()).breakpoints.some(each => each.id === id),
      false,
    );
    const later = new Date(Date.now() + 3_600_000).toISOString();
    equal((await ada.ok<Body>('PUT', path, { expire_at: later })).expire_at, later);
    const sent = (await polled()).breakpoints.find(each => each.id === id);
    const registered = await ada.ok<Body>('POST', '/sdk/snapshots/auto-register', place);
    deepEqual([sent?.expire_at, registered.expire_at], [null, null]);
    await ada.ok('PUT', path, { expire_at: null });
  });

  it('are set by users at a function, or at a line', async () => {
    const byLine = await create({ file_path: 'a.ts', line_number: 7, mode: 'logpoint' });
    equal(byLine.status, 201, byLine.text);
    const twice = await create({ file_path: 'a.ts', line_number: 7 });
    deepEqual([twice.status, twice.body], [409, { ...twice.body, code: 'breakpoint_exists' }]);
    equal((await create({ file_path: 'a.ts', line_number: 8 })).status, 201);
    for (const wrong of [
      {},
      { file_path: 'a.ts' },
      { function_name: 'f', condition: 'a ==' },
      { function_name: 'f', condition: 'x matches "(?=a)"' },
      { function_name: 'f', max_depth: 11 },
      { function_name: 'f', stack_depth: 51 },
      { function_name: 'f', expire_at: 'tomorrow' },
      { function_name: 'f', mode: 'pause' },
    ])
      equal((await create(wrong)).status, 400, JSON.stringify(wrong));
    const unparsable = await create({ function_name: 'f', capture_expressions: ['a', 'b =='] });
    match(unparsable.text, /"error":"invalid capture_expressions\.1: [^"]+/u);
    const headers = { 'Idempotency-Key': 'once' };
    const [first, repeated] = [
      await create({ function_name: 'f' }, headers),
      await create({ function_name: 'f' }, headers),
    ];
    deepEqual([first.status, repeated.status, repeated.body], [201, 201, first.body]);
  });

  it('are listed with filters, and deleted', async () => {
    const list = (query = '') =>
      ada.ok<ResponseOf<'listBreakpoints'>>('GET', `/v1/breakpoints${query}`);
    const { breakpoints, total } = await list();
    equal(total, breakpoints.length);
    equal((await list('?service=api')).total, 3);
    equal((await list('?service=api&limit=1')).breakpoints.length, 1);
    equal((await list('?status=disabled')).total, 0);
    const [newest] = (await list('?service=api')).breakpoints;
    const path = `/v1/breakpoints/${newest?.id}`;
    deepEqual(await ada.ok('DELETE', path), { success: true, id: newest?.id });
    equal((await ada.call('GET', path)).status, 404);
    equal((await ada.call('DELETE', path)).status, 404);
    equal((await list('?service=api')).total, 2);
  });

  it('all stop with the kill switch', async () => {
    const path = '/v1/snapshots/kill-switch';
    deepEqual(await ada.ok('GET', path), { success: true, kill_switch: false });
    deepEqual(await ada.ok('PUT', path, { enabled: true }), { success: true, kill_switch: true });
    equal((await polled()).kill_switch, true);
    equal((await polled('checkout', eve)).kill_switch, false);
    await ada.ok('PUT', path, { enabled: false });
    equal((await polled()).kill_switch, false);
  });

  it('belong to their organization, and to keys of their services', async () => {
    deepEqual((await polled(place.service_name, eve)).breakpoints, []);
    const path = `/v1/breakpoints/${id}`;
    for (const method of ['GET', 'PUT', 'DELETE'])
      equal((await eve.call(method, path, method === 'PUT' ? {} : undefined)).status, 404);
    const restricted = await ada.ok<{ key: string }>('POST', '/v1/api-keys', {
      name: 'sdk',
      kind: 'live',
      services: ['billing'],
    });
    const own = { 'X-API-Key': restricted.key };
    const to = (service: string) =>
      ada.call('POST', '/sdk/snapshots/auto-register', { ...place, service_name: service }, own);
    deepEqual([(await to('billing')).status, (await to('checkout')).status], [201, 403]);
    equal((await ada.call('GET', '/sdk/snapshots/active/billing', undefined, own)).status, 200);
    equal((await ada.call('GET', '/sdk/snapshots/active/checkout', undefined, own)).status, 404);
  });

  it('refuse public keys, and keys that only read', async () => {
    const key = async (kind: string) => {
      const more = kind === 'read' ? {} : { allow_no_origin: true };
      const { key } = await ada.ok<{ key: string }>('POST', '/v1/api-keys', {
        name: kind,
        kind,
        ...more,
      });
      return { 'X-API-Key': key };
    };
    const [read, pub] = [await key('read'), await key('pub')];
    const path = '/sdk/snapshots/active/checkout';
    equal((await ada.call('GET', path, undefined, read)).status, 200);
    const refused = await ada.call('GET', path, undefined, pub);
    deepEqual([refused.status, refused.body.code], [403, 'public_key_not_allowed']);
    for (const headers of [read, pub])
      equal((await ada.call('POST', '/sdk/snapshots/auto-register', place, headers)).status, 403);
    const events = await ada.ok<ResponseOf<'audit'>>('GET', '/v1/audit?limit=500');
    match(JSON.stringify(events), /BreakpointSet/);
  });
});
