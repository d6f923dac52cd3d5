import { equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { otlpTypes } from '../../platform/otlp/schema.ts';
import { packageRoot } from '../../platform/package.ts';
import type { MalformedBody } from '../support/malformed/case.ts';
import { encodedBodies } from '../support/malformed/encoded-bodies.ts';
import { jsonBodies } from '../support/malformed/json-bodies.ts';
import { metricBodies } from '../support/malformed/metric-bodies.ts';
import { protobufBodies } from '../support/malformed/protobuf-bodies.ts';
import { type MalformedRequest, wireRequests } from '../support/malformed/wire-requests.ts';
import { type MeasuredServer, startMeasured } from '../support/measured.ts';
import { contentTypes, freshSpan } from '../support/otel-send.ts';
import { body, traces } from '../support/otlp.ts';
import { itOfProofs } from '../support/property.ts';
import { until } from '../support/until.ts';

const tracesPath = '/v1/traces';
const bodies: readonly MalformedBody[] = [
  ...jsonBodies,
  ...protobufBodies,
  ...encodedBodies,
  ...metricBodies,
];
const slowBodies = 50;
const grownBytesMax = 64 * 1024 * 1024;
const answerMsMax = 10_000;

type Told = { readonly status: number; readonly refused: number; readonly reason: string };

describe('what no well-meaning client sends', function () {
  this.timeout(180_000);
  let server: MeasuredServer;
  let key: string;
  const slow: Socket[] = [];

  before(async () => {
    server = await startMeasured(packageRoot());
    ({ key } = await server.account('eve@example.org', 'checkout'));
  });

  after(async () => {
    for (const socket of slow) socket.destroy();
    await server.close();
  });

  const send = async (
    bytes: Buffer,
    headers: Readonly<Record<string, string>>,
    path = tracesPath,
  ) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, ...headers },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
    return { response, answer: Buffer.from(await response.arrayBuffer()) };
  };

  const sendBody = async ({ body: make, format, headers, path }: MalformedBody): Promise<Told> => {
    const all = { 'Content-Type': contentTypes[format], ...headers };
    const { response, answer } = await send(make(), all, path);
    const { status } = response;
    if (format === 'json') return { status, ...toldInJson(answer) };
    return { status, ...toldInProtobuf(status, answer, path) };
  };

  const sendWire = async ({ bytes, isHalfClosed }: MalformedRequest): Promise<string> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let answer = '';
    let isOver = false;
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      isOver = true;
    });
    await once(socket, 'connect');
    socket.write(bytes(key), 'latin1');
    if (isHalfClosed) socket.end();
    await until('an answer or the end', () => isOver || answer.includes('\r\n\r\n'), answerMsMax);
    socket.destroy();
    return answer;
  };

  const aGoodOne = async (): Promise<void> => {
    const bytes = body(traces([freshSpan()]), 'json');
    const { response, answer } = await send(bytes, { 'Content-Type': contentTypes.json });
    equal(response.status, 200, answer.toString());
  };

  it('has at least sixty names, each its own', () => {
    const names = [...bodies, ...wireRequests].map(({ name }) => name);
    equal(new Set(names).size, names.length);
    ok(names.length >= 60, `found ${names.length}`);
  });

  for (const malformed of bodies) {
    it(`answers ${malformed.status} to ${malformed.name}`, async () => {
      const told = await sendBody(malformed);
      equal(told.status, malformed.status, told.reason);
      equal(told.refused, malformed.refused ?? 0, told.reason);
      if (malformed.reason === undefined) equal(told.reason, '');
      else match(told.reason, malformed.reason);
      ok(told.reason.length < 400, `a reason of ${told.reason.length} characters`);
    });
  }

  for (const malformed of wireRequests) {
    it(`answers ${malformed.name}`, async () => {
      match(await sendWire(malformed), malformed.answer);
      await aGoodOne();
    });
  }

  it('answers others while bodies arrive slowly', async () => {
    for (let index = 0; index < slowBodies; index++) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST /v1/traces HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Length: 9000000\r\n\r\n{`,
      );
      slow.push(socket);
    }
    await aGoodOne();
  });

  it('has taken everything it accepted to the warehouse', async () => {
    equal((await server.settled()).deadLetters, 0);
  });

  itOfProofs('needs no more memory after the same again', async () => {
    const before = await server.settled();
    for (const malformed of bodies) await sendBody(malformed);
    for (const malformed of wireRequests) await sendWire(malformed);
    let grown = Number.POSITIVE_INFINITY;
    await until(
      'the memory to be given back',
      async () => {
        grown = (await server.settled()).rssBytes - before.rssBytes;
        return grown <= grownBytesMax;
      },
      30_000,
    ).catch(error => {
      throw new Error(`grew by ${Math.round(grown / 1024 ** 2)} MiB`, { cause: error });
    });
    await aGoodOne();
  });
});

const toldInJson = (answer: Buffer): Omit<Told, 'status'> => {
  const { partialSuccess, error } = JSON.parse(answer.toString()) as {
    readonly error?: string;
    readonly partialSuccess?: PartialSuccess;
  };
  return {
    refused: refusedOf(partialSuccess),
    reason: error ?? partialSuccess?.errorMessage ?? '',
  };
};

type PartialSuccess = {
  readonly rejectedSpans?: string;
  readonly rejectedDataPoints?: string;
  readonly errorMessage?: string;
};

const refusedOf = (success: PartialSuccess | undefined): number =>
  Number(success?.rejectedSpans ?? success?.rejectedDataPoints ?? 0);

const toldInProtobuf = (
  status: number,
  answer: Buffer,
  path = tracesPath,
): Omit<Told, 'status'> => {
  const decode = (name: string) => otlpTypes().lookupType(name).decode(answer).toJSON();
  if (status !== 200) return { refused: 0, reason: String(decode('google.rpc.Status').message) };
  const { partialSuccess } = decode(
    path === tracesPath
      ? 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse'
      : 'opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse',
  );
  return {
    refused: refusedOf(partialSuccess),
    reason: partialSuccess?.errorMessage ?? '',
  };
};
