import { deepEqual, equal, ok } from 'node:assert/strict';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { PushMetricExporter, ResourceMetrics } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Context } from 'mocha';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { cachedCollector } from '../collector/build.ts';
import { startCollector } from '../collector/collector.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freePorts } from '../support/free-ports.ts';
import { tellStory } from '../support/otel.ts';
import { expectedSpan, type SentSpan, withoutSpellings } from '../support/otel-expected.ts';
import {
  expectedPoints,
  ordered,
  type Point,
  storedPoints,
} from '../support/otel-metric-points.ts';
import { openMeters } from '../support/otel-metrics.ts';
import { type PythonTarget, pythonPackages, sendFromPython } from '../support/python-producer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

type Spans = ResponseOf<'getTrace'>['spans'];

const spans = 200;
const spansPerTrace = 20;

onBothEngines('other producers', function (start) {
  this.timeout(60_000);
  let server: WholeTidemark;
  let key: string;
  let organization: string;

  before(async function () {
    server = await start(this);
    const { key: issued, verified } = await server.account('ada@example.org', 'shop');
    key = issued;
    organization = String(verified.body.organization_id);
  });

  after(async () => {
    await server?.close();
  });

  /** All spans of some traces by their ids. */
  async function readSpans(traceIds: ReadonlySet<string>): Promise<Map<string, Spans[number]>> {
    const answers = await Promise.all(
      [...traceIds].map(id => server.get<ResponseOf<'getTrace'>>(`/v1/traces/${id}`, key)),
    );
    return new Map(
      answers.flatMap(({ body }) => body.spans ?? []).map(span => [span.span_id, span]),
    );
  }

  const stored = (service: string): Promise<Point[]> =>
    storedPoints(server.platform.warehouse, organization, service);

  /** Sends from Python and compares what is stored with what its exporters were given. */
  async function comparePython(context: Context, protocol: PythonTarget['protocol']) {
    context.timeout(200_000);
    const packages = await pythonPackages();
    if ('missing' in packages) {
      process.stdout.write(`      skipped: no exporters for Python, since ${packages.missing}\n`);
      return context.skip();
    }
    const service = `obchod v Pythonu: ${protocol}`;
    const url = protocol === 'grpc' ? `127.0.0.1:${server.grpcPort}` : server.url;
    const sent = await sendFromPython(packages.path, { url, key, service, protocol });
    deepEqual(sent.failures, []);
    ok(sent.spans.length === 60 && sent.points.length >= 25);
    ok(sent.points.some(({ exemplars }) => (exemplars as readonly unknown[]).length > 0));
    await server.caughtUp();
    deepEqual(ordered(await stored(service)), ordered(sent.points));
    const found = await readSpans(new Set(sent.spans.map(({ trace_id }) => trace_id)));
    equal(found.size, sent.spans.length);
    for (const span of sent.spans) {
      const read: Record<string, unknown> = { ...found.get(span.span_id) };
      const events = (read.events as Spans[number]['events']).map(
        ({ name, time_unix_nano, otlp_attributes }) => ({ name, time_unix_nano, otlp_attributes }),
      );
      const same = Object.keys(span).map(field => [field, read[field]]);
      deepEqual({ ...Object.fromEntries(same), events }, span);
    }
  }

  it('have all of it read back as it was sent: Python’s exporters, with gzip and deflate', function () {
    return comparePython(this, 'http/protobuf');
  });

  it('have all of it read back as it was sent: Python’s exporters over gRPC, with gzip', function () {
    return comparePython(this, 'grpc');
  });

  it('have all of it read back as it was sent: through a Collector, with gzip', async function () {
    const binary = await cachedCollector();
    if (binary === undefined) {
      process.stdout.write('      skipped: no Collector, which npm run test:clients builds\n');
      return this.skip();
    }
    const folder = await temporaryFolder();
    const [port = 0] = await freePorts(1);
    const options = { binary, port, key, folder: folder.path, endpoint: server.url };
    const collector = await startCollector(options);
    const service = 'shop behind a collector';
    try {
      const points = await sendPoints(collector.url, service);
      const sent = await sendSpans(collector.url, service);
      await until(
        'the points to arrive',
        async () => (await stored(service)).length >= points.length,
      );
      deepEqual(ordered(await stored(service)), ordered(points));
      const ids = new Set(sent.map(span => span.spanContext().traceId));
      const found = await until('the spans to arrive', async () => {
        const read = await readSpans(ids);
        return read.size >= sent.length && read;
      });
      for (const span of sent) {
        const read = found.get(span.spanContext().spanId);
        ok(read !== undefined);
        const expected = expectedSpan(span, { format: 'protobuf', flags: true });
        deepEqual(withoutSpellings(read), expected);
      }
    } finally {
      await collector.stop();
      await folder.remove();
    }
  });

  it('leave nothing that could not be processed', async () => {
    equal(await server.deadLetters(), 0);
  });
});

async function sendPoints(url: string, service: string): Promise<Point[]> {
  const points: Point[] = [];
  const exporter = new OTLPMetricExporter({ url: `${url}/v1/metrics` });
  const watched = exporter as unknown as PushMetricExporter;
  const original = watched.export.bind(exporter);
  watched.export = (batch: ResourceMetrics, done) => {
    points.push(...expectedPoints(batch, 'protobuf'));
    original(batch, done);
  };
  const meters = openMeters(service, watched);
  for (let round = 0; round < 3; round++) {
    meters.tell();
    await meters.flush();
  }
  await meters.shutdown();
  return points;
}

async function sendSpans(url: string, service: string): Promise<SentSpan[]> {
  const sent: SentSpan[] = [];
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces` });
  const original = exporter.export.bind(exporter);
  exporter.export = (batch, done) => {
    sent.push(...batch);
    original(batch, done);
  };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanLimits: { attributeCountLimit: 128, eventCountLimit: 2, linkCountLimit: 128 },
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  tellStory({
    tracer: () => provider.getTracer('shop', '1.2.3'),
    nowSeconds: Math.floor(Date.now() / 1000),
    spans,
    spansPerTrace,
    writesBytes: true,
  });
  await provider.forceFlush();
  await provider.shutdown();
  return sent;
}
