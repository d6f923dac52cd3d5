import { equal, match, notEqual, ok } from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Handler, Principal } from '../../platform/http/handler.ts';
import { type HttpLimits, httpLimits, type ServerLimits } from '../../platform/http/limits.ts';
import { eventStream } from '../../platform/http/responses/event-stream.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';
import { liveKey, openSocket, readKey, startTestApp, type TestApp } from '../support/http-app.ts';
import { until } from '../support/until.ts';

const MiB = 1024 * 1024;
/** More than the kernel takes for a client that reads nothing. */
const longBytes = 24 * MiB;
const patient = 3_600_000;
const text = 'x'.repeat(256 * 1024);

const principals: Readonly<Record<string, string>> = {
  [readKey]: '11111111-1111-4111-8111-111111111111',
  [liveKey]: '22222222-2222-4222-8222-222222222222',
};
const authenticate = async (key: string): Promise<Principal | undefined> => {
  const organization = principals[key];
  if (organization === undefined) return undefined;
  const owner = { organizationId: organizationId(organization), serviceName: 'checkout' };
  return { ...owner, keyId: keyId('key'), kind: 'read' };
};

describe('answers that are not read', function () {
  this.timeout(60_000);
  let app: TestApp;
  let asked = 0;
  const sockets: Socket[] = [];
  const streams = { begun: 0, ended: 0 };
  let produce: (signal: AbortSignal) => AsyncGenerator<string>;
  let push: (text: string) => void = () => undefined;

  const streamTraces: Handler<'streamTraces'> = async () => {
    streams.begun++;
    return { status: 200, body: eventStream(produce, () => streams.ended++) };
  };

  async function* endless(signal: AbortSignal): AsyncGenerator<string> {
    while (!signal.aborted) yield text;
  }

  /** One text at once, and another when it is pushed. */
  async function* quiet(): AsyncGenerator<string> {
    const pushed = new Promise<string>(resolve => {
      push = resolve;
    });
    yield 'first\n\n';
    yield await pushed;
  }

  const start = async (limits: Partial<HttpLimits>, server: Partial<ServerLimits>) => {
    app = await startTestApp(
      {
        /** As long as its query says. */
        listTraces: async ({ query }) => {
          asked++;
          return { status: 200, body: 'y'.repeat(Number(query.min_duration ?? 0)) };
        },
        streamTraces,
        metrics: async () => ({ status: 200, body: 'z'.repeat(httpLimits.answerUncountedMax + 1) }),
      },
      { authenticate, limits },
      server,
    );
  };

  beforeEach(() => {
    asked = 0;
    Object.assign(streams, { begun: 0, ended: 0 });
    produce = endless;
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app.stop();
  });

  const request = (path: string, key = readKey): string =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;
  const long = (bytes = longBytes): string => `/v1/traces?min_duration=${bytes}`;
  /** A client that asks and reads nothing. */
  const ask = async (texts: string): Promise<Socket> => {
    const socket = await openSocket(app.port);
    sockets.push(socket);
    socket.on('error', () => undefined).pause();
    socket.write(texts);
    return socket;
  };
  const get = (path: string, key = readKey): Promise<Response> =>
    fetch(`${app.url}${path}`, { headers: { 'X-API-Key': key } });
  const heldBytes = async (): Promise<number> =>
    Number(/^tidemark_http_answers_bytes (\d+)$/m.exec(await app.metrics.expose())?.[1]);
  const holds = (bytes: number) => async () => (await heldBytes()) === bytes;
  const closed = async (socket: Socket): Promise<void> => {
    socket.resume();
    await until('the end of the connection', () => socket.closed);
  };

  it('are held up to a limit; another is told to come back, and a short one never is', async () => {
    await start(
      { answersBytesMax: longBytes + 1000, answersReservedBytes: 0 },
      { unreadMs: patient },
    );
    const unread = await ask(request(long()));
    await until('the answer to be held', holds(longBytes));
    const refused = await get(long(longBytes), liveKey);
    equal(refused.status, 503);
    notEqual(refused.headers.get('Retry-After'), null);
    match(await refused.text(), /have not been read/);
    equal((await get(long(httpLimits.answerUncountedMax))).status, 200);
    unread.destroy();
    await until('nothing to be held', holds(0));
    const answer = await get(long(), liveKey);
    equal((await answer.text()).length, longBytes);
    await until('nothing to be held', holds(0));
  });

  it('of one organization take the room of no other', async () => {
    const limits = { answersOfOneBytesMax: longBytes + MiB, answersReservedBytes: 8 * MiB };
    await start({ ...limits, answersBytesMax: 2 * longBytes }, { unreadMs: patient });
    await ask(request(long()));
    await until('the answer to be held', holds(longBytes));
    equal((await get(long(2 * MiB))).status, 503);
    equal((await get(long(2 * MiB), liveKey)).status, 200);
    equal((await get('/metrics')).status, 200);
  });

  it('leave a reserve to those who hold little', async () => {
    const limits = { answersBytesMax: longBytes + 8 * MiB, answersReservedBytes: 8 * MiB };
    await start(limits, { unreadMs: patient });
    await ask(request(long()));
    await until('the answer to be held', holds(longBytes));
    equal((await get(long(2 * MiB), liveKey)).status, 503);
    equal((await get(long(MiB), liveKey)).status, 200);
    equal((await get('/metrics')).status, 200);
  });

  it('are counted by their bytes', async () => {
    await start({}, { unreadMs: patient });
    const answer = await get(long(0));
    equal(answer.status, 200);
    equal(await heldBytes(), 0);
    const unread = await ask(`HEAD${request(long()).slice(3)}`);
    await once(unread.resume(), 'data');
    equal(await heldBytes(), 0);
  });

  it('end their connection', async () => {
    await start({}, { unreadMs: 100 });
    const unread = await ask(request(long()));
    await until('the request', () => asked === 1);
    // The rest comes out of the kernel, and then the end.
    await until('nothing to be held', holds(0));
    await closed(unread);
    ok(unread.bytesRead < longBytes);
  });

  it('end their connection although the client goes on asking', async () => {
    await start({}, { unreadMs: 200 });
    const unread = await ask(request(long()));
    await until('the request', () => asked === 1);
    await until('nothing to be held', async () => {
      if (!unread.destroyed) unread.write(request(long(0)));
      return (await heldBytes()) === 0;
    });
    await closed(unread);
  });

  it('live on while the client reads some of them', async () => {
    await start({}, { unreadMs: 1000 });
    const reader = await ask(request(long()));
    let read = 0;
    reader.on('data', chunk => {
      read += chunk.length;
      // So that all of it takes several times as long as a client that reads nothing has.
      reader.pause();
      setTimeout(() => reader.resume(), 8);
    });
    reader.resume();
    await until('all of it', () => read > longBytes);
    equal(reader.destroyed, false);
  });

  it('end a stream of events', async () => {
    await start({}, { unreadMs: 100 });
    const unread = await ask(request('/v1/traces/stream'));
    await until('the stream to end', () => streams.ended === 1);
    await closed(unread);
  });

  it('are not what a stream has that waits for its next event', async () => {
    produce = quiet;
    await start({}, { unreadMs: 100, keepAliveTimeoutMs: 100 });
    const reader = (await ask(request('/v1/traces/stream'))).setEncoding('utf8');
    let heard = '';
    reader.on('data', chunk => {
      heard += chunk;
    });
    reader.resume();
    await until('the first event', () => heard.includes('first'));
    // Each takes longer than an answer that is not read, and begins after the stream.
    for (let other = 1; other <= 3; other++) {
      const unread = await ask(request(long()));
      await until('the request', () => asked === other);
      await until('nothing to be held', holds(0));
      await closed(unread);
    }
    push('second\n\n');
    await until('the second event', () => heard.includes('second'));
    equal(streams.ended, 1);
  });

  it('hold back what is asked for on the same connection', async () => {
    await start({}, { unreadMs: patient });
    const unread = await ask(request(long()) + request('/v1/traces/stream') + request(long()));
    await until('the answer to be held', holds(longBytes));
    equal(streams.begun, 0);
    unread.destroy();
    await until('nothing to be held', holds(0));
    equal(streams.begun, 0);
    match(await app.metrics.expose(), /http_server_active_requests 0\n/);
  });

  it('are given in the order of their requests', async () => {
    await start({}, { unreadMs: patient });
    const reader = await ask(request(long(3)) + request('/v1/nothing') + request(long(5)));
    let heard = '';
    reader.on('data', chunk => {
      heard += String(chunk);
    });
    reader.resume();
    await until('three answers', () => heard.endsWith('yyyyy'));
    match(heard, /^HTTP\/1\.1 200[\s\S]*yyyHTTP\/1\.1 404[\s\S]*\}HTTP\/1\.1 200[\s\S]*yyyyy$/);
  });

  it('end a connection on which too many requests wait', async () => {
    produce = quiet;
    await start({}, { unreadMs: patient, pipelinedMax: 3 });
    const some = await ask(request('/v1/traces/stream') + request(long(1)).repeat(3));
    await until('the stream', () => streams.begun === 1);
    const many = await ask(request('/v1/traces/stream') + request(long(1)).repeat(4));
    await closed(many);
    equal(some.destroyed, false);
    equal(streams.ended, 1);
  });

  it('are not mixed with the answer to a broken request behind them', async () => {
    produce = quiet;
    await start({}, { unreadMs: patient });
    const reader = await ask(request('/v1/traces/stream'));
    let heard = '';
    reader.on('data', chunk => {
      heard += String(chunk);
    });
    reader.resume();
    await until('the first event', () => heard.includes('first'));
    reader.write('no HTTP\r\n\r\n');
    await closed(reader);
    ok(!heard.includes('400'), heard);
  });
});
