import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { Unavailable } from '../../platform/errors.ts';
import { openLog } from '../../platform/log.ts';
import { otlpTypes } from '../../platform/otlp/schema.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { Platform } from '../../services/open.ts';
import { unknownKey } from '../support/http-app.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import {
  type Answer,
  contentTypes,
  freshSpan,
  jsonOf,
  newId,
  senderTo,
  textOf,
} from '../support/otel-send.ts';
import { body, nanosOf, text, traces } from '../support/otlp.ts';
import { until } from '../support/until.ts';

type Problem = { readonly error: string; readonly code: string; readonly status: number };

const protobuf = { 'Content-Type': contentTypes.protobuf };

const decode = (name: string, answer: Answer): Record<string, unknown> =>
  otlpTypes().lookupType(name).decode(answer.bytes).toJSON();

const statusOf = (answer: Answer): Record<string, unknown> => {
  equal(answer.headers.get('Content-Type'), contentTypes.protobuf);
  return decode('google.rpc.Status', answer);
};

const partialOf = (answer: Answer): unknown =>
  decode('opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse', answer)
    .partialSuccess;

describe('POST /v1/traces, when it cannot take what is sent', function () {
  this.timeout(60_000);
  let server: ObservedServer;
  let key: string;
  let sender: ReturnType<typeof senderTo>;
  const away = { log: false, blobs: false, warehouse: false };
  let refusals = 0;

  /** Engines that can be taken away. */
  const wrap = (platform: Platform): Platform => {
    const unless = (part: keyof typeof away): void => {
      if (!away[part]) return;
      refusals++;
      throw new Unavailable(`the ${part} cannot be reached`);
    };
    return {
      ...platform,
      topicLog: {
        ...platform.topicLog,
        append: async (...append) => {
          if (append[0] === 'spans') unless('log');
          return platform.topicLog.append(...append);
        },
      },
      blobStore: {
        ...platform.blobStore,
        putIfAbsent: async (...put) => {
          unless('blobs');
          return platform.blobStore.putIfAbsent(...put);
        },
      },
      warehouse: {
        ...platform.warehouse,
        query: async (...query) => {
          unless('warehouse');
          return platform.warehouse.query(...query);
        },
        insertColumns: async (...insert) => {
          unless('warehouse');
          return platform.warehouse.insertColumns(...insert);
        },
      },
    };
  };

  before(async () => {
    server = await startObservedServer({
      decoratePorts: wrap,
      log: openLog({ level: 'silent', pretty: false }),
    });
    ({ key } = await server.account('ada@example.org', 'checkout'));
    sender = senderTo(server, key);
  });

  afterEach(() => {
    Object.assign(away, { log: false, blobs: false, warehouse: false });
  });

  after(() => server.close());

  it('refuses a missing, a misspelt and an unknown key alike', async () => {
    const spelt = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    for (const wrong of ['', 'nonsense', spelt, unknownKey]) {
      const answer = await sender.send(textOf({}), { 'X-API-Key': wrong });
      equal(answer.status, 401);
      equal(answer.headers.get('WWW-Authenticate'), 'Bearer');
      const problem = jsonOf(answer) as Problem;
      deepEqual([problem.code, problem.status], ['invalid_api_key', 401]);
      match(problem.error, /invalid API key/);
    }
    const status = statusOf(await sender.send(Buffer.alloc(0), { ...protobuf, 'X-API-Key': '' }));
    equal(status.code, 16);
    match(String(status.message), /invalid API key/);
  });

  it('refuses what cannot be read, in the form it was sent in', async () => {
    for (const bytes of ['', '{', '[]', '{"resourceSpans":{}}', 'hello']) {
      const answer = await sender.send(Buffer.from(bytes));
      equal(answer.status, 400, bytes);
      equal(typeof (jsonOf(answer) as Problem).error, 'string');
    }
    const answer = await sender.send(Buffer.from('no protobuf'), protobuf);
    equal(answer.status, 400);
    const status = statusOf(answer);
    equal(status.code, 3);
    match(String(status.message), /expected OTLP traces in protobuf/);
  });

  it('refuses other content types and encodings, and bodies that are not what they claim', async () => {
    const bytes = body(traces([freshSpan()]), 'json');
    equal((await sender.send(bytes, { 'Content-Type': 'text/plain' })).status, 415);
    equal((await sender.send(bytes, { 'Content-Encoding': 'br' })).status, 415);
    equal((await sender.send(bytes, { 'Content-Encoding': 'gzip' })).status, 400);
  });

  it('refuses bodies that are too large, on the wire and inflated', async () => {
    const mebibytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, 0x20);
    const wire = await sender.send(mebibytes(11));
    equal(wire.status, 413);
    equal((jsonOf(wire) as Problem).code, 'payload_too_large');
    const bomb = gzipSync(mebibytes(51));
    const answer = await sender.send(bomb, { ...protobuf, 'Content-Encoding': 'gzip' });
    equal(answer.status, 413);
    equal(statusOf(answer).code, 8);
  });

  it('refuses malformed spans alone and says how many and why', async () => {
    for (const format of ['json', 'protobuf'] as const) {
      const traceId = newId(32);
      const now = Date.now();
      const spans = [
        freshSpan({ traceId }),
        freshSpan({ traceId: 'abcd' }),
        freshSpan({ traceId, spanId: '0'.repeat(16) }),
        freshSpan({ traceId, endTimeUnixNano: nanosOf(now - 2_000) }),
        freshSpan({ traceId }, now - 8 * dayMs),
        freshSpan({ traceId }, now + 11 * 60_000),
        freshSpan({ traceId }, now - 6 * dayMs),
      ];
      const headers = { 'Content-Type': contentTypes[format] };
      const answer = await sender.send(body(traces(spans), format), headers);
      equal(answer.status, 200);
      const partial = format === 'json' ? jsonPartialOf(answer) : partialOf(answer);
      deepEqual(partial, {
        rejectedSpans: '5',
        errorMessage: `span ${spans[1]?.spanId}: expected a trace id of 16 bytes, found 2: abcd`,
      });
      const read = await sender.readSpans(traceId);
      deepEqual(
        read.map(span => span.span_id),
        [spans[6]?.spanId, spans[0]?.spanId],
      );
    }
  });

  it('refuses a span whose bytes an old exporter wrote as an object, and takes the others', async () => {
    const traceId = newId(32);
    const bytes = { key: 'bytes', value: { bytesValue: { 0: 1 } as never } };
    const spans = [freshSpan({ traceId, attributes: [bytes] }), freshSpan({ traceId })];
    const answer = await sender.send(body(traces(spans), 'json'));
    deepEqual(jsonPartialOf(answer), {
      rejectedSpans: '1',
      errorMessage: 'span number 1: bytesValue: expected a plain value, found object',
    });
    equal((await sender.readSpans(traceId)).length, 1);
  });

  it('writes nothing when no span is left', async () => {
    const before = await ends();
    const answer = await sender.send(body(traces([freshSpan({ spanId: '' })]), 'json'));
    equal(answer.status, 200);
    match(JSON.stringify(jsonPartialOf(answer)), /"rejectedSpans":"1"/);
    equal(await ends(), before);
  });

  it('answers 503 with Retry-After while it cannot make spans durable', async () => {
    away.log = true;
    const traceId = newId(32);
    const bytes = body(traces([freshSpan({ traceId })]), 'json');
    const answer = await sender.send(bytes);
    equal(answer.status, 503);
    equal(answer.headers.get('Retry-After'), '1');
    equal((jsonOf(answer) as Problem).code, 'unavailable');
    const other = await sender.send(body(traces([freshSpan()]), 'protobuf'), protobuf);
    equal(other.headers.get('Retry-After'), '1');
    equal(statusOf(other).code, 14);
    Object.assign(away, { log: false, blobs: true });
    const large = traces([
      freshSpan({ attributes: [text('long', randomBytes(1_000_000).toString('hex'))] }),
    ]);
    equal((await sender.send(body(large, 'json'))).status, 503);
    equal((await sender.send(bytes)).status, 200);
    equal((await sender.readSpans(traceId)).length, 1);
  });

  it('is tried again by the exporters, and then has the spans once', async () => {
    away.log = true;
    const codes: number[] = [];
    const exporter = new OTLPTraceExporter({
      url: `${server.url}/v1/traces`,
      headers: { 'X-API-Key': key },
    });
    const provider = new TracerProvider({
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    });
    const send = exporter.export.bind(exporter);
    exporter.export = (spans, done) =>
      send(spans, result => {
        codes.push(result.code);
        done(result);
      });
    refusals = 0;
    const span = provider.getTracer('retry').startSpan('tried twice');
    span.end();
    await until('the first try', () => refusals > 0);
    away.log = false;
    await provider.forceFlush();
    await provider.shutdown();
    deepEqual(codes, [0]);
    equal((await sender.readSpans(span.spanContext().traceId)).length, 1);
  });

  it('goes on taking spans while the warehouse is away, though nobody can read', async () => {
    away.warehouse = true;
    const traceId = newId(32);
    await sender.sendSpans([freshSpan({ traceId })]);
    for (const path of [
      `/v1/traces/${traceId}`,
      '/v1/traces',
      '/v1/services',
      '/api/metrics/services/checkout',
    ]) {
      const response = await fetch(`${server.url}${path}`, { headers: { 'X-API-Key': key } });
      equal(response.status, 503, path);
      equal(response.headers.get('Retry-After'), '1');
      await response.body?.cancel();
    }
    away.warehouse = false;
    equal((await sender.readSpans(traceId)).length, 1);
    ok((await server.deadLetters()) === 0);
  });

  const jsonPartialOf = (answer: Answer): unknown =>
    (jsonOf(answer) as { readonly partialSuccess: unknown }).partialSuccess;

  async function ends(): Promise<number> {
    const lags = await server.platform.topicLog.lag('test', 'spans');
    return lags.reduce((sum, { end }) => sum + end, 0);
  }
});
