import { deepEqual, equal, ok } from 'node:assert/strict';
import { limits } from '../../services/query-api/config.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { type CheckedReader, checkedReader } from '../support/checked-reader.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan } from '../support/otel-send.ts';
import { text } from '../support/otlp.ts';

const bucketsOfService = 4_000;

onBothEngines('answers about services', function (start) {
  this.timeout(120_000);
  let server: WholeTidemark;
  let ada: CheckedReader;

  before(async function () {
    server = await start(this);
    ada = await checkedReader(server, 'ada');
  });

  after(() => server?.close());

  const organizationOf = async (reader: CheckedReader): Promise<string> => {
    await reader.sendSpans([freshSpan()], { service: 'a service' });
    await server.caughtUp();
    const trace = (await reader.traces()).body.traces[0]?.id;
    const [row] = await server.platform.warehouse.query<{ organization: string }>(
      'SELECT organization FROM spans WHERE spans.trace_id = {trace:UUID}',
      { trace },
    );
    return row?.organization ?? '';
  };

  it('list every service, in several reads when their histograms are too many for one', async () => {
    const organization = await organizationOf(ada);
    const columnBytes = 10 * bucketsOfService;
    const services = Math.ceil(limits.histogramsBytesMax / columnBytes) + limits.servicesPageMax;
    await server.platform.warehouse.command(
      `INSERT INTO windows (organization, service, time, entry, operation, known, n, errors, hist, batch)
       SELECT '${organization}', concat('service ', leftPad(toString(number), 5, '0')), now(), true, 'GET /', now(),
              ${bucketsOfService}, 1, mapFromArrays(range(${bucketsOfService}),
                arrayMap(bucket -> 1, range(${bucketsOfService}))), 'many' FROM numbers(${services})`,
    );
    const { body } = await ada.services();
    equal(body.total, services + 1);
    const [first, ...others] = body.services;
    equal(first?.name, 'a service');
    ok(others.every(({ request_count: count }) => count === bucketsOfService));
    const names = body.services.map(({ name }) => name);
    deepEqual(names, [...new Set(names)].sort());
  });

  it('give fewer steps than would be too many for one read, or say what to ask for', async () => {
    const organization = await organizationOf(ada);
    const steps = Math.ceil(limits.histogramsBytesMax / (10 * bucketsOfService)) + 100;
    await server.platform.warehouse.command(
      `INSERT INTO windows (organization, service, time, entry, operation, known, n, errors, hist, batch)
       SELECT '${organization}', 'busy', toDateTime(intDiv(toUnixTimestamp(now()), 10) * 10) - 10 * number, true, 'GET /', now(),
              ${bucketsOfService}, 1, mapFromArrays(range(${bucketsOfService}),
                arrayMap(bucket -> 1, range(${bucketsOfService}))), 'steps' FROM numbers(${steps})`,
    );
    const from = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
    const ask = (seconds: number) =>
      server.get(`/v1/services/busy/timeseries?step=10s&from=${from(seconds)}`, ada.key);
    const refused = await ask(10 * steps);
    deepEqual([refused.status, refused.body.code], [400, 'answer_too_large']);
    equal((await ask(600)).status, 200);
  });

  it('list as many errors as an answer takes, the latest first, and count all', async () => {
    const eve = await checkedReader(server, 'eve');
    const count = 100;
    const failed = (index: number) =>
      freshSpan({
        name: `failure ${index}`,
        events: [
          {
            name: 'exception',
            attributes: [
              text('exception.type', 'T'.repeat(16_000)),
              text('exception.message', '\u0001'.repeat(16_000)),
            ],
          },
        ],
        status: { code: 2 },
      });
    for (let sent = 0; sent < count; sent += 20) {
      await eve.sendSpans(Array.from({ length: 20 }, (_, index) => failed(sent + index)));
    }
    await server.caughtUp();
    const { body } = await eve.errors('checkout', '?limit=200');
    equal(body.total, count);
    ok(body.errors.length > 20 && body.errors.length < count);
    equal(body.truncated?.items, count - body.errors.length);
    const few = await eve.errors('checkout', '?limit=5');
    deepEqual(few.body.errors, body.errors.slice(0, 5));
    equal(few.body.truncated, undefined);
  });
});
