import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { addressGroup, openAddresses } from '../../platform/http/address.ts';
import { openAuth } from '../../platform/http/auth.ts';
import type { Principal } from '../../platform/http/handler.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { KeyKind } from '../../schemas/api-keys/kinds.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';
import {
  accepts,
  liveKey,
  pubKey,
  readKey,
  startTestApp,
  type TestApp,
  unknownKey,
} from '../support/http-app.ts';

const token = 'o9xkq2Lw8vFz3TnR';

describe('keys over HTTP', () => {
  let server: TestApp;
  let principal: Principal | undefined;
  let address: string | undefined;

  before(async () => {
    server = await startTestApp(
      {
        exportTraces: async request => {
          principal = request.key;
          address = request.address;
          return accepts(request);
        },
        listServices: async () => ({
          status: 200,
          body: {
            services: [],
            total: 0,
            sample_count: 0,
            from: '2026-01-01T00:00:00Z',
            to: '2026-01-02T00:00:00Z',
          },
        }),
        adminKeys: async () => ({ status: 200, body: { keys: [] } }),
      },
      { operators: { token } },
    );
  });

  after(() => server.stop());

  const post = (headers: Record<string, string>, query = '') =>
    fetch(`${server.url}/v1/traces${query}`, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  const get = (headers: Record<string, string>) => fetch(`${server.url}/v1/services`, { headers });

  for (const [way, headers, query] of [
    ['X-API-Key', { 'x-api-key': liveKey }, ''],
    ['Authorization: Bearer', { Authorization: `bearer ${liveKey}` }, ''],
    ['?api_key=', {}, `?api_key=${liveKey}`],
  ] as const) {
    it(`takes the key from ${way}`, async () => {
      assert.equal((await post(headers, query)).status, 200);
      assert.equal(principal?.keyId, 'key-live');
      assert.equal(address, '127.0.0.1');
    });
  }

  for (const [what, headers] of [
    ['a missing key', {}],
    ['an unknown key', { 'X-API-Key': unknownKey }],
    ['a key with a typing error', { 'X-API-Key': `${liveKey.slice(0, -1)}!` }],
    ['a key of another service', { 'X-API-Key': 'ctxio_abc' }],
  ] as const) {
    it(`answers 401 to ${what}`, async () => {
      const answer = await post(headers);
      const body = Object(await answer.json());
      assert.equal(answer.status, 401);
      assert.equal(body.code, 'invalid_api_key');
      assert.match(body.error, /invalid API key/u);
      assert.equal(answer.headers.get('WWW-Authenticate'), 'Bearer');
    });
  }

  it('takes the key from the query only where the route says so', async () => {
    assert.equal((await fetch(`${server.url}/v1/services?api_key=${liveKey}`)).status, 401);
  });

  it('answers 403 to a key of a kind that the route does not take', async () => {
    for (const [key, code, ask] of [
      [readKey, 'key_not_allowed', post],
      [pubKey, 'public_key_not_allowed', get],
    ] as const) {
      const answer = await ask({ 'X-API-Key': key });
      assert.equal(answer.status, 403);
      assert.equal(Object(await answer.json()).code, code);
    }
  });

  it('takes a public key only from an origin that it names, and a live one from every page', async () => {
    const from = { Origin: 'https://evil.example' };
    for (const headers of [from, {}]) {
      const answer = await post({ 'X-API-Key': pubKey, ...headers });
      assert.equal(answer.status, 403);
      assert.equal(Object(await answer.json()).code, 'origin_not_allowed');
    }
    assert.equal((await post({ 'X-API-Key': liveKey, ...from })).status, 200);
  });

  it('lets operators in with the token alone', async () => {
    const ask = (bearer: string) =>
      fetch(`${server.url}/admin/keys`, { headers: { Authorization: `Bearer ${bearer}` } });
    assert.equal((await ask(token)).status, 200);
    for (const wrong of [`${token}x`, liveKey]) assert.equal((await ask(wrong)).status, 401);
    assert.equal((await fetch(`${server.url}/admin/keys`)).status, 401);
  });
});

describe('a key that is restricted to services', () => {
  const somebody: Principal = {
    keyId: keyId('key'),
    organizationId: organizationId('organization'),
    kind: 'live',
    serviceName: 'cart',
    services: ['cart'],
  };

  it('may use only routes that divide by service', async () => {
    const auth = openAuth({
      authenticate: async () => somebody,
      adminToken: token,
      clock: () => 0,
      limits: { authFailuresPerMinuteMax: 3, authFailureAddressesMax: 2 },
    });
    const sender = { key: liveKey, address: '10.0.0.1' };
    const keys = ['live'] as const;
    assert.equal(await auth.principal(sender, { keys, perService: true }), somebody);
    await assert.rejects(auth.principal(sender, { keys }), {
      status: 403,
      code: 'key_not_allowed',
    });
  });
});

describe('openAuth', () => {
  const limits = { authFailuresPerMinuteMax: 3, authFailureAddressesMax: 2 };
  const kinds: readonly KeyKind[] = ['live'];
  const setUp = () => {
    const state = { nowMs: 0, asked: [] as boolean[], known: false };
    const auth = openAuth({
      authenticate: async (_, { refreshOnMiss }) => {
        state.asked.push(refreshOnMiss);
        return state.known ? somebody : undefined;
      },
      adminToken: token,
      clock: () => state.nowMs,
      limits,
    });
    const statusFrom = async (from: string): Promise<number> => {
      try {
        await auth.principal({ key: unknownKey, address: from }, { keys: kinds });
        return 200;
      } catch (error) {
        assert.ok(error instanceof HttpProblem);
        return error.status;
      }
    };
    return { state, auth, statusFrom };
  };

  it('answers 429 to an address that tried too many keys, until the minute is over', async () => {
    const { state, auth, statusFrom } = setUp();
    for (let tries = 0; tries < 3; tries++) assert.equal(await statusFrom('10.0.0.1'), 401);
    assert.equal(await statusFrom('10.0.0.1'), 429);
    assert.equal(await statusFrom('10.0.0.2'), 401);
    assert.throws(() => auth.operator(`${token}x`, '10.0.0.1'), { code: 'rate_limited' });
    auth.operator(token, '10.0.0.1');
    state.nowMs = 60_000;
    assert.equal(await statusFrom('10.0.0.1'), 401);
  });

  it('refuses a key with a typing error without asking anybody', async () => {
    const { state, auth } = setUp();
    const mistyped = `${liveKey.slice(0, -1)}${liveKey.endsWith('a') ? 'b' : 'a'}`;
    for (const key of [mistyped, 'of another service']) {
      await assert.rejects(auth.principal({ key, address: '10.0.0.1' }, { keys: kinds }), {
        status: 401,
      });
    }
    assert.deepEqual(state.asked, []);
  });

  it('still knows good keys from such an address, but does not wait for them', async () => {
    const { state, statusFrom } = setUp();
    for (let tries = 0; tries < 3; tries++) await statusFrom('10.0.0.1');
    state.known = true;
    assert.equal(await statusFrom('10.0.0.1'), 200);
    assert.deepEqual(state.asked, [true, true, true, false]);
  });

  it('counts one customer of IPv6 as one, and forgets the oldest when there are too many', async () => {
    const { statusFrom } = setUp();
    for (const host of ['1', '2', '3']) assert.equal(await statusFrom(`2001:db8::${host}`), 401);
    assert.equal(await statusFrom('2001:db8::4'), 429);
    await statusFrom('10.0.0.2');
    await statusFrom('10.0.0.3');
    assert.equal(await statusFrom('2001:db8::5'), 401);
  });
});

describe('client addresses', () => {
  const from = (remoteAddress: string | undefined, forwardedFor: string): IncomingMessage =>
    Object({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwardedFor } });

  it('believes nobody when no proxy is trusted', () => {
    assert.equal(openAddresses([])(from('::ffff:10.0.0.1', '1.2.3.4')), '10.0.0.1');
    assert.equal(openAddresses([])(from(undefined, '')), 'local');
  });

  it('walks back as far as hops are trusted', () => {
    const addressOf = openAddresses(['10.0.0.0/8', '::1']);
    assert.equal(addressOf(from('192.0.2.1', '1.2.3.4')), '192.0.2.1');
    assert.equal(addressOf(from('10.0.0.1', '1.2.3.4')), '1.2.3.4');
    assert.equal(addressOf(from('::1', '6.6.6.6, 1.2.3.4, 10.0.0.2')), '1.2.3.4');
    assert.equal(addressOf(from('10.0.0.1', 'nonsense')), '10.0.0.1');
    assert.equal(addressOf(from('10.0.0.1', '')), '10.0.0.1');
  });

  it('groups IPv6 by 56 bits and IPv4 by address', () => {
    assert.equal(addressGroup('2001:db8:1:2:3::9'), '2001:db8:1::');
    assert.equal(addressGroup('2001:db8:1:1ff::9'), '2001:db8:1:100::');
    assert.equal(addressGroup('10.0.0.1'), '10.0.0.1');
    assert.equal(addressGroup('local'), 'local');
  });
});

const somebody: Principal = Object({ kind: 'live' });
