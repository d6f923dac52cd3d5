import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { Metadata } from '@grpc/grpc-js';
import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { Unavailable } from '../../platform/errors.ts';
import { openLog } from '../../platform/log.ts';
import { otlpTypes } from '../../platform/otlp/schema.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { topics } from '../../schemas/topics.ts';
import {
  compressedMessage,
  type GrpcAnswer,
  type GrpcClient,
  metricsExport,
  oneMessage,
  openGrpcClient,
  traceExport,
} from '../support/grpc.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan, newId, senderTo } from '../support/otel-send.ts';
import { body, traces } from '../support/otlp.ts';
import { startRotelForwarder } from '../support/rotel-forwarder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const protobuf = { 'Content-Type': 'application/x-protobuf' };

const partialOf = ({ bytes }: GrpcAnswer): unknown =>
  otlpTypes()
    .lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse')
    .decode(bytes.subarray(5))
    .toJSON().partialSuccess;

describe('OTLP over gRPC', function () {
  this.timeout(60_000);
  let server: ObservedServer;
  let key: string;
  let sender: ReturnType<typeof senderTo>;
  let client: GrpcClient;
  let isLogAway = false;
  let refusals = 0;

  before(async () => {
    server = await startObservedServer({
      log: openLog({ level: 'silent', pretty: false }),
      decoratePorts: platform => ({
        ...platform,
        topicLog: {
          ...platform.topicLog,
          append: async (...append) => {
            if (isLogAway && append[0] === topics.spans) {
              refusals++;
              throw new Unavailable('the log cannot be reached');
            }
            return platform.topicLog.append(...append);
          },
        },
      }),
    });
    ({ key } = await server.account('ada@example.org', 'checkout'));
    sender = senderTo(server, key);
    client = openGrpcClient(server.grpcPort ?? 0, key);
  });

  after(async () => {
    client.close();
    await server.close();
  });

  const exported = (spans: readonly ReturnType<typeof freshSpan>[]) =>
    client.send(oneMessage(body(traces(spans), 'protobuf')));

  it('accepts spans, as they are and compressed', async () => {
    const traceId = newId(32);
    const spans = [freshSpan({ traceId }), freshSpan({ traceId })];
    equal((await exported(spans.slice(0, 1))).code, 0);
    const gzip = compressedMessage(gzipSync(body(traces(spans.slice(1)), 'protobuf')));
    equal((await client.send([gzip], { 'grpc-encoding': 'gzip' })).code, 0);
    equal((await sender.readSpans(traceId)).length, 2);
  });

  it('leaves the same as the same bytes over HTTP', async () => {
    const other = await server.account('bob@example.org', 'checkout');
    const others = senderTo(server, other.key);
    const traceId = newId(32);
    const bytes = body(traces([freshSpan({ traceId }), freshSpan({ traceId })]), 'protobuf');
    equal((await client.send(oneMessage(bytes))).code, 0);
    equal((await others.send(bytes, protobuf)).status, 200);
    const [overGrpc, overHttp] = [await sender.readTrace(traceId), await others.readTrace(traceId)];
    equal(overGrpc.body.spans.length, 2);
    deepEqual(overGrpc.body, overHttp.body);
  });

  it('counts what is sent again once, whichever protocol it comes over', async () => {
    const traceId = newId(32);
    const bytes = body(traces([freshSpan({ traceId })]), 'protobuf');
    for (let time = 0; time < 2; time++) {
      equal((await client.send(oneMessage(bytes))).code, 0);
      equal((await sender.send(bytes, protobuf)).status, 200);
    }
    equal((await sender.readSpans(traceId)).length, 1);
    const { body: trace } = await sender.readTrace(traceId);
    equal(trace.trace.span_count, 1);
  });

  it('rejects malformed spans alone and says how many and why', async () => {
    const traceId = newId(32);
    const spans = [
      freshSpan({ traceId }),
      freshSpan({ traceId: 'abcd' }),
      freshSpan({ traceId }, Date.now() - 8 * dayMs),
    ];
    const answer = await exported(spans);
    equal(answer.code, 0);
    deepEqual(partialOf(answer), {
      rejectedSpans: '2',
      errorMessage: `span ${spans[1]?.spanId}: expected a trace id of 16 bytes, found 2: abcd`,
    });
    equal((await sender.readSpans(traceId)).length, 1);
  });

  it('shows an organization alone what it sent', async () => {
    const other = await server.account('eve@example.org', 'checkout');
    const traceId = newId(32);
    equal((await exported([freshSpan({ traceId })])).code, 0);
    equal((await sender.readSpans(traceId)).length, 1);
    equal((await server.get(`/v1/traces/${traceId}`, other.key)).status, 404);
  });

  it('is among the latest requests of its organization', async () => {
    await exported([freshSpan(), freshSpan({ traceId: 'abcd' })]);
    const { body: recent } = await server.get<ResponseOf<'recentIngest'>>('/v1/ingest/recent', key);
    const [{ route, status, accepted, refused, bytes } = {}] = recent.requests;
    deepEqual([route, status, accepted, refused], [traceExport, 200, 1, 1]);
    ok((bytes ?? 0) > 100);
  });

  it('refuses what cannot be read, and keys that it does not know', async () => {
    const malformed = await client.send(oneMessage(Buffer.from('no protobuf')));
    deepEqual([malformed.code, malformed.retrySeconds], [3, undefined]);
    match(malformed.message, /expected OTLP traces in protobuf/);
    const metrics = await client.send(oneMessage(Buffer.from('no protobuf')), {}, metricsExport);
    equal(metrics.code, 3);
    const keyless = await client.send(oneMessage(Buffer.alloc(0)), { 'x-api-key': '' });
    equal(keyless.code, 16);
    match(keyless.message, /invalid API key/);
  });

  it('refuses logs with the sentence that HTTP has for them', async () => {
    const path = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
    const answer = await client.send(oneMessage(Buffer.alloc(0)), {}, path);
    equal(answer.code, 12);
    match(answer.message, /logs are not taken here.*OTEL_LOGS_EXPORTER=none/);
  });

  it('says that it may be tried again while spans cannot be made durable', async () => {
    isLogAway = true;
    const answer = await exported([freshSpan()]);
    isLogAway = false;
    deepEqual([answer.code, answer.retrySeconds], [14, 1]);
  });

  it('is tried again by an agent in Rust, and then has the spans once', async () => {
    const folder = await temporaryFolder();
    const grpcPort = server.grpcPort ?? 0;
    const rotel = await startRotelForwarder({ folder: folder.path, grpcPort, key });
    isLogAway = true;
    refusals = 0;
    const traceId = newId(32);
    const spans = [freshSpan({ traceId }), freshSpan({ traceId }), freshSpan({ traceId: 'abcd' })];
    const bytes = body(traces(spans), 'protobuf');
    await fetch(`${rotel.url}/v1/traces`, { method: 'POST', headers: protobuf, body: bytes });
    await until('the second try', () => refusals > 1);
    isLogAway = false;
    await until('the spans', async () => (await sender.readSpans(traceId)).length > 0);
    await rotel.stop();
    await folder.remove();
    const { body: trace } = await sender.readTrace(traceId);
    deepEqual([trace.trace.span_count, trace.spans.length], [2, 2]);
  });

  it('tells exporters that do not try again themselves why they failed', async () => {
    isLogAway = true;
    const { provider, codes, errors } = openSdk();
    provider.getTracer('once').startSpan('tried once').end();
    // It throws what its exporter was told, too.
    await provider.forceFlush().catch(() => undefined);
    isLogAway = false;
    await provider.shutdown();
    deepEqual(codes, [1]);
    match(String(errors[0]?.message), /^14 UNAVAILABLE: the log cannot be reached$/);
  });

  it('tells exporters of the spans that it rejected', async () => {
    const warnings: string[] = [];
    const { provider, codes } = openSdk();
    const note = (...said: unknown[]): void => void warnings.push(said.map(inText).join(' '));
    diag.setLogger(loggerOf(note), DiagLogLevel.WARN);
    const tracer = provider.getTracer('old');
    const span = tracer.startSpan('too old', { startTime: Date.now() - 9 * dayMs });
    span.end(Date.now() - 8 * dayMs);
    await provider.forceFlush();
    await provider.shutdown();
    diag.disable();
    deepEqual(codes, [0]);
    match(warnings.join('\n'), /partial success.*rejectedSpans/iu);
  });

  function openSdk() {
    const codes: number[] = [];
    const errors: Error[] = [];
    const metadata = new Metadata();
    metadata.set('x-api-key', key);
    const url = `http://127.0.0.1:${server.grpcPort}`;
    const exporter = new OTLPTraceExporter({ url, metadata });
    const send = exporter.export.bind(exporter);
    exporter.export = (spans, done) =>
      send(spans, result => {
        codes.push(result.code);
        if (result.error !== undefined) errors.push(result.error);
        done(result);
      });
    const spanProcessors = [new SimpleSpanProcessor({ exporter })];
    return { provider: new TracerProvider({ spanProcessors }), codes, errors };
  }
});

const inText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const loggerOf = (note: DiagLogger['warn']): DiagLogger => {
  const ignore = (): void => undefined;
  return { error: note, warn: note, info: ignore, debug: ignore, verbose: ignore };
};
