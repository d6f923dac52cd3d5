import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ServerLimits } from '../../platform/http/limits.ts';
import { rateLimited } from '../../platform/http/problem.ts';
import type { RequestOf } from '../../schemas/http/routes.ts';
import { accepts, liveKey, openSocket, startTestApp, type TestApp } from '../support/http-app.ts';
import { until } from '../support/until.ts';

const limits = { keylessBytesMax: 600, keylessBodiesBytesMax: 1000, bodiesBytesMax: 2000 };
const verification = {
  session_id: '11111111-1111-4111-8111-111111111111',
  code: '123456',
} satisfies RequestOf<'verify'>;
const verifyPath = '/v1/integrate/verify';

const head = (path: string, ...headers: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '\r\n'].join('\r\n');
const json = 'Content-Type: application/json';
const impatient = { headersTimeoutMs: 200, requestTimeoutMs: 200, timeoutCheckMs: 10 };

describe('bodies of routes that need no key', () => {
  let app: TestApp;
  let asked: string[] = [];
  let isLimited = false;
  const sockets: Socket[] = [];

  const start = (serverLimits: Partial<ServerLimits> = {}): Promise<TestApp> =>
    startTestApp(
      {
        exportTraces: accepts,
        verify: async () => ({
          status: 200,
          body: {
            api_key: '',
            user_id: '',
            organization_id: '',
            service_name: '',
            dashboard_url: '',
          },
        }),
      },
      {
        limits,
        beforeBody: {
          verify: address => {
            asked.push(address);
            if (isLimited) throw rateLimited('too many', 7000);
          },
        },
      },
      serverLimits,
    );

  beforeEach(() => {
    asked = [];
    isLimited = false;
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app.stop();
  });

  const open = async (text: string): Promise<Socket> => {
    const socket = await openSocket(app.port);
    sockets.push(socket);
    socket.on('error', () => undefined).write(text);
    return socket;
  };
  /** A client that says nothing more, and stays when the server is done with it. */
  const openSilent = async (text: string): Promise<Socket> => {
    const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    await once(socket, 'connect');
    socket.on('error', () => undefined).write(text);
    return socket;
  };
  const verify = (headers: Readonly<Record<string, string>>, body: string | Uint8Array) =>
    fetch(`${app.url}${verifyPath}`, { method: 'POST', headers, body });
  const holds = (bytes: number) => async () =>
    (await app.metrics.expose()).includes(`http_bodies_bytes ${bytes}\n`);
  const half = (path: string, ...headers: readonly string[]): string =>
    `${head(path, json, 'Content-Length: 600', ...headers)}${'x'.repeat(500)}`;

  it('have a small budget of their own, and leave that of telemetry alone', async () => {
    app = await start();
    for (let client = 0; client < 2; client++) await open(half(verifyPath));
    await until('all of the budget to be held', holds(1000));
    const refused = await verify({ 'Content-Type': 'application/json' }, '{}');
    equal(refused.status, 503);
    notEqual(refused.headers.get('Retry-After'), null);
    const headers = { 'X-API-Key': liveKey, 'Content-Type': 'application/json' };
    const body = '{"resourceSpans":[]}'.padEnd(1900);
    const taken = await fetch(`${app.url}/v1/traces`, { method: 'POST', headers, body });
    equal(taken.status, 200, await taken.text());
  });

  it('are refused when they are longer than a registration can be', async () => {
    app = await start();
    const answer = await verify({ 'Content-Type': 'application/json' }, '{}'.padEnd(601));
    equal(answer.status, 413);
  });

  it('are never inflated', async () => {
    app = await start();
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(JSON.stringify(verification))],
      ['deflate', Buffer.from('x')],
      ['br', Buffer.from('x')],
    ] as const) {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
      const answer = await verify(headers, bytes);
      equal(answer.status, 415);
      equal(Object(await answer.json()).code, 'unsupported_content_encoding');
      equal(answer.headers.get('Accept-Encoding'), 'identity');
    }
    const plain = { 'Content-Type': 'application/json', 'Content-Encoding': 'identity' };
    equal((await verify(plain, JSON.stringify(verification))).status, 200);
  });

  for (const type of [
    undefined,
    'text/plain',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/jsonp',
    'application/csp-report',
    'application/problem+json',
  ]) {
    it(`are refused as ${type ?? 'nothing in particular'}, which another site's page may send`, async () => {
      app = await start();
      const socket = await open(
        head(
          verifyPath,
          ...(type === undefined ? [] : [`Content-Type: ${type}`]),
          'Content-Length: 9',
        ),
      );
      const [answer] = await once(socket, 'data');
      match(String(answer), /^HTTP\/1\.1 415 /);
      match(String(answer), /unsupported_media_type/);
      deepEqual(asked, []);
    });
  }

  it('are taken as JSON, with a charset too', async () => {
    app = await start();
    for (const type of ['application/json', 'Application/JSON; charset=utf-8'])
      equal((await verify({ 'Content-Type': type }, JSON.stringify(verification))).status, 200);
    deepEqual(asked, ['127.0.0.1', '127.0.0.1']);
  });

  it('are not read for an address that has its share', async () => {
    app = await start();
    isLimited = true;
    const socket = await open(head(verifyPath, json, 'Content-Length: 500'));
    const [answer] = await once(socket, 'data');
    match(String(answer), /^HTTP\/1\.1 429 /);
    match(String(answer), /retry-after: 7/i);
    ok(await holds(0)());
  });

  for (const [what, text, status] of [
    ['says nothing more', half(verifyPath), 408],
    ['sends no more of its telemetry', half('/v1/traces', `X-API-Key: ${liveKey}`), 408],
    [
      'breaks off its chunks',
      `${head(verifyPath, json, 'Transfer-Encoding: chunked')}1f4\r\n${'x'.repeat(500)}\r\nzz\r\n`,
      400,
    ],
  ] as const) {
    it(`are given back when their client ${what}, though it stays connected`, async () => {
      app = await start({ ...impatient, brokenCloseMs: 3_600_000 });
      const socket = await openSilent(text);
      const [answer] = await once(socket, 'data');
      match(String(answer), new RegExp(`^HTTP/1\\.1 ${status} `));
      await until('the request to end', async () =>
        (await app.metrics.expose()).includes('refused_total{code="invalid_http"} 1\n'),
      );
      ok(await holds(0)());
      equal(socket.destroyed, false);
    });
  }

  it('lose their connection soon after its time is over', async () => {
    app = await start({ ...impatient, brokenCloseMs: 50 });
    const socket = await openSilent(half(verifyPath));
    const [answer] = await once(socket, 'data');
    match(String(answer), /^HTTP\/1\.1 408 /);
    let isGone = false;
    socket.once('error', () => {
      isGone = true;
    });
    await until('the connection to be gone', () => {
      socket.write('x');
      return isGone;
    });
  });
});
