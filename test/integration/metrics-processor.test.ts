import { deepEqual, equal, rejects } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { dayMs } from '../../schemas/durations.ts';
import { deadLetterHeaders, deadLetterTopic, topics } from '../../schemas/topics.ts';
import { limits } from '../../services/processor/config.ts';
import { openMetricReads } from '../support/metric-reads.ts';
import { nanosOf, text } from '../support/otlp.ts';
import { gauge, metrics, metricsBody, point } from '../support/otlp-metrics.ts';
import { metricsRecord, openProcessing } from '../support/processing.ts';

type Processing = Awaited<ReturnType<typeof openProcessing>>;

/** After which a client that waits longer and longer may still send something again. */
const sixHoursMs = 6 * 3_600_000;

describe('processor of metrics', () => {
  let processing: Processing;
  let organization: string;
  const now = Date.now();

  beforeEach(async () => {
    processing = await openProcessing();
    organization = randomUuid();
  });

  afterEach(() => processing.close());

  const at = (ageMs: number, value = 1, fields: object = {}) =>
    point(value, { timeUnixNano: nanosOf(now - ageMs), ...fields });

  const send = (bytes: Buffer, points: number, receivedAtMs = now) =>
    processing.topicLog.append(topics.metrics, [
      metricsRecord(organization, bytes, { receivedAtMs, points }),
    ]);

  const bodyOf = (points: readonly object[], name = 'queue.length') =>
    metricsBody(metrics([gauge(name, points)]), 'protobuf');

  const run = async (): Promise<void> => {
    await processing.start();
    await processing.caughtUp();
  };

  const ask = <Row>(sql: string) =>
    processing.warehouse.query<Row>(`${sql} WHERE organization = {organization:UUID}`, {
      organization,
    });

  const counts = async () => {
    const [points] = await ask<{ n: string }>('SELECT toString(count()) AS n FROM metric_points');
    const [resources] = await ask<{ n: string }>(
      'SELECT toString(uniqExact(fingerprint)) AS n FROM resources',
    );
    const requests = await ask<{ topic: string; points: number; spans: number }>(
      'SELECT topic, points, spans FROM requests',
    );
    return { points: Number(points?.n), resources: Number(resources?.n), requests };
  };

  const request = (points: number) => ({ topic: 'metrics', points, spans: 0 });

  it('takes a request into every table once', async () => {
    await send(bodyOf([at(0), at(1_000), at(2 * dayMs), at(6 * dayMs)]), 4);
    await run();
    deepEqual(await counts(), { points: 4, resources: 1, requests: [request(4)] });
  });

  it('has what points refer to in the warehouse before them', async () => {
    const { warehouse } = processing;
    const resourcesBefore: number[] = [];
    const insertColumns: Warehouse['insertColumns'] = async (table, ...rest) => {
      if (table === 'metric_points') resourcesBefore.push((await counts()).resources);
      await warehouse.insertColumns(table, ...rest);
    };
    await send(bodyOf([at(0)]), 1);
    await processing.start({ warehouse: { ...warehouse, insertColumns } });
    await processing.caughtUp();
    deepEqual(resourcesBefore, [1]);
  });

  it('keeps two points of one series and instant apart', async () => {
    await send(bodyOf([at(0, 1), at(0, 1)]), 2);
    await run();
    equal((await counts()).points, 2);
  });

  it('recognises a repeat in the same batch, in a later one, and six hours later after a restart', async () => {
    const bytes = bodyOf([at(0)]);
    await send(bytes, 1);
    await send(bytes, 1);
    await run();
    await send(bytes, 1);
    await processing.caughtUp();
    await processing.stop();
    await send(bytes, 1, now + sixHoursMs);
    await run();
    deepEqual(await counts(), { points: 1, resources: 1, requests: [request(1)] });
  });

  it('puts a record aside that nobody can read, and goes on with the others', async () => {
    await send(Buffer.from('no protobuf at all'), 1);
    await send(bodyOf([at(0)]), 1);
    await run();
    equal((await counts()).points, 1);
    const [letter] = await processing.topicLog.read(
      deadLetterTopic(topics.metrics),
      { partition: 0, offset: 0 },
      { recordsMax: 10, bytesMax: 1_000_000 },
    );
    equal(letter?.headers[deadLetterHeaders.reason], 'undecodable');
  });

  it('keeps the figures but not the attributes of series past the limit', async () => {
    const wide = Array.from({ length: limits.seriesMax + 5 }, (_, index) =>
      at(0, index, { attributes: [text('user', `u${index}`), text('zone', 'west')] }),
    );
    const first = wide.slice(0, limits.seriesMax - 1);
    await send(bodyOf(first), first.length);
    await run();
    await processing.stop();
    await send(bodyOf(wide.slice(first.length)), 6);
    await send(bodyOf([at(0, 1, { attributes: [text('user', 'v')] })], 'another'), 1);
    await run();
    const grouped = await processing.warehouse.query<object>(
      `SELECT metric, is_other, toString(count()) AS n, toString(uniqExact(attributes.value)) AS users,
              toString(uniqExact(metric_points.series)) AS series
       FROM metric_points WHERE organization = {organization:UUID}
       GROUP BY metric, is_other ORDER BY metric, is_other`,
      { organization },
    );
    const max = String(limits.seriesMax);
    deepEqual(grouped, [
      { metric: 'another', is_other: false, n: '1', users: '1', series: '1' },
      { metric: 'queue.length', is_other: false, n: max, users: max, series: max },
      { metric: 'queue.length', is_other: true, n: '5', users: '1', series: '5' },
    ]);
    const reads = openMetricReads(processing.warehouse, now + 1_000, organization);
    const asked = { metric: 'queue.length', step: 3_600, aggregation: 'sum' } as const;
    const { series } = await reads.query({ ...asked, group_by: 'zone' });
    const sumTo = (end: number): number => (end * (end - 1)) / 2;
    const inside = sumTo(limits.seriesMax);
    deepEqual(
      series.map(({ group, points }) => [group, ...points.map(({ value }) => value)]),
      [
        ['(other)', sumTo(wide.length) - inside],
        ['west', inside],
      ],
    );
    await rejects(reads.query({ ...asked, group_by: 'user' }), /at most 100 values, found more/);
  });
});
