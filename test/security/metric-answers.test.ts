import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { metricLimits } from '../../projections/metrics/limits.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { limits } from '../../services/query-api/config.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { type CheckedReader, checkedReader } from '../support/checked-reader.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { textOf } from '../support/otel-send.ts';
import { nanosOf, text } from '../support/otlp.ts';
import { gauge, metrics } from '../support/otlp-metrics.ts';

const bucketsOfPoint = 2_000;

onBothEngines('answers about metrics', function (start) {
  this.timeout(120_000);
  let server: WholeTidemark;
  let ada: CheckedReader;
  /** The first half of a whole minute, so that all points lie in one step. */
  const atMs = Math.floor(Date.now() / minuteMs) * minuteMs - 5 * minuteMs;
  const from = new Date(atMs).toISOString();
  const to = new Date(atMs + minuteMs).toISOString();

  before(async function () {
    server = await start(this);
    ada = await checkedReader(server, 'ada');
  });

  after(() => server?.close());

  async function send(list: readonly object[]): Promise<void> {
    const { status } = await ada.send(textOf(metrics(list)), {}, '/v1/metrics');
    equal(status, 200);
  }

  async function query(fields: Readonly<Record<string, string>>) {
    const parameters = new URLSearchParams({ from, to, aggregation: 'sum', ...fields });
    const path = `/v1/metrics/query?${parameters}`;
    return server.get<ResponseOf<'queryMetric'> & { error: string; code: string }>(path, ada.key);
  }

  /** Points of one minute with bounds of their own, so that no two lists of buckets are the same. */
  const histogram = (name: string, points: number) => ({
    name,
    histogram: {
      aggregationTemporality: 1,
      dataPoints: Array.from({ length: points }, (_, point) => ({
        startTimeUnixNano: nanosOf(atMs),
        timeUnixNano: nanosOf(atMs + 1_000 + point),
        explicitBounds: Array.from({ length: bucketsOfPoint - 1 }, (_, at) => at + point / 100),
        bucketCounts: Array.from({ length: bucketsOfPoint }, () => '1'),
        count: String(bucketsOfPoint),
        sum: 1,
      })),
    },
  });

  it('merge as many histogram buckets as the limit allows, and refuse more with the reason', async () => {
    const most = Math.floor(metricLimits.cellBucketsMax / bucketsOfPoint);
    await send([histogram('most', most)]);
    await send([histogram('too many', most + 2)]);
    await server.caughtUp();
    const { status, body } = await query({ metric: 'most', aggregation: 'p50' });
    equal(status, 200);
    const [point] = body.series[0]?.points ?? [];
    ok(Math.abs((point?.value ?? 0) - bucketsOfPoint / 2) < 2, `the median is ${point?.value}`);
    for (const aggregation of ['p50', 'min', 'max']) {
      const refused = await query({ metric: 'too many', aggregation });
      equal(refused.status, 400);
      match(
        refused.body.error,
        /has 24000 histogram buckets, and at most 20000 are merged; choose/,
      );
    }
    equal((await query({ metric: 'too many', aggregation: 'rate' })).status, 200);
  });

  it('name groups by a short text, and keep different values apart', async () => {
    const long = 'v'.repeat(1_000_000);
    const at = (value: string, asDouble: number) => ({
      timeUnixNano: nanosOf(atMs + 1_000),
      asDouble,
      attributes: [text('tenant', value)],
    });
    await send([gauge('long values', [at(`${long}1`, 1), at(`${long}2`, 2), at('short', 4)])]);
    await server.caughtUp();
    const { body } = await query({ metric: 'long values', group_by: 'tenant' });
    deepEqual(body.series.map(({ points }) => points[0]?.value).sort(), [1, 2, 4]);
    for (const { group } of body.series) ok(group.length < 300);
    ok(body.series.some(({ group }) => group === 'short'));
  });

  it('list metrics with the first of their attributes, and count the others', async () => {
    const attributes = [
      text(`a${'k'.repeat(1_000_000)}`, 'v'),
      ...Array.from({ length: limits.metricKeysMax + 9 }, (_, index) => text(`key ${index}`, 'v')),
    ];
    const point = { timeUnixNano: nanosOf(atMs + 1_000), asDouble: 1, attributes };
    await send([{ ...gauge('many keys', [point]), description: 'd'.repeat(16_000) }]);
    await server.caughtUp();
    const path = `/v1/metrics?${new URLSearchParams({ from, to })}`;
    const { body } = await server.get<ResponseOf<'listMetrics'>>(path, ada.key);
    const found = body.metrics.find(({ name }) => name === 'many keys');
    equal(found?.attributes.length, limits.metricKeysMax);
    equal(found?.attributes_omitted, 10);
    match(found?.attributes[0] ?? '', /^ak{199}… \(1000001 bytes\)$/);
    equal(body.truncated, undefined);
  });

  it('list as many metrics as an answer takes, and say that there are more', async () => {
    const description = '\u0001'.repeat(16_000);
    const point = { timeUnixNano: nanosOf(atMs + 1_000), asDouble: 1 };
    const eve = await checkedReader(server, 'eve');
    const list = Array.from({ length: 60 }, (_, index) => ({
      ...gauge(`metric ${index}`, [point]),
      description,
    }));
    equal((await eve.send(textOf(metrics(list)), {}, '/v1/metrics')).status, 200);
    await server.caughtUp();
    const path = `/v1/metrics?${new URLSearchParams({ from, to })}`;
    const { body } = await server.get<ResponseOf<'listMetrics'>>(path, eve.key);
    ok(body.metrics.length > 30 && body.metrics.length < 60);
    equal(body.truncated?.items, 60 - body.metrics.length);
    ok(JSON.stringify(body).length < 1.1 * limits.listBytesMax);
  });
});
