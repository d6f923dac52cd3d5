import { deepEqual, equal, ok } from 'node:assert/strict';
import { Metadata } from '@grpc/grpc-js';
import { type DiagLogger, DiagLogLevel, diag, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { OTLPTraceExporter as OldExporter } from 'otlp-exporter-0-46';
import { BasicTracerProvider, BatchSpanProcessor as OldProcessor } from 'otlp-sdk-1-19';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { tellStory } from '../support/otel.ts';
import {
  expectedSpan,
  type SentSpan,
  type Writing,
  withoutSpellings,
} from '../support/otel-expected.ts';
import { partOf } from '../support/property.ts';

const spans = partOf(1_000, 4);
const spansPerTrace = 50;

type Results = { readonly sent: SentSpan[]; readonly codes: number[] };

type Exporter = {
  export: (spans: never, done: (result: { readonly code: number }) => void) => void;
  shutdown: () => Promise<void>;
};

type Sdk = {
  readonly getTracer: (name: string, version?: string) => Tracer;
  readonly forceFlush: () => Promise<void>;
  readonly shutdown: () => Promise<void>;
};

type Target = { readonly url: string; readonly headers: Record<string, string> };

/** The same over gRPC. */
type GrpcTarget = { readonly url: string; readonly metadata: Metadata };

type Sender = Writing & {
  readonly name: string;
  readonly writesBytes: boolean;
  readonly open: (
    target: Target,
    watch: <E extends Exporter>(exporter: E) => E,
    grpc: GrpcTarget,
  ) => Sdk;
};

const resourceAttributes = (service: string) => ({
  'service.name': service,
  'service.version': '1.0.0-β',
  'host.cpus': 16,
  'host.load': 0.75,
  'host.virtual': true,
  'host.addresses': ['10.0.0.1', 'fe80::1'],
});

const current = (service: string, exporter: JsonExporter | ProtobufExporter | GrpcExporter): Sdk =>
  new TracerProvider({
    resource: resourceFromAttributes(resourceAttributes(service)),
    spanLimits: { attributeCountLimit: 128, eventCountLimit: 2, linkCountLimit: 128 },
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });

const gzip = 'gzip' as never;
const now = { flags: true, writesBytes: true } as const;

const senders: readonly Sender[] = [
  {
    ...now,
    name: 'exporter 0.223 as JSON',
    format: 'json',
    open: (target, watch) => current('shop json', watch(new JsonExporter(target))),
  },
  {
    ...now,
    name: 'exporter 0.223 as JSON with gzip',
    format: 'json',
    open: (target, watch) =>
      current('shop/json/gzip', watch(new JsonExporter({ ...target, compression: gzip }))),
  },
  {
    ...now,
    name: 'exporter 0.223 as protobuf',
    format: 'protobuf',
    open: (target, watch) => current('obchod č. 1', watch(new ProtobufExporter(target))),
  },
  {
    ...now,
    name: 'exporter 0.223 as protobuf with gzip',
    format: 'protobuf',
    open: (target, watch) =>
      current('店', watch(new ProtobufExporter({ ...target, compression: gzip }))),
  },
  {
    ...now,
    name: 'exporter 0.223 over gRPC',
    format: 'protobuf',
    open: (_, watch, grpc) => current('shop grpc', watch(new GrpcExporter(grpc))),
  },
  {
    ...now,
    name: 'exporter 0.223 over gRPC with gzip',
    format: 'protobuf',
    open: (_, watch, grpc) =>
      current('shop grpc/gzip', watch(new GrpcExporter({ ...grpc, compression: gzip }))),
  },
  {
    name: 'exporter 0.46 as JSON',
    format: 'json',
    flags: false,
    writesBytes: false,
    open: (target, watch) => {
      const provider = new BasicTracerProvider({
        resource: { attributes: resourceAttributes('shop-2023') } as never,
      });
      provider.addSpanProcessor(new OldProcessor(watch(new OldExporter(target))));
      return provider as unknown as Sdk;
    },
  },
];

/** Notes what an exporter is given and how it says that it went. */
const watchInto =
  ({ sent, codes }: Results) =>
  <E extends Exporter>(exporter: E): E => {
    const original = exporter.export.bind(exporter);
    exporter.export = (batch: never, done) => {
      sent.push(...(batch as readonly SentSpan[]));
      original(batch, result => {
        codes.push(result.code);
        done(result);
      });
    };
    return exporter;
  };

onBothEngines('unmodified OpenTelemetry clients', function (start) {
  this.timeout(60_000);
  let server: WholeTidemark;
  let key: string;
  const complaints: string[] = [];

  before(async function () {
    const note = (message: string, ...details: unknown[]): void => {
      complaints.push([message, ...details].map(String).join(' '));
    };
    const logger: DiagLogger = {
      error: note,
      warn: note,
      info: () => undefined,
      debug: () => undefined,
      verbose: () => undefined,
    };
    diag.setLogger(logger, DiagLogLevel.WARN);
    server = await start(this);
    ({ key } = await server.account('ada@example.org', 'shop'));
  });

  after(async () => {
    diag.disable();
    await server?.close();
  });

  for (const sender of senders) {
    it(`have each of their ${spans} spans read back as it was sent: ${sender.name}`, async () => {
      const results: Results = { sent: [], codes: [] };
      const target = { url: `${server.url}/v1/traces`, headers: { 'X-API-Key': key } };
      const metadata = new Metadata();
      metadata.set('x-api-key', key);
      const grpc = { url: `http://127.0.0.1:${server.grpcPort}`, metadata };
      const sdk = sender.open(target, watchInto(results), grpc);
      const tracers = [sdk.getTracer('shop', '1.2.3'), sdk.getTracer('obchod ☂')];
      complaints.length = 0;
      tellStory({
        tracer: index => tracers[index % 7 === 0 ? 1 : 0] as Tracer,
        nowSeconds: Math.floor(Date.now() / 1000),
        spans,
        spansPerTrace,
        writesBytes: sender.writesBytes,
      });
      await sdk.forceFlush();
      await sdk.shutdown();
      deepEqual([...new Set(results.codes)], [0]);
      deepEqual(
        complaints.filter(text => !text.startsWith('Dropped')),
        [],
      );
      equal(results.sent.length, spans);
      await server.caughtUp();
      const read = await readBack(results.sent);
      equal(read.size, spans);
      for (const span of results.sent) {
        deepEqual(read.get(span.spanContext().spanId), expectedSpan(span, sender));
      }
    });
  }

  it('leave nothing that could not be processed', async () => {
    equal(await server.deadLetters(), 0);
  });

  /** Every trace is asked for by its id; what comes must be whole, and in the order of starts. */
  async function readBack(sent: readonly SentSpan[]) {
    const read = new Map<string, unknown>();
    const ids = new Set(sent.map(span => span.spanContext().traceId));
    equal(ids.size, spans / spansPerTrace);
    const answers = await Promise.all(
      [...ids].map(id => server.get<ResponseOf<'getTrace'>>(`/v1/traces/${id}`, key)),
    );
    for (const { status, body } of answers) {
      equal(status, 200);
      equal(body.trace.span_count, spansPerTrace);
      const starts = body.spans.map(span => BigInt(span.start_time_unix_nano));
      ok(starts.every((start, index) => index === 0 || start >= (starts[index - 1] ?? 0n)));
      for (const span of body.spans) read.set(span.span_id, withoutSpellings(span));
    }
    return read;
  }
});
