import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { openAddressPolicy } from '../../platform/outbound/address-policy.ts';
import { outboundLimits } from '../../platform/outbound/config.ts';
import { OutboundFailure, type OutboundReason } from '../../platform/outbound/failure.ts';
import type { Resolve } from '../../platform/outbound/guarded-lookup.ts';
import { openOutbound } from '../../platform/outbound/request.ts';

const loopback = '127.0.0.0/8';

/** A name server that knows every name, with these addresses. */
const resolvesTo = (...addresses: readonly string[]): Resolve =>
  ((_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as Resolve;

const failsWith = (reason: OutboundReason) => (error: unknown) =>
  error instanceof OutboundFailure && error.reason === reason;

describe('outbound requests', () => {
  let server: Server;
  let port: number;
  let listener: RequestListener;
  let requests: string[];

  before(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      listener(request, response);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    requests = [];
    listener = (_, response) => response.end('secret of the internal network');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = (
    url: string,
    {
      allow = [] as readonly string[],
      resolve,
      timeoutMs = 5_000,
      signal = new AbortController().signal,
    }: {
      allow?: readonly string[];
      resolve?: Resolve;
      timeoutMs?: number;
      signal?: AbortSignal;
    } = {},
  ) =>
    openOutbound({ allow, ...(resolve && { resolve }) }).inTurn(
      { organizationId: 'ada', signal },
      send => send({ url, method: 'GET', timeoutMs, signal }),
    );

  it('reach no private literal address, however it is written', async () => {
    for (const host of [
      '127.0.0.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '127.1',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '10.0.0.7',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '[fe80::1]',
      '[fd00::1]',
      '[fec0::1]',
      '224.0.0.1',
      '255.255.255.255',
      '198.18.0.1',
      '192.0.2.1',
    ])
      await rejects(get(`http://${host}:${port}/`), failsWith('refused_address'), host);
    deepEqual(requests, []);
  });

  it('reach no private address behind a name, nor one among public ones', async () => {
    const at = `http://target.example:${port}/`;
    for (const found of [
      ['127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['93.184.216.34', '127.0.0.1'],
    ])
      await rejects(get(at, { resolve: resolvesTo(...found) }), failsWith('refused_address'));
    await rejects(get(`http://localhost:${port}/`), failsWith('refused_address'));
    deepEqual(requests, []);
  });

  it('reach what the allow list permits, and say that the target is private', async () => {
    const options = { allow: [loopback], resolve: resolvesTo('127.0.0.1') };
    const { status, isPrivateTarget, body } = await get(`http://target.example:${port}/a`, options);
    deepEqual([status, isPrivateTarget], [200, true]);
    equal(body.toString(), 'secret of the internal network');
    equal((await get(`http://127.0.0.1:${port}/b`, { allow: [loopback] })).status, 200);
    deepEqual(requests, ['GET /a', 'GET /b']);
  });

  it('follow no redirect', async () => {
    listener = (_, response) => response.writeHead(302, { Location: '/internal' }).end();
    equal((await get(`http://127.0.0.1:${port}/`, { allow: [loopback] })).status, 302);
    deepEqual(requests, ['GET /']);
  });

  it('end at their timeout, before and within the response', async () => {
    const url = `http://127.0.0.1:${port}/`;
    const options = { allow: [loopback], timeoutMs: 50 };
    listener = () => {};
    await rejects(get(url, options), failsWith('timeout'));
    listener = (_, response) => void response.write('never complete');
    await rejects(get(url, options), failsWith('timeout'));
  });

  it('end at their timeout and with the signal while their connection is being made', async () => {
    const unanswered: ((error: Error) => void)[] = [];
    const resolve = ((_: string, __: object, found: (error: Error) => void) =>
      unanswered.push(found)) as unknown as Resolve;
    const at = `http://target.example:${port}/`;
    await rejects(get(at, { resolve, timeoutMs: 50 }), failsWith('timeout'));
    const controller = new AbortController();
    const stopped = get(at, { resolve, signal: controller.signal });
    controller.abort(new Error('stopped'));
    await rejects(stopped, /stopped/);
    for (const answer of unanswered) answer(new Error('no such name'));
  });

  it('end with the signal of their sender', async () => {
    const controller = new AbortController();
    listener = () => controller.abort(new Error('stopped'));
    const { signal } = controller;
    await rejects(get(`http://127.0.0.1:${port}/`, { allow: [loopback], signal }), /stopped/);
  });

  it('read only the beginning of a long body', async () => {
    listener = (_, response) => {
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', write);
      write();
    };
    const { body } = await get(`http://127.0.0.1:${port}/`, { allow: [loopback] });
    equal(body.byteLength, outboundLimits.bodyBytesMax);
  });

  it('read what the server compressed, and as far only as they read other bodies', async () => {
    const read = async (coding: string, bytes: Buffer) => {
      listener = (_, response) =>
        response.writeHead(200, { 'Content-Encoding': coding }).end(bytes);
      const found = await get(`http://127.0.0.1:${port}/`, { allow: [loopback] });
      return [found.body.toString().slice(0, 20), found.body.length, found.isCut, found.isUnread];
    };
    const text = Buffer.from('{"status":"ok"}');
    for (const [coding, bytes] of [
      ['identity', text],
      ['gzip', gzipSync(text)],
      ['GZIP', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
    ] as const)
      deepEqual(await read(coding, bytes), ['{"status":"ok"}', 15, false, false], coding);
    const { bodyBytesMax } = outboundLimits;
    const xs = 'x'.repeat(20);
    const bomb = gzipSync(Buffer.alloc(100 * bodyBytesMax, 'x'));
    deepEqual(await read('gzip', bomb), [xs, bodyBytesMax, true, false]);
    const empty = Buffer.concat(Array<Buffer>(10_000).fill(gzipSync('')));
    deepEqual((await read('gzip', empty)).slice(1), [0, true, false]);
    deepEqual((await read('zstd', text)).slice(2), [false, true]);
    deepEqual(await read('gzip', text), ['', 0, false, true]);
    deepEqual(await read('gzip', gzipSync(text).subarray(0, -4)), ['', 0, false, true]);
  });

  it('fail without a connection, and for what is no URL of HTTP', async () => {
    listener = request => void request.socket.destroy();
    await rejects(get(`http://127.0.0.1:${port}/`, { allow: [loopback] }), failsWith('connection'));
    for (const url of ['file:///etc/passwd', 'ftp://example.org', 'example.org', ''])
      await rejects(get(url), failsWith('invalid_url'), url);
  });

  it('may reach public addresses', () => {
    const policy = openAddressPolicy([]);
    for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:1.1.1.1'])
      deepEqual(policy(address), { isAllowed: true, isPublic: true }, address);
    for (const address of ['', 'x', 'fe80::1%eth0', '3000:0:0:0:0:0:0', '4000::1'])
      equal(policy(address).isAllowed, false, address);
  });
});
