import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { outboundLimits } from '../../platform/outbound/config.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { Resolve } from '../../platform/outbound/guarded-lookup.ts';
import { type Outbound, openOutbound } from '../../platform/outbound/request.ts';
import { targetUrlFault } from '../../platform/outbound/target-url.ts';
import { until } from '../support/until.ts';

const privateAddresses = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.7',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
] as const;

const bytesOf = (address: string): readonly number[] => address.split('.').map(Number);
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const groupsOf = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string =>
  `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;

/** An IPv4 address as URLs and IPv6 addresses may hold it. */
function formsOf(address: string): readonly string[] {
  const bytes = bytesOf(address);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const number = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  return [
    address,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    bytes.map(byte => `0x${byte.toString(16)}`).join('.'),
    bytes.map(byte => `0${byte.toString(8)}`).join('.'),
    `${a}.${number % 2 ** 24}`,
    `[::ffff:${address}]`,
    `[::ffff:${groupsOf(bytes)}]`,
    `[::${address}]`,
    `[64:ff9b::${groupsOf(bytes)}]`,
    `[2002:${groupsOf(bytes)}::1]`,
    `[2001:0:4136:e378:8000:63bf:${groupsOf(bytes.map(byte => 255 - byte))}]`,
  ];
}

const addressesOfIpv6 = [
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
];

const targets = [...privateAddresses.flatMap(formsOf), ...addressesOfIpv6];

describe('targets of outbound requests', function () {
  this.timeout(60_000);
  let server: Server;
  let sockets: Socket[];
  let port: number;
  let onSocket: (socket: Socket) => void;
  const open: Outbound[] = [];

  beforeEach(async () => {
    sockets = [];
    onSocket = () => undefined;
    server = createServer(socket => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      onSocket(socket);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const outbound of open.splice(0)) await outbound.close();
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => server.close(resolve));
  });

  const outboundOf = (options: { allow?: readonly string[]; resolve?: Resolve } = {}): Outbound => {
    const outbound = openOutbound({ allow: [], ...options });
    open.push(outbound);
    return outbound;
  };
  const get = (outbound: Outbound, url: string, timeoutMs = 5_000) => {
    const { signal } = new AbortController();
    const request = { url, method: 'GET', timeoutMs, signal };
    return outbound.inTurn({ organizationId: 'ada', signal }, send => send(request));
  };
  const refused = (error: unknown): boolean =>
    error instanceof OutboundFailure && ['refused_address', 'invalid_url'].includes(error.reason);

  it('are never private ones, in any of many forms', async () => {
    ok(targets.length >= 120, `${targets.length} targets`);
    const outbound = outboundOf();
    for (const host of targets) {
      await rejects(get(outbound, `http://${host}:${port}/`), refused, host);
      const fault = targetUrlFault(`https://${host}:${port}/`, []);
      ok(fault !== undefined, `expected ${host} to be rejected when it is created`);
    }
    equal(sockets.length, 0);
  });

  it('are never private ones behind a name', async () => {
    for (const host of targets) {
      const { hostname } = new URL(`http://${host}/`);
      const address = hostname.replace(/^\[|\]$/gu, '');
      const resolve = ((_: string, __: object, answer: (...found: unknown[]) => void) =>
        answer(null, [{ address, family: address.includes(':') ? 6 : 4 }])) as unknown as Resolve;
      const outbound = outboundOf({ resolve });
      await rejects(get(outbound, `http://target.example:${port}/`), refused, host);
    }
    equal(sockets.length, 0);
  });

  it('are checked at each connection, whatever a name resolved to before', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const resolve = ((_: string, __: object, answer: (...found: unknown[]) => void) =>
      answer(null, [{ address: answers.shift() ?? '127.0.0.2', family: 4 }])) as unknown as Resolve;
    const outbound = outboundOf({ resolve, allow: ['127.0.0.1/32'] });
    onSocket = socket =>
      void socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'));
    const url = `http://rebinding.example:${port}/`;
    equal((await get(outbound, url)).status, 200);
    await rejects(get(outbound, url), refused);
    equal(sockets.length, 1);
  });

  it('are reached where their range is allowed', async () => {
    onSocket = socket =>
      void socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ncanary'),
      );
    const outbound = outboundOf({ allow: ['127.0.0.0/8'] });
    for (const host of formsOf('127.0.0.1').slice(0, 7)) {
      const { body, isPrivateTarget } = await get(outbound, `http://${host}:${port}/`);
      deepEqual([body.toString(), isPrivateTarget], ['canary', true], host);
    }
  });

  it('that answer slowly end at the timeout', async () => {
    const timers: NodeJS.Timeout[] = [];
    onSocket = socket => {
      socket.write('HTTP/1.1 200 OK\r\n');
      timers.push(setInterval(() => socket.write('X: y\r\n'), 20));
    };
    const outbound = outboundOf({ allow: ['127.0.0.0/8'] });
    await rejects(
      get(outbound, `http://127.0.0.1:${port}/`, 300),
      (error: unknown) => error instanceof OutboundFailure && error.reason === 'timeout',
    );
    timers.forEach(clearInterval);
  });

  it('that never stop answering are read up to the limit, and their connection ends', async () => {
    const chunk = Buffer.alloc(16_384, 'x');
    onSocket = socket => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunk));
        socket.once('drain', more);
      };
      more();
    };
    const outbound = outboundOf({ allow: ['127.0.0.0/8'] });
    const { body } = await get(outbound, `http://127.0.0.1:${port}/`);
    equal(body.length, outboundLimits.bodyBytesMax);
    await until('the end of the connection', () => sockets[0]?.destroyed === true);
  });

  it('that answer nothing hold at most so many connections', async () => {
    const outbound = outboundOf({ allow: ['127.0.0.0/8'] });
    const url = `http://127.0.0.1:${port}/`;
    let [openNow, openMost] = [0, 0];
    onSocket = socket => {
      openMost = Math.max(openMost, ++openNow);
      socket.once('close', () => openNow--);
    };
    const requests = Array.from({ length: 20 }, () => get(outbound, url, 400));
    const results = await Promise.allSettled(requests);
    ok(results.every(({ status }) => status === 'rejected'));
    // The server may see the end of a connection after the beginning of the next.
    ok(openMost <= 2 * outboundLimits.connectionsPerOrigin, `${openMost} connections at once`);
  });
});
