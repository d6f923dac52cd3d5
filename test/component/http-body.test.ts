import assert from 'node:assert/strict';
import { once } from 'node:events';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { extentOf, parseJson } from '../../platform/http/bodies/json.ts';
import type { OtlpBody } from '../../platform/http/handler.ts';
import {
  liveKey,
  openSocket,
  sendChunks,
  startTestApp,
  type TestApp,
} from '../support/http-app.ts';
import { until } from '../support/until.ts';

const limits = { otlpWireBytesMax: 200_000, otlpBytesMax: 1_000_000, jsonBytesMax: 10_000 };

describe('request bodies', () => {
  let server: TestApp;
  let seen: OtlpBody | undefined;

  before(async () => {
    server = await startTestApp(
      {
        exportTraces: async ({ body }) => {
          seen = body;
          return { status: 200, body: { partialSuccess: {} } };
        },
        verify: async () => assert.fail('no request here is valid'),
      },
      { limits },
    );
  });

  beforeEach(() => {
    seen = undefined;
  });

  after(() => server.stop());

  const post = (body: Uint8Array | string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      body,
      headers: { 'X-API-Key': liveKey, 'Content-Type': 'application/json', ...headers },
    });
  const codeOf = async (answer: Response): Promise<unknown> =>
    Reflect.get(Object(await answer.json()), 'code');

  it('hands over a JSON body untouched', async () => {
    const answer = await post('{"resourceSpans":[]}');
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { partialSuccess: {} });
    assert.equal(seen?.format, 'json');
    assert.equal(seen?.bytes.toString(), '{"resourceSpans":[]}');
  });

  for (const type of ['application/x-protobuf', 'application/protobuf; charset=x']) {
    it(`takes ${type} for protobuf`, async () => {
      assert.equal((await post(new Uint8Array([10, 0]), { 'Content-Type': type })).status, 200);
      assert.equal(seen?.format, 'protobuf');
    });
  }

  it('takes application/json with parameters', async () => {
    assert.equal(
      (await post('{}', { 'Content-Type': 'application/json; charset=utf-8' })).status,
      200,
    );
  });

  it('takes a body without content type for JSON when it starts like it, else answers 415', async () => {
    const headers = { 'X-API-Key': liveKey };
    const url = `${server.url}/v1/traces`;
    assert.equal((await sendChunks(url, headers, [Buffer.from(' {}')])).status, 200);
    assert.equal(seen?.format, 'json');
    assert.equal((await sendChunks(url, headers, [Buffer.from([10, 0])])).status, 415);
  });

  it('answers 415 to another content type', async () => {
    const answer = await post('a=b', { 'Content-Type': 'application/x-www-form-urlencoded' });
    assert.equal(answer.status, 415);
    assert.equal(await codeOf(answer), 'unsupported_media_type');
  });

  it('joins chunks and inflates gzip and deflate', async () => {
    const text = JSON.stringify({ resourceSpans: [], filler: 'x'.repeat(300_000) });
    const headers = { 'X-API-Key': liveKey, 'Content-Type': 'application/json' };
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
    ] as const) {
      const halves = [bytes.subarray(0, 20), bytes.subarray(20)];
      const url = `${server.url}/v1/traces`;
      const answer = await sendChunks(url, { ...headers, 'Content-Encoding': encoding }, halves);
      assert.equal(answer.status, 200);
      assert.equal(seen?.bytes.toString(), text);
      assert.equal(seen?.bodyBytes, bytes.length);
    }
  });

  it('answers 400 to a body that is not what its encoding says, and to one cut short', async () => {
    const gzip = { 'Content-Encoding': 'gzip' };
    assert.equal((await post('plain', gzip)).status, 400);
    assert.equal((await post(gzipSync('{}'.repeat(1000)).subarray(0, 15), gzip)).status, 400);
  });

  it('answers 415 to an unknown content encoding', async () => {
    const answer = await post('{}', { 'Content-Encoding': 'br' });
    assert.equal(answer.status, 415);
    assert.equal(await codeOf(answer), 'unsupported_content_encoding');
  });

  it('answers 413 to a body that inflates beyond the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    assert.ok(bomb.length < limits.otlpWireBytesMax);
    const answer = await post(bomb, { 'Content-Encoding': 'gzip' });
    assert.equal(answer.status, 413);
    assert.equal(await codeOf(answer), 'payload_too_large');
  });

  it('answers 413 to a declared length beyond the limit without reading on', async () => {
    const socket = await openSocket(server.port);
    socket.write(head(`Content-Length: ${1024 ** 4}`));
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /^HTTP\/1\.1 413 /u);
    assert.match(String(answer), /connection: close/iu);
    socket.destroy();
  });

  const spaces = Buffer.alloc(65_536, 0x20);
  for (const [framing, part, end] of [
    [`Content-Length: ${176 * spaces.length}`, spaces, ''],
    ['Transfer-Encoding: chunked', Buffer.from(`10000\r\n${spaces}\r\n`), '0\r\n\r\n'],
  ] as const) {
    it(`lets a client finish that hears of its refusal late (${framing})`, async () => {
      const socket = await openSocket(server.port);
      const failed: unknown[] = [];
      socket.on('error', error => failed.push(error));
      socket.write(head(framing));
      for (let sent = 0; sent < 176; sent++) {
        if (!socket.write(part)) await once(socket, 'drain');
      }
      socket.write(end);
      const [answer] = await once(socket, 'data');
      assert.match(String(answer), /^HTTP\/1\.1 413 /u);
      assert.deepEqual(failed, []);
      socket.destroy();
    });
  }

  it('stops reading an endless body at the limit, answers and closes', async () => {
    const socket = await openSocket(server.port);
    const parts: Buffer[] = [];
    socket.on('data', part => parts.push(part)).on('error', () => undefined);
    socket.write(head('Transfer-Encoding: chunked'));
    const chunk = Buffer.concat([
      Buffer.from('10000\r\n'),
      Buffer.alloc(65_536),
      Buffer.from('\r\n'),
    ]);
    let written = 0;
    const closed = new Promise(resolve => socket.once('close', resolve));
    const pump = (): void => {
      while (!socket.destroyed && written < 1e9) {
        written += chunk.length;
        if (!socket.write(chunk)) return void socket.once('drain', pump);
      }
    };
    pump();
    await closed;
    assert.match(Buffer.concat(parts).toString(), /^HTTP\/1\.1 413 /u);
    assert.ok(written < 1e8, `expected the server to stop reading, it took ${written} bytes`);
  });

  it('tells new requests to come back when too much is held, and recovers', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    let entered = (): void => undefined;
    const handling = new Promise<void>(resolve => {
      entered = resolve;
    });
    const narrow = await startTestApp(
      {
        exportTraces: async () => {
          entered();
          await held;
          return { status: 200, body: { partialSuccess: {} } };
        },
      },
      { limits: { bodiesBytesMax: 1000 } },
    );
    const send = () =>
      fetch(`${narrow.url}/v1/traces`, {
        method: 'POST',
        body: '{'.padEnd(600),
        headers: { 'X-API-Key': liveKey, 'Content-Type': 'application/json' },
      });
    const first = send();
    await handling;
    const second = await send();
    assert.equal(second.status, 503);
    assert.equal(second.headers.get('Retry-After'), '1');
    assert.match(await narrow.metrics.expose(), /tidemark_http_bodies_bytes 600/u);
    release();
    assert.equal((await first).status, 200);
    assert.equal((await send()).status, 200);
    await narrow.stop();
  });

  it('gives back the memory of an upload that its client abandoned', async () => {
    const socket = await openSocket(server.port);
    socket.write(`${head('Content-Length: 1000')}${'x'.repeat(500)}`);
    const holds = (bytes: number) => async () =>
      (await server.metrics.expose()).includes(`http_bodies_bytes ${bytes}\n`);
    await until('half of the body', holds(500));
    socket.destroy();
    await until('nothing held', holds(0));
    assert.equal(seen, undefined);
  });

  it('answers 400 to JSON that is broken, too deep or not UTF-8, and 413 to too much of it', async () => {
    const verify = (body: string | Uint8Array) =>
      fetch(`${server.url}/v1/integrate/verify`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
      });
    for (const body of ['{"a":', '['.repeat(5000), new Uint8Array([0x22, 0xff, 0x22]), '[]', '']) {
      const answer = await verify(body);
      assert.equal(answer.status, 400);
      assert.equal(await codeOf(answer), 'invalid_request');
    }
    assert.equal((await verify(`"${'x'.repeat(20_000)}"`)).status, 413);
  });

  it('names each wrong field', async () => {
    const answer = await fetch(`${server.url}/v1/integrate/verify`, {
      method: 'POST',
      body: JSON.stringify({ session_id: 'x', code: '12' }),
      headers: { 'Content-Type': 'application/json' },
    });
    const { details } = Object(await answer.json());
    assert.deepEqual(
      Array.from(details, ({ field }: { field: string }) => field),
      ['session_id', 'code'],
    );
  });
});

describe('parseJson', () => {
  const limits = { depthMax: 64, valuesMax: 10_000 };

  it('reads what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), value => {
        const text = JSON.stringify(value);
        assert.deepEqual(parseJson(Buffer.from(text), limits), JSON.parse(text));
      }),
    );
  });

  it('counts brackets outside of strings only', () => {
    const text = JSON.stringify({ a: '[[[["\\[[[[', b: [] });
    const two = { ...limits, depthMax: 2 };
    assert.deepEqual(parseJson(Buffer.from(text), two), JSON.parse(text));
    assert.throws(() => parseJson(Buffer.from('[[[1]]]'), two), /at most 2 levels/u);
  });

  it('counts values and names as one does who parses all of it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), value => {
        const found = extentOf(Buffer.from(JSON.stringify(value)));
        assert.deepEqual(found, naiveExtent(JSON.parse(JSON.stringify(value))));
      }),
    );
  });

  it('makes nothing of more values than it may', () => {
    const list = (count: number) => Buffer.from(JSON.stringify(Array(count).fill(0)));
    const few = { depthMax: 2, valuesMax: 11 };
    assert.equal((parseJson(list(9), few) as unknown[]).length, 9);
    assert.throws(() => parseJson(list(11), few), /at most 11 values and names, found more/u);
  });
});

/** The value itself, an opening bracket, and what the members or elements have; a name counts like a value. */
function naiveExtent(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 };
  const inner = Object.values(value).map(naiveExtent);
  const names = Array.isArray(value) ? 0 : inner.length;
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: inner.reduce(
      (sum, { values }) => sum + values,
      1 + names + (inner.length === 0 ? 1 : 0),
    ),
  };
}

const head = (length: string): string =>
  `POST /v1/traces HTTP/1.1\r\nHost: x\r\nX-API-Key: ${liveKey}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
