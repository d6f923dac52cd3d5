import { deepEqual, equal } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { dayMs } from '../../schemas/durations.ts';
import { windowHeaders } from '../../schemas/telemetry/window-record.ts';
import { topics } from '../../schemas/topics.ts';
import { limits } from '../../services/processor/config.ts';
import { body, nanosOf, span, traces } from '../support/otlp.ts';
import { openProcessing, spansRecord } from '../support/processing.ts';

type Processing = Awaited<ReturnType<typeof openProcessing>>;

/** Words, as numbers would be one operation. */
const word = (number: number): string =>
  String(number).replaceAll(/\d/gu, digit => 'abcdefghij'.charAt(Number(digit)));

const words = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => `op ${word(from + index)}`);

describe('operations past their number', function () {
  this.timeout(120_000);
  let processing: Processing;
  let organization = '';

  before(async () => {
    processing = await openProcessing();
    await processing.start();
  });
  beforeEach(() => {
    organization = randomUuid();
  });
  after(() => processing.close());

  const spansOf = (names: readonly string[], endMs: number) =>
    names.map(name =>
      span({
        name,
        traceId: randomUuid().replaceAll('-', ''),
        spanId: randomUuid().replaceAll('-', '').slice(0, 16),
        startTimeUnixNano: nanosOf(endMs - 20),
        endTimeUnixNano: nanosOf(endMs),
      }),
    );
  const send = async (names: readonly string[], service: string, endMs = Date.now()) => {
    const bytes = body(traces(spansOf(names, endMs), service), 'protobuf');
    const fields = { receivedAtMs: Date.now(), spans: names.length };
    await processing.topicLog.append(topics.spans, [spansRecord(organization, bytes, fields)]);
    await processing.caughtUp();
  };
  const totals = (table: string, column: string) =>
    processing.warehouse.query<{ name: string; n: string; names: string }>(
      `SELECT if(${column} = '(other)', '(other)', 'others') AS name, toString(sum(n)) AS n,
              toString(uniqExact(${column})) AS names
       FROM ${table} WHERE organization = {organization:UUID} GROUP BY name ORDER BY name`,
      { organization },
    );
  const deltas = async () => {
    const { windows } = topics;
    const limits = { recordsMax: 10_000, bytesMax: 1_000_000_000 };
    const records = await processing.topicLog.read(windows, { partition: 0, offset: 0 }, limits);
    return records
      .filter(({ headers }) => headers[windowHeaders.kind] === 'delta')
      .flatMap(({ value }) => JSON.parse(Buffer.from(value).toString()).windows)
      .filter(window => window.organization === organization);
  };
  const sum = (windows: readonly { readonly n: number }[]) =>
    windows.reduce((total, { n }) => total + n, 0);

  it('are counted as others, each exactly once, and spans keep their names', async () => {
    const max = limits.operationsMax;
    await send(words(max - 1), 'checkout');
    await send(words(max + 5), 'checkout');
    for (const table of ['windows', 'windows_1h']) {
      deepEqual(await totals(table, 'operation'), [
        { name: '(other)', n: '5', names: '1' },
        { name: 'others', n: String(2 * max - 1), names: String(max) },
      ]);
    }
    const [names] = await processing.warehouse.query<{ n: string }>(
      'SELECT toString(uniqExact(name)) AS n FROM spans WHERE organization = {organization:UUID}',
      { organization },
    );
    equal(names?.n, String(max + 5));
    const told = await deltas();
    const others = told.filter(({ operation }) => operation === '(other)');
    deepEqual([others.length, sum(others)], [1, 5]);
    equal(sum(told.filter(({ service }) => service === 'checkout')), 2 * max + 4);
    equal(sum(told.filter(({ service }) => service === '*')), 2 * max + 4);
  });

  it('are others still for a processor that has just begun, and in another service not', async () => {
    const max = limits.operationsMax;
    await send(words(max), 'checkout');
    await processing.stop();
    await processing.start();
    await send(words(3, max), 'checkout');
    await send(words(2, max), 'cart');
    await send(words(2), 'checkout');
    deepEqual(await totals('windows', 'operation'), [
      { name: '(other)', n: '3', names: '1' },
      { name: 'others', n: String(max + 4), names: String(max + 2) },
    ]);
  });

  it('begin anew with every day', async () => {
    const max = limits.operationsMax;
    await send(words(max), 'checkout', Date.now() - dayMs);
    await send(words(3, max), 'checkout');
    const [row, ...rest] = await totals('windows', 'operation');
    deepEqual([row?.name, row?.n, rest.length], ['others', String(max + 3), 0]);
  });

  it('have a service that is another, when an organization has too many', async () => {
    const max = limits.servicesMax;
    const resourceSpans = words(max + 3).flatMap(service => {
      const request = traces(spansOf(['GET /'], Date.now()), service);
      return request.resourceSpans;
    });
    const bytes = body({ resourceSpans }, 'protobuf');
    const fields = { receivedAtMs: Date.now(), spans: max + 3 };
    await processing.topicLog.append(topics.spans, [spansRecord(organization, bytes, fields)]);
    await processing.caughtUp();
    deepEqual(await totals('windows', 'service'), [
      { name: '(other)', n: '3', names: '1' },
      { name: 'others', n: String(max), names: String(max) },
    ]);
    deepEqual(await totals('windows_1h', 'service'), await totals('windows', 'service'));
  });
});
