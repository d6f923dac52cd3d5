import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { keyOwner } from '../support/api-keys.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan } from '../support/otel-send.ts';
import { traces } from '../support/otlp.ts';
import { until } from '../support/until.ts';

const connections = 300;
/** A body of a little less than 1 MiB that is a thousandth of it on the wire. */
const deflated = gzipSync(JSON.stringify({ name: 'x', padding: ' '.repeat(1024 * 1024 - 100) }));
const heldBytesMax = 16 * 1024 * 1024;

describe('bodies of one organization that do not come', function () {
  this.timeout(120_000);
  let server: ObservedServer;
  const keys = { ada: '', mallory: '' };
  const sockets: Socket[] = [];

  before(async () => {
    server = await startObservedServer();
    keys.ada = (await keyOwner(server)).first;
    keys.mallory = (await keyOwner(server)).first;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  after(() => server.close());

  const { hostname } = new URL('http://127.0.0.1');
  /** Sends all but the last bytes of a body, and then nothing. */
  const stall = (path: string, body: Buffer, headers: readonly string[]): void => {
    const socket = connect(Number(new URL(server.url).port), hostname);
    sockets.push(socket);
    socket.on('error', () => undefined);
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      `X-API-Key: ${keys.mallory}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      ...headers,
      '\r\n',
    ].join('\r\n');
    socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, -10)]));
  };
  const held = async (): Promise<number> => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^tidemark_http_bodies_bytes (\d+)$/m.exec(metrics)?.[1]);
  };
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'X-API-Key': keys.ada, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  };

  for (const path of [
    '/v1/webhooks',
    '/sdk/snapshots/capture',
    '/v1/copilot/ask',
    '/mcp',
    '/v1/traces',
  ])
    it(`hold what was sent of them, and refuse nobody else: ${path}`, async () => {
      for (let n = 0; n < connections; n++) stall(path, deflated, ['Content-Encoding: gzip']);
      const sent = connections * (deflated.length - 10);
      await until('the bodies to be held', async () => (await held()) >= sent);
      ok((await held()) < heldBytesMax, `${await held()} bytes are held`);
      const statuses = [
        await send('POST', '/v1/traces', traces([freshSpan()], 'checkout')),
        await send('PATCH', '/v1/organization', { name: 'Ada' }),
        await send('POST', '/v1/copilot/ask', { question: 'Is all well?' }),
        await send('GET', '/v1/services'),
      ];
      deepEqual(statuses, [200, 200, 200, 200]);
      for (const socket of sockets.splice(0)) socket.destroy();
      await until('nothing to be held', async () => (await held()) === 0);
    });

  it('are refused beyond the share of their organization, and others are not', async () => {
    const body = Buffer.from(JSON.stringify({ name: 'x'.repeat(1024 * 1024 - 100) }));
    const answers: string[] = [];
    for (let n = 0; n < 100; n++) {
      stall('/v1/webhooks', body, []);
      sockets.at(-1)?.on('data', chunk => answers.push(chunk.toString('latin1')));
    }
    await until('some to be refused', () => answers.length > 0);
    for (const answer of answers) match(answer, /^HTTP\/1\.1 (?:429|503) .*^Retry-After: [123]/ims);
    equal(await send('PATCH', '/v1/organization', { name: 'Ada' }), 200);
  });
});
