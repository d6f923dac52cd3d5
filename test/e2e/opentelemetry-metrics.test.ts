import { deepEqual, equal, ok } from 'node:assert/strict';
import { Metadata } from '@grpc/grpc-js';
import { OTLPMetricExporter as GrpcExporter } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import type { PushMetricExporter, ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import {
  expectedPoints,
  ordered,
  type Point,
  storedPoints,
} from '../support/otel-metric-points.ts';
import { openMeters, type Told } from '../support/otel-metrics.ts';
import { until } from '../support/until.ts';

const rounds = 4;
const temporalities = { delta: 0, cumulative: 1 } as const;

type Sender = {
  readonly format: OtlpFormat;
  readonly temporality: keyof typeof temporalities;
  readonly compression?: 'gzip';
  readonly protocol?: 'grpc';
};

const senders: readonly Sender[] = [
  { format: 'json', temporality: 'delta' },
  { format: 'json', temporality: 'cumulative', compression: 'gzip' },
  { format: 'protobuf', temporality: 'delta', compression: 'gzip' },
  { format: 'protobuf', temporality: 'cumulative' },
  { format: 'protobuf', temporality: 'delta', protocol: 'grpc' },
  { format: 'protobuf', temporality: 'cumulative', compression: 'gzip', protocol: 'grpc' },
];

type Sent = { readonly points: Point[]; readonly codes: number[]; told: Told };

onBothEngines('unmodified OpenTelemetry metrics exporters', function (start) {
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

  /** Exports a few rounds through an SDK and notes what its exporter was given. */
  async function send(sender: Sender, service: string): Promise<Sent> {
    const { format, temporality, compression } = sender;
    const options = {
      url: `${server.url}/v1/metrics`,
      headers: { 'X-API-Key': key },
      temporalityPreference: temporalities[temporality],
      ...(compression !== undefined && { compression: compression as never }),
    };
    const exporter = exporterOf(sender, options);
    const sent: Sent = { points: [], codes: [], told: new Map() };
    const original = exporter.export.bind(exporter) as PushMetricExporter['export'];
    const watched = exporter as unknown as PushMetricExporter;
    watched.export = (batch: ResourceMetrics, done) => {
      sent.points.push(...expectedPoints(batch, format));
      original(batch, result => {
        sent.codes.push(result.code);
        done(result);
      });
    };
    const meters = openMeters(service, watched);
    for (let round = 0; round < rounds; round++) {
      sent.told = meters.tell();
      const toldAtMs = Date.now();
      // A first export in the millisecond in which an SDK began has a start that equals its time: an unknown one.
      await until('the clock to go on', () => Date.now() > toldAtMs + 1);
      await meters.flush();
    }
    await meters.shutdown();
    return sent;
  }

  function exporterOf({ format, protocol }: Sender, options: object) {
    if (format === 'json') return new JsonExporter(options);
    if (protocol === undefined) return new ProtobufExporter(options);
    const metadata = new Metadata();
    metadata.set('x-api-key', key);
    const url = `http://127.0.0.1:${server.grpcPort}`;
    return new GrpcExporter({ ...options, headers: {}, url, metadata });
  }

  const query = async (parameters: Record<string, string>) => {
    const path = `/v1/metrics/query?${new URLSearchParams(parameters)}`;
    const { status, body } = await server.get<ResponseOf<'queryMetric'>>(path, key);
    equal(status, 200, JSON.stringify(body));
    return body;
  };

  for (const sender of senders) {
    const { format, temporality, compression, protocol = '' } = sender;
    const service = `shop/${format} ${temporality}${protocol}`;
    const how = [format, temporality, compression, protocol].filter(Boolean).join(', ');

    it(`have every data point read back as it was sent: ${how}`, async () => {
      const { points, codes } = await send(sender, service);
      deepEqual([...new Set(codes)], [0]);
      ok(points.length >= rounds * 15, `expected many points, sent ${points.length}`);
      deepEqual(new Set(points.map(({ type }) => type)), new Set([1, 2, 3, 4]));
      await server.caughtUp();
      const stored = await storedPoints(server.platform.warehouse, organization, service);
      deepEqual(ordered(stored), ordered(points));
    });

    it(`have their figures read as they are: ${how}`, async () => {
      const name = `${service} again`;
      const { told } = await send(sender, name);
      await server.caughtUp();
      const asked = { metric: 'shop.orders', service: name, step: '3600' };
      const sums = await query({ ...asked, aggregation: 'sum', group_by: 'kind' });
      const found = sums.series.map(({ group, points }) => [
        group,
        points.reduce((sum, { value }) => sum + value, 0),
      ]);
      deepEqual(new Map(found as [string, number][]), told);
      deepEqual([sums.type, sums.unit], ['sum', '{order}']);
    });
  }

  it('may be hand-made, with single increments that are called cumulative', async () => {
    const timeUnixNano = String(BigInt(Date.now() - 1000) * 1_000_000n);
    const attributes = [{ key: 'route', value: { stringValue: '/a' } }];
    const at = (asDouble: number) => ({ timeUnixNano, attributes, asDouble });
    const metrics = [
      {
        name: 'hits',
        sum: { dataPoints: [at(1), at(1), at(3)], aggregationTemporality: 2, isMonotonic: true },
      },
      { name: 'took', gauge: { dataPoints: [at(12.5), at(7)] } },
    ];
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'by hand' } }] };
    const scopeMetrics = [{ scope: { name: 'tracekit' }, metrics }];
    const body = { resourceMetrics: [{ resource, scopeMetrics }] };
    const answer = await server.post('/v1/metrics', body, { 'X-API-Key': key });
    deepEqual(answer, { status: 200, body: { partialSuccess: {} } });
    await server.caughtUp();
    const asked = { service: 'by hand', step: '3600' };
    const hits = await query({ ...asked, metric: 'hits', aggregation: 'sum', group_by: 'route' });
    deepEqual(
      hits.series.map(({ group, points }) => [group, points.map(({ value }) => value)]),
      [['/a', [5]]],
    );
    const took = await query({ ...asked, metric: 'took', aggregation: 'max' });
    equal(took.series[0]?.points[0]?.value, 12.5);
  });

  it('are listed with type, unit and attributes', async () => {
    const service = 'shop/json delta';
    const path = `/v1/metrics?service=${encodeURIComponent(service)}`;
    const { body } = await server.get<ResponseOf<'listMetrics'>>(path, key);
    const orders = body.metrics.find(({ name }) => name === 'shop.orders');
    const { last_seen, ...rest } = orders ?? {};
    deepEqual(rest, {
      name: 'shop.orders',
      service,
      type: 'sum',
      unit: '{order}',
      description: 'Orders, žluťoučké',
      temporality: 'delta',
      is_monotonic: true,
      attributes: ['floors', 'kind', 'ratio', 'shop.open'],
      series_count: 4,
      sample_count: 4 * rounds,
    });
    equal(body.metrics.length, 10);
  });

  it('leave nothing that could not be processed', async () => {
    equal(await server.deadLetters(), 0);
  });
});
