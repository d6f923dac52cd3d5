import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import type { IncomingBody, Permit } from '../../platform/http/admission.ts';
import type { HttpAppOptions } from '../../platform/http/app.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { encodeStatus, otlpTypes } from '../../platform/otlp/schema.ts';
import { openWaitingRoom } from '../../platform/shares/waiting-room.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';
import { admitOrWait } from '../../services/ingest-api/admission/admit.ts';
import { openBacklog } from '../../services/ingest-api/admission/consumer-lag.ts';
import { createAdmissionController } from '../../services/ingest-api/admission/controller.ts';
import { admissionLimits } from '../../services/ingest-api/config.ts';
import { accepts, liveKey, readKey, startTestApp, type TestApp } from '../support/http-app.ts';
import { admitNow } from '../support/test-gate.ts';
import { until } from '../support/until.ts';

const shared = 1000;
const bytesBound = 16 * 1024 * 1024;
const organizations: Readonly<Record<string, string>> = {
  [liveKey]: '11111111-1111-4111-8111-111111111111',
  [readKey]: '22222222-2222-4222-8222-222222222222',
};

type Heard = { readonly status: number; readonly head: string; readonly body: Buffer };

/** A client that sends what it is told, piece by piece, and takes answers off its connection. */
function openClient(port: number) {
  let heard = Buffer.alloc(0);
  const socket: Socket = connect(port, '127.0.0.1');
  let isReset = false;
  socket.on('data', chunk => {
    heard = Buffer.concat([heard, chunk]);
  });
  socket.on('error', () => {
    isReset = true;
  });
  const next = (): Heard | undefined => {
    const headEnd = heard.indexOf('\r\n\r\n');
    if (headEnd < 0) return undefined;
    const head = heard.subarray(0, headEnd).toString();
    const end = headEnd + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    if (heard.length < end) return undefined;
    const body = heard.subarray(headEnd + 4, end);
    heard = heard.subarray(end);
    return { status: Number(head.slice(9, 12)), head, body };
  };
  return {
    post: (bytes: number, key = liveKey, type = 'application/json'): void => {
      const headers = `Host: here\r\nX-API-Key: ${key}\r\nContent-Type: ${type}`;
      socket.write(`POST /v1/traces HTTP/1.1\r\n${headers}\r\nContent-Length: ${bytes}\r\n\r\n`);
    },
    get: (path: string): void => void socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`),
    write: (text: string): void => void socket.write(text),
    answer: () => until('an answer', next),
    isReset: () => isReset,
    close: (): void => void socket.destroy(),
  };
}

describe('a process that has no room', () => {
  let server: TestApp;
  let gate: ReturnType<typeof createAdmissionController>;
  let clients: ReturnType<typeof openClient>[] = [];
  const refusals: string[] = [];

  const start = async (
    options: Partial<HttpAppOptions> = {},
    handlers: Partial<Handlers> = { exportTraces: accepts },
  ): Promise<void> => {
    gate = createAdmissionController({
      backlog: openBacklog({
        bytesMin: 1,
        bytesMax: 1,
        stepBytes: 1,
        targetMs: 1000,
        stillMsMax: 1000,
      }),
      onRefused: why => refusals.push(why),
      limits: {
        bytesMin: shared,
        bytesMax: shared,
        bytesBound,
        requestBytesMin: 1,
      },
    });
    const authenticate: HttpAppOptions['authenticate'] = async key => {
      const organization = organizations[key];
      if (organization === undefined) return undefined;
      const ids = { keyId: keyId('key'), organizationId: organizationId(organization) };
      return { ...ids, kind: 'live', serviceName: 'checkout' };
    };
    server = await startTestApp(handlers, {
      authenticate,
      admit: admitNow(gate),
      encodeOtlpStatus: encodeStatus,
      ...options,
    });
  };
  const client = () => {
    const opened = openClient(server.port);
    clients.push(opened);
    return opened;
  };
  /** An upload that stays half done. */
  const occupy = async (bytes: number, key = liveKey) => {
    const before = gate.underWay();
    const slow = client();
    slow.post(bytes, key);
    slow.write('{'.padEnd(bytes / 2));
    await until('the upload to be admitted', () => gate.underWay() === before + bytes);
    return slow;
  };

  beforeEach(() => start());
  afterEach(async () => {
    for (const each of clients) each.close();
    clients = [];
    refusals.length = 0;
    await server.stop();
  });

  it('answers before the body is sent, and takes the next request of the same connection', async () => {
    const slow = await occupy(shared);
    const waiting = client();
    waiting.post(500);
    const refused = await waiting.answer();
    equal(refused.status, 503);
    match(refused.head, /^retry-after: [123]$/im);
    match(refused.head, /^content-type: application\/problem\+json/im);
    const problem = JSON.parse(refused.body.toString());
    deepEqual([problem.code, problem.status], ['overloaded', 503]);
    slow.write(' '.repeat(shared / 2));
    equal((await slow.answer()).status, 200);
    waiting.write(' '.repeat(500));
    waiting.post(500);
    waiting.write('{}'.padEnd(500));
    equal((await waiting.answer()).status, 200);
    equal(gate.underWay(), 0);
    deepEqual(refusals, ['process']);
  });

  it('lets a request wait, and takes it as soon as another is answered', async () => {
    await server.stop();
    const room = openWaitingRoom<Permit>(admissionLimits.waiting);
    const current = {
      ask: (asked: IncomingBody) => gate.ask(asked),
      refused: (asked: IncomingBody) => gate.refused(asked),
    };
    await start({ admit: admitOrWait(current, room) });
    const slow = await occupy(shared);
    const waiting = client();
    waiting.post(500);
    waiting.write('{}'.padEnd(500));
    await until('the request to wait', () => room.size() === 1);
    slow.write(' '.repeat(shared / 2));
    equal((await slow.answer()).status, 200);
    equal((await waiting.answer()).status, 200);
    const impatient = await occupy(shared);
    const left = client();
    left.post(500);
    await until('the request to wait', () => room.size() === 1);
    left.close();
    await until('nobody to wait', () => room.size() === 0);
    impatient.close();
    await until('nothing under way', () => gate.underWay() === 0);
    deepEqual(refusals, []);
    await room.stop();
  });

  it('says in protobuf what it refuses in protobuf', async () => {
    await occupy(shared);
    const waiting = client();
    waiting.post(500, liveKey, 'application/x-protobuf');
    const refused = await waiting.answer();
    equal(refused.status, 503);
    match(refused.head, /^retry-after: [123]$/im);
    match(refused.head, /^content-type: application\/x-protobuf/im);
    const status = otlpTypes().lookupType('google.rpc.Status').decode(refused.body).toJSON();
    deepEqual(status, { code: 14, message: 'more is sent than can be taken now' });
  });

  it('takes what another organization sends, and then tells the first that it has its share', async () => {
    await occupy(shared);
    await occupy(400, readKey);
    const more = client();
    more.post(400, liveKey);
    const refused = await more.answer();
    equal(refused.status, 429);
    match(refused.head, /^retry-after: [123]$/im);
    equal(JSON.parse(refused.body.toString()).code, 'rate_limited');
    deepEqual(refusals, ['organization']);
  });

  it('has room again for what an upload held whose client went away', async () => {
    for (let round = 0; round < 20; round++) {
      const slow = await occupy(shared);
      slow.close();
      await until('nothing under way', () => gate.underWay() === 0);
    }
    const fine = client();
    fine.post(shared);
    fine.write('{}'.padEnd(shared));
    equal((await fine.answer()).status, 200);
    deepEqual(refusals, []);
  });

  it('lets a client that sends on see its refusal, and not a reset', async () => {
    await occupy(shared);
    const long = client();
    long.post(4_000_000);
    for (let chunk = 0; chunk < 8; chunk++) long.write('x'.repeat(100_000));
    const refused = await long.answer();
    equal(refused.status, 503);
    match(refused.head, /^connection: close$/im);
    ok(!long.isReset());
  });

  it('says of a body that is too long in any case that it is, and not to come back', async () => {
    const endless = client();
    endless.post(1_000_000_000);
    equal((await endless.answer()).status, 413);
    equal(gate.underWay(), 0);
  });

  it('answers probes, and nobody else, past the number of requests that may wait', async () => {
    await server.stop();
    await start(
      { limits: { requestsAtOnce: { what: 'requests', max: 2, reserved: 0 } } },
      { exportTraces: accepts, livez: async () => ({ status: 200, body: { status: 'alive' } }) },
    );
    await occupy(100);
    await occupy(100);
    const stranger = client();
    stranger.post(100, 'nobody');
    const refused = await stranger.answer();
    equal(refused.status, 503);
    match(refused.head, /^retry-after: [123]$/im);
    const probe = client();
    probe.get('/livez');
    equal((await probe.answer()).status, 200);
  });
});
