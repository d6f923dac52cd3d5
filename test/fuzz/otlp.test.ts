import { deepEqual, equal, ok } from 'node:assert/strict';
import { openLog } from '../../platform/log.ts';
import { otlpTypes } from '../../platform/otlp/schema.ts';
import { tidemark } from '../support/cli.ts';
import { metricsExport, oneMessage, openGrpcClient, traceExport } from '../support/grpc.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { contentTypes, freshSpan, newId } from '../support/otel-send.ts';
import { body, int, nanosOf, text, traces } from '../support/otlp.ts';
import { seed } from '../support/property.ts';
import { mutated, randomOf } from './mutate.ts';

const cases = Number(process.env.FUZZ_CASES ?? 100_000);
const atOnce = 16;
/** After so many there is no need of more. */
const faultsMax = 5;
/** What a body that is wrong may get; 503 only with `Retry-After`. */
const statuses = new Set([200, 400, 413, 415, 429, 503]);
/** OK, INVALID_ARGUMENT, RESOURCE_EXHAUSTED, UNIMPLEMENTED, UNAVAILABLE. */
const codes = new Set([0, 3, 8, 12, 14]);

type Way = { readonly via: 'http' | 'grpc'; readonly path: string; readonly type: string };
type Sample = Way & { readonly bytes: Buffer };

const valid = (service: string): readonly Sample[] => {
  const span = freshSpan({
    attributes: [text('http.route', '/cart/{id}'), int('http.response.status_code', 500)],
    events: [{ name: 'exception', attributes: [text('exception.type', 'NoStock')] }],
    links: [{ traceId: newId(32), spanId: newId(16) }],
    status: { code: 2, message: 'no stock' },
  });
  const spans = traces([span, freshSpan()], service);
  const points = metricsOf(service);
  const metricBytes = Buffer.from(
    requestOf('metrics.v1.ExportMetricsServiceRequest')
      .encode(requestOf('metrics.v1.ExportMetricsServiceRequest').fromObject(points))
      .finish(),
  );
  return [
    { via: 'http', path: '/v1/traces', type: contentTypes.json, bytes: body(spans, 'json') },
    {
      via: 'http',
      path: '/v1/traces',
      type: contentTypes.protobuf,
      bytes: body(spans, 'protobuf'),
    },
    {
      via: 'http',
      path: '/v1/metrics',
      type: contentTypes.json,
      bytes: Buffer.from(JSON.stringify(points)),
    },
    { via: 'http', path: '/v1/metrics', type: contentTypes.protobuf, bytes: metricBytes },
    { via: 'grpc', path: traceExport, type: '', bytes: body(spans, 'protobuf') },
    { via: 'grpc', path: metricsExport, type: '', bytes: metricBytes },
  ];
};

const requestOf = (name: string) => otlpTypes().lookupType(`opentelemetry.proto.collector.${name}`);

function metricsOf(service: string) {
  const timeUnixNano = nanosOf(Date.now());
  const histogram = { timeUnixNano, count: 3, sum: 6, bucketCounts: [1, 2], explicitBounds: [2] };
  const exponential = {
    timeUnixNano,
    count: 2,
    sum: 3,
    scale: 2,
    zeroCount: 0,
    positive: { offset: 1, bucketCounts: [1, 1] },
  };
  const metrics = [
    { name: 'queue.length', gauge: { dataPoints: [{ timeUnixNano, asDouble: 4.5 }] } },
    {
      name: 'orders',
      sum: {
        aggregationTemporality: 2,
        isMonotonic: true,
        dataPoints: [{ timeUnixNano, asInt: '7' }],
      },
    },
    { name: 'latency', histogram: { aggregationTemporality: 1, dataPoints: [histogram] } },
    {
      name: 'size',
      exponentialHistogram: { aggregationTemporality: 1, dataPoints: [exponential] },
    },
  ];
  const resource = { attributes: [text('service.name', service)] };
  return { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] };
}

/** `npm run test:fuzz`; `FUZZ_CASES` and `TEST_SEED` choose how many, and which. */
describe(`${cases} mutated exports, TEST_SEED=${seed}`, function () {
  this.timeout(3_600_000);
  let server: ObservedServer;
  let key = '';

  before(async () => {
    server = await startObservedServer({ log: openLog({ level: 'silent', pretty: false }) });
    ({ key } = await server.account('ada@example.org', 'checkout'));
  });
  after(() => server.close());

  const overHttp = async ({ path, type }: Way, bytes: Buffer): Promise<string | undefined> => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type, 'X-API-Key': key },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
    const { status, headers } = response;
    await response.arrayBuffer();
    if (!statuses.has(status)) return `${status}`;
    return status === 503 && !headers.has('Retry-After') ? '503 without Retry-After' : undefined;
  };

  it('get no answer but those that are documented, and what is valid is exact afterwards', async () => {
    const client = openGrpcClient(server.grpcPort ?? 0, key);
    const overGrpc = async ({ path }: Way, bytes: Buffer): Promise<string | undefined> => {
      const { code } = await client.send(oneMessage(bytes), {}, path);
      return code !== undefined && codes.has(code) ? undefined : `code ${code}`;
    };
    const samples = [...valid('checkout'), ...valid('cart')];
    const random = randomOf(seed);
    const faults: string[] = [];
    let done = 0;
    const tryOne = async (): Promise<void> => {
      const sample = samples[done++ % samples.length] as Sample;
      const other = samples[Math.floor(random() * samples.length)] as Sample;
      const bytes = mutated(sample.bytes, random, other.bytes);
      const fault = await (sample.via === 'http' ? overHttp : overGrpc)(sample, bytes);
      if (fault !== undefined)
        faults.push(`${fault}: ${sample.path} ${sample.type} ${bytes.toString('base64')}`);
    };
    const work = async (): Promise<void> => {
      while (done < cases && faults.length < faultsMax) await tryOne();
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    client.close();
    deepEqual(faults, []);
    equal(done, cases);

    const traceIds = Array.from({ length: 200 }, () => newId(32));
    for (const traceId of traceIds) {
      const spans = traces([freshSpan({ traceId }), freshSpan({ traceId })], 'after');
      equal(
        await overHttp(
          { via: 'http', path: '/v1/traces', type: contentTypes.protobuf },
          body(spans, 'protobuf'),
        ),
        undefined,
      );
    }
    await server.caughtUp();
    for (const traceId of traceIds) {
      const { body: trace } = await server.get<{ spans: unknown[] }>(`/v1/traces/${traceId}`, key);
      equal(trace.spans.length, 2);
    }
    equal(await server.deadLetters(), 0);
    const said = await tidemark(['verify'], { TIDEMARK_DATA_DIR: server.dataDir });
    ok(said.code === 0, said.out);
    process.stdout.write(said.out);
  });
});
