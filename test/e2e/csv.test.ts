import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan } from '../support/otel-send.ts';
import { traces } from '../support/otlp.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { until } from '../support/until.ts';

const to = new Date(Date.now() + 600_000).toISOString();
const from = new Date(Date.now() - 3_000_000).toISOString();

/** Reads with a list that does not change while nothing happens, and two of its columns. */
const lists = [
  {
    path: `/v1/services/checkout/timeseries?from=${from}&to=${to}`,
    field: 'points',
    file: 'timeseries',
    columns: ['timestamp', 'requests'],
  },
  {
    path: `/v1/services?from=${from}&to=${to}`,
    field: 'services',
    file: 'services',
    columns: ['name', 'error_rate'],
  },
  { path: '/v1/alerts', field: 'alerts', file: 'alerts', columns: ['id', 'name'] },
  { path: '/v1/audit?limit=2', field: 'events', file: 'audit', columns: ['id', 'summary'] },
  { path: '/v1/billing/usage', field: 'months', file: 'usage', columns: ['month', 'traces'] },
] as const;

onBothEngines('lists as CSV', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
    for (const service of ['checkout', '=cmd()']) {
      const spans = [freshSpan(), freshSpan({ status: { code: 2 } })];
      equal((await ada.call('POST', '/v1/traces', traces(spans, service))).status, 200);
    }
    for (const name of ['Errors, "many"', '@SUM(A1)']) {
      const rule = await ada.create({ name });
      await ada.raise(rule.id, 0, { value: 9 });
      await ada.alertOf(rule.id, 'firing');
    }
    await tidemark.caughtUp();
  });
  after(() => tidemark?.close());

  const ask = (path: string, key = ada.reader.key, accept = 'text/csv, application/json;q=0.5') =>
    fetch(`${tidemark.url}${path}`, { headers: { 'X-API-Key': key, Accept: accept } });

  for (const { path, field, file, columns } of lists)
    it(`have the rows of ${path.replaceAll(/\?.*/gu, '')}`, async () => {
      const response = await ask(path);
      const text = await response.text();
      equal(response.status, 200, text);
      match(response.headers.get('Content-Type') ?? '', /^text\/csv; charset=utf-8/u);
      equal(response.headers.get('Content-Disposition'), `attachment; filename="${file}.csv"`);
      const [names = [], ...rows] = parseCsv(text);
      const { status, body } = await ada.call('GET', path);
      equal(status, 200);
      const items = body[field] as readonly Record<string, unknown>[];
      const shown = (value: unknown) => String(value).replace(/^(?=[=+@-])/u, "'");
      deepEqual(
        rows.map(row => columns.map(column => row[names.indexOf(column)])),
        items.map(item => columns.map(column => shown(item[column]))),
      );
      equal(response.headers.get('X-Next-Cursor'), body.next_cursor ?? null);
      equal((await ask(path, 'nonsense')).status, 401);
    });

  it('give the next page for the cursor of the header, and JSON to a client that does not accept CSV', async () => {
    const first = await until('two events', async () => {
      const response = await ask('/v1/audit?limit=1');
      return response.headers.get('X-Next-Cursor') !== null && response;
    });
    const [, [id] = []] = parseCsv(await first.text());
    const cursor = encodeURIComponent(first.headers.get('X-Next-Cursor') ?? '');
    const [, [next] = []] = parseCsv(
      await (await ask(`/v1/audit?limit=1&cursor=${cursor}`)).text(),
    );
    ok(id !== undefined && next !== undefined && id !== next);
    for (const accept of ['application/json', '*/*']) {
      const { headers } = await ask('/v1/audit', ada.reader.key, accept);
      match(headers.get('Content-Type') ?? '', /^application\/json/u, accept);
      equal(headers.get('Content-Disposition'), null);
    }
  });

  it('mark names that a spreadsheet would take for formulas', async () => {
    const [names = [], ...rows] = parseCsv(await (await ask(lists[1].path)).text());
    const services = rows.map(row => row[names.indexOf('name')]).toSorted();
    ok(services.includes("'=cmd()") && services.includes('checkout'), String(services));
  });

  it('are refused as JSON is, with a problem', async () => {
    const unknown = await ask('/v1/services/nothing/timeseries');
    equal(unknown.status, 404);
    match(unknown.headers.get('Content-Type') ?? '', /^application\/problem\+json/u);
    const wish = { name: 'one service', kind: 'read', services: ['checkout'] };
    const key = String((await ada.call('POST', '/v1/api-keys', wish)).body.key);
    const [names = [], ...rows] = parseCsv(await (await ask(lists[1].path, key)).text());
    deepEqual(
      rows.map(row => row[names.indexOf('name')]),
      ['checkout'],
    );
    equal((await ask('/v1/alerts', key)).status, 403);
  });
});
