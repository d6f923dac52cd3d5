import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { bucketBoundsNanos, bucketMiddleNanos, bucketOf } from '../../schemas/window.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { newId } from '../support/otel-send.ts';
import { body, type JsonSpan, nanosOf, traces } from '../support/otlp.ts';
import { holds, seed } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';

const services = ['checkout', 'shop/billing', 'č 🛒'];
const operations = ['GET /cart', 'pay'];
const spanCount = 400;

const drawnSpan = fc.record({
  service: fc.constantFrom(...services),
  operation: fc.constantFrom(...operations),
  agoSeconds: fc.integer({ min: 1, max: 7_200 }),
  micros: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 5_000_000 })),
  isError: fc.boolean(),
  isRequest: fc.boolean(),
});

type Drawn = typeof drawnSpan extends fc.Arbitrary<infer Value> ? Value : never;

type Heatmap = ResponseOf<'serviceHeatmap'>;
type Services = ResponseOf<'listServices'>;

describe('services over a range', function () {
  this.timeout(120_000);
  const nowSeconds = Math.floor(Date.now() / 10_000) * 10;
  const drawn = fc.sample(drawnSpan, { seed, numRuns: spanCount });
  let server: ObservedServer;
  let ada: Reader;

  before(async () => {
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    for (const service of services) {
      const own = drawn.filter(each => each.service === service);
      for (const half of [own.slice(0, own.length / 2), own.slice(own.length / 2)])
        await ada.sendSpans(half.map(spanOf), { service });
    }
    await server.caughtUp();
  });

  after(() => server?.close());

  const spanOf = ({ operation, agoSeconds, micros, isError, isRequest }: Drawn): JsonSpan => {
    const endMs = (nowSeconds - agoSeconds) * 1_000;
    const endNanos = BigInt(nanosOf(endMs));
    return {
      traceId: newId(32),
      spanId: newId(16),
      name: operation,
      kind: isRequest ? 2 : 1,
      ...(!isRequest && { parentSpanId: newId(16) }),
      startTimeUnixNano: String(endNanos - BigInt(micros) * 1_000n),
      endTimeUnixNano: String(endNanos),
      status: { code: isError ? 2 : 0 },
    };
  };

  const read = async <Body>(path: string, query: Record<string, string>): Promise<Body> => {
    const { status, body: found } = await server.get<Body>(
      `${path}?${new URLSearchParams(query)}`,
      ada.key,
    );
    equal(status, 200, path);
    return found;
  };

  const range = fc
    .record({
      // An hour, and other ranges; they begin and end anywhere within a step.
      fromSeconds: fc.oneof(fc.constant(3_600), fc.integer({ min: 3_700, max: 7_200 })),
      toSeconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_500 })),
      step: fc.constantFrom(undefined, 120, 300, 3_600),
    })
    .map(({ fromSeconds, toSeconds, step }) => ({
      from: new Date((nowSeconds - fromSeconds) * 1_000).toISOString(),
      to: new Date((nowSeconds - toSeconds) * 1_000).toISOString(),
      ...(step !== undefined && { step: String(step) }),
    }));

  const secondsOf = (instant: string): number => Date.parse(instant) / 1_000;

  const within = (from: string, to: string) =>
    drawn.filter(({ agoSeconds }) => {
      const window = Math.floor((nowSeconds - agoSeconds) / 10) * 10;
      return window >= secondsOf(from) && window < secondsOf(to);
    });

  const nearestRank = (spans: readonly Drawn[]): number => {
    const buckets = spans.map(({ micros }) => bucketOf(micros * 1_000)).sort((a, b) => a - b);
    const bucket = buckets[Math.ceil(0.95 * buckets.length) - 1];
    return bucket === undefined ? 0 : bucketMiddleNanos(bucket) / 1e6;
  };

  it('have the heat map that a naive count of their spans gives', async () => {
    await holds(
      fc.asyncProperty(
        range,
        fc.constantFrom(...services),
        fc.constantFrom(undefined, ...operations),
        async (asked, service, operation) => {
          const path = `/v1/services/${encodeURIComponent(service)}/heatmap`;
          const map = await read<Heatmap>(path, { ...asked, ...(operation && { operation }) });
          const counted = within(map.from, map.to).filter(
            span =>
              span.service === service &&
              (operation === undefined ? span.isRequest : span.operation === operation),
          );
          equal(map.sample_count, counted.length);
          ok(map.bounds_ms.length <= 65);
          for (const { timestamp, counts } of map.columns) {
            const until = new Date(Date.parse(timestamp) + map.step_seconds * 1_000).toISOString();
            const own = new Set(within(timestamp, until));
            const inStep = counted.filter(span => own.has(span));
            deepEqual(counts, naiveRows(inStep, map.bounds_ms));
          }
        },
      ),
      20,
    );
  });

  /** By the bounds that the response shows, of the bucket that a duration falls into. */
  const naiveRows = (spans: readonly Drawn[], bounds: readonly number[]): number[] =>
    bounds.slice(0, -1).map(
      (lower, row) =>
        spans.filter(({ micros }) => {
          const at = bucketBoundsNanos(bucketOf(micros * 1_000)).lower / 1e6;
          return at >= lower && at < (bounds[row + 1] ?? 0);
        }).length,
    );

  it('are listed with the figures and series that a naive count gives', async () => {
    await holds(
      fc.asyncProperty(range, async asked => {
        const found = await read<Services>('/v1/services', asked);
        const inRange = within(found.from, found.to);
        deepEqual(
          found.services.map(({ name }) => name),
          [...new Set(inRange.map(({ service }) => service))].sort(),
        );
        for (const { name, request_count, p95_latency, series = [] } of found.services) {
          const own = inRange.filter(({ service, isRequest }) => service === name && isRequest);
          deepEqual([request_count, p95_latency], [own.length, nearestRank(own)]);
          deepEqual(series, naiveSeries(own, found));
        }
      }),
      20,
    );
  });

  function naiveSeries(spans: readonly Drawn[], { from, to, step_seconds: step = 0 }: Services) {
    const count = (secondsOf(to) - secondsOf(from)) / step;
    return Array.from({ length: count }, (_, at) => secondsOf(from) + at * step)
      .map(start => [start, start + step].map(each => new Date(each * 1_000).toISOString()))
      .map(([timestamp = '', until = '']) => {
        const own = new Set(within(timestamp, until));
        const inStep = spans.filter(span => own.has(span));
        const errors = inStep.filter(({ isError }) => isError).length;
        return { timestamp, requests: inStep.length, errors, p95_ms: nearestRank(inStep) };
      })
      .filter(({ requests }) => requests > 0);
  }

  it('name the version that began last, and what began in the range', async () => {
    const grace = await readerOf(server, 'grace');
    const send = (version: string, agoSeconds: number) => {
      const request = traces(
        [spanOf({ ...(drawn[0] as Drawn), agoSeconds, isRequest: true })],
        'payments',
      );
      const attribute = { key: 'service.version', value: { stringValue: version } };
      const versioned = request.resourceSpans.map(each => ({
        ...each,
        resource: { attributes: [...(each.resource?.attributes ?? []), attribute] },
      }));
      return grace.send(body({ resourceSpans: versioned }, 'json'));
    };
    for (const [version, ago] of [
      ['1.0.0', 3_000],
      ['1.1.0', 600],
    ] as const)
      equal((await send(version, ago)).status, 200);
    await server.caughtUp();
    const ask = async <Body>(path: string) => (await server.get<Body>(path, grace.key)).body;
    const from = new Date((nowSeconds - 3_600) * 1_000).toISOString();
    const { services: found } = await ask<Services>(`/v1/services?from=${from}`);
    equal(found[0]?.version, '1.1.0');
    equal(found[0]?.last_deployment?.previous_version, '1.0.0');
    equal(found[0]?.status === undefined, false);
    const list = await ask<ResponseOf<'listDeployments'>>(`/v1/deployments?from=${from}`);
    deepEqual(
      list.deployments.map(({ service_name, version }) => [service_name, version]),
      [['payments', '1.1.0']],
    );
    const [none, all] = [
      await ask<ResponseOf<'listDeployments'>>('/v1/deployments?service=nobody'),
      await ask<Services>('/v1/services'),
    ];
    equal(none.total, 0);
    deepEqual(Object.keys(all.services[0] ?? {}).includes('series'), false);
  });
});
