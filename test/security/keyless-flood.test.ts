import { equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { httpLimits } from '../../platform/http/limits.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, senderTo } from '../support/otel-send.ts';
import { body, traces } from '../support/otlp.ts';
import { until } from '../support/until.ts';

const { keylessBytesMax, keylessBodiesBytesMax } = httpLimits;
const path = '/v1/integrate/verify';

onBothEngines('a flood of requests without a key', function (start) {
  this.timeout(120_000);
  let server: WholeTidemark;
  let send: () => Promise<number>;
  const sockets: Socket[] = [];

  before(async function () {
    server = await start(this);
    const { key } = await server.account('flooded@example.org', 'checkout');
    const sender = senderTo(server, key);
    send = async () => (await sender.send(body(traces([freshSpan()]), 'json'))).status;
  });

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  after(() => server?.close());

  /** A client that sends almost all of a body and then nothing more. */
  const open = async (bytes: Buffer, header: string): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}` +
        `Content-Length: ${bytes.length + 1}\r\n\r\n`,
    );
    socket.write(bytes);
    return socket;
  };
  /** Longer than what the flood leaves over. */
  const verify = (): Promise<number> =>
    server.post(path, { session_id: 'x'.repeat(1000), code: '' }).then(({ status }) => status);

  it('that inflate stops no telemetry', async () => {
    const bomb = gzipSync(Buffer.alloc(1024 ** 2, ' '));
    for (let client = 0; client < 257; client++) {
      const socket = await open(bomb, 'Content-Encoding: gzip\r\n');
      const [answer] = await once(socket, 'data');
      match(String(answer), /^HTTP\/1\.1 415 /);
    }
    equal(await send(), 200);
    equal(await verify(), 400);
  });

  it('that fill the room of their kind stops no telemetry, and ends with them', async () => {
    const bytes = Buffer.alloc(keylessBytesMax - 1, ' ');
    const clients = Math.ceil(keylessBodiesBytesMax / bytes.length);
    for (let client = 0; client < clients; client++) await open(bytes, '');
    await until('others to be told to come back', async () => (await verify()) === 503);
    equal(await send(), 200);
    for (const socket of sockets.splice(0)) socket.destroy();
    await until('room again', async () => (await verify()) === 400);
  });
});
