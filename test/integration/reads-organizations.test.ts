import { deepEqual, equal, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { nilOrganization } from '../../schemas/ids.ts';
import { openEventReader } from '../support/event-reader.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { nanosOf } from '../support/otlp.ts';
import { gauge, metrics } from '../support/otlp-metrics.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { until } from '../support/until.ts';

describe('organizations', function () {
  this.timeout(60_000);
  let server: ObservedServer;
  const shared = newId(32);
  const names = { mine: 'mine/only', shared: 'checkout' };
  let [ada, eve, mallory]: Reader[] = [];
  const own = newId(32);

  before(async () => {
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    eve = await readerOf(server, 'eve');
    mallory = await readerOf(server, 'mallory', 'nothing');
    await ada.sendSpans([freshSpan({ traceId: own, name: 'secret' })], { service: names.mine });
    await ada.sendSpans([freshSpan({ traceId: shared, name: 'of ada' })]);
    const ofEve = { traceId: shared, name: 'of eve', status: { code: 2, message: 'of eve' } };
    await eve.sendSpans([1, 2, 3].map(() => freshSpan(ofEve)));
    await sendLevel(ada, 1);
    await sendLevel(eve, 2);
    await server.caughtUp();
  });

  after(() => server.close());

  const sendLevel = async ({ key }: Reader, asDouble: number): Promise<void> => {
    const timeUnixNano = nanosOf(Date.now() - 1_000);
    const request = metrics([gauge('level', [{ timeUnixNano, asDouble }])], names.shared);
    equal((await server.post('/v1/metrics', request, { 'X-API-Key': key })).status, 200);
  };

  const listed = (person: Reader | undefined, query = '') =>
    server.get<ResponseOf<'listMetrics'>>(`/v1/metrics${query}`, person?.key ?? '');

  const levels = (person: Reader | undefined, query = '') =>
    server.get<ResponseOf<'queryMetric'>>(
      `/v1/metrics/query?metric=level&aggregation=max&step=86400${query}`,
      person?.key ?? '',
    );

  /** What each route that reads data says to a stranger; a new route has to be added here. */
  const asStranger: Record<string, (stranger: Reader) => Promise<void>> = {
    integrationStatus: async ({ key }) => {
      const { body } = await server.get<ResponseOf<'integrationStatus'>>(
        '/v1/integrate/status',
        key,
      );
      deepEqual([body.integration.service_name, body.integration.first_data_at], ['nothing', null]);
    },
    serviceMetrics: async ({ metrics }) => {
      for (const name of Object.values(names)) {
        for (const window of ['5m', '15m', '1h', '6h', '24h']) {
          equal((await metrics(`${name}?window=${window}`)).status, 404);
        }
        const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
        for (const query of ['explain=true', `known_at=${minute}`, `end=${minute}&explain=true`]) {
          equal((await metrics(`${name}?${query}`)).status, 404);
        }
      }
    },
    serviceDetail: strangeService('detail'),
    serviceErrors: strangeService('errors'),
    serviceTimeseries: strangeService('timeseries'),
    listServices: async ({ services }) => deepEqual(await services(), []),
    listTraces: async ({ traces }) => {
      for (const query of [
        '',
        '?service=checkout',
        '?service=mine/only',
        '?offset=1',
        '?has_error=false',
        '?sort_by=duration',
        '?min_duration=0',
        '?start_time_from=2020-01-01T00:00:00Z',
      ]) {
        const { body } = await traces(query);
        deepEqual([body.traces, body.total_count], [[], 0]);
      }
    },
    listMetrics: async stranger => {
      for (const query of ['', '?service=checkout', '?from=2020-01-01T00:00:00Z']) {
        const { body } = await listed(stranger, query);
        deepEqual([body.metrics, body.total, body.sample_count], [[], 0, 0]);
      }
    },
    queryMetric: async stranger => {
      for (const query of ['', '&service=checkout', '&group_by=service.name']) {
        equal((await levels(stranger, query)).status, 404);
      }
    },
    subscription: async ({ key }) => {
      const { body } = await server.get<ResponseOf<'subscription'>>(
        '/v1/billing/subscription',
        key,
      );
      deepEqual([body.usage.traces_used, body.usage.bytes_used], [0, 0]);
    },
    streamTraces: async ({ key }) => {
      const victor = await readerOf(server, 'victor');
      const trent = await readerOf(server, 'trent');
      const options = { lastEventId: '0-0' };
      const strange = await openEventReader(server.url, key, options);
      const stream = await openEventReader(server.url, trent.key, options);
      await victor.sendSpans([freshSpan(), freshSpan({ status: { code: 2 } })]);
      await server.caughtUp();
      const own = freshSpan();
      await trent.sendSpans([own]);
      await until('its own trace', () => stream.ids().length > 0);
      deepEqual([stream.ids(), strange.ids()], [[own.traceId], []]);
      for (const reader of [stream, strange]) await reader.close();
    },
    getTrace: async ({ statusOf }) => {
      equal(await statusOf(`/v1/traces/${own}`), 404);
      equal(await statusOf(`/v1/traces/${shared}`), 404);
    },
  };

  function strangeService(kind: string) {
    return async ({ statusOf }: Reader): Promise<void> => {
      for (const name of Object.values(names)) {
        equal(await statusOf(`/v1/services/${encodeURIComponent(name)}/${kind}`), 404);
      }
    };
  }

  // Every route there is, with ids of every kind, is tried in test/security/tenants.
  for (const [name, tried] of Object.entries(asStranger)) {
    it(`hide everything from a stranger: ${name}`, async () => {
      await tried?.(mallory as Reader);
    });
  }

  it('do not meet where they use the same names and ids', async () => {
    const [mine, theirs] = [await ada?.readTrace(shared), await eve?.readTrace(shared)];
    deepEqual(
      mine?.body.spans.map(span => span.operation_name),
      ['of ada'],
    );
    deepEqual(
      theirs?.body.spans.map(span => span.operation_name),
      ['of eve', 'of eve', 'of eve'],
    );
    equal((await ada?.metrics('checkout'))?.body.metrics.throughput, 1);
    equal((await eve?.metrics('checkout'))?.body.metrics.throughput, 3);
    await doNotMeet(ada, [1, 0], 1);
    await doNotMeet(eve, [3, 3], 3);
    equal((await ada?.traces())?.body.total_count, 2);
    equal((await eve?.traces())?.body.total_count, 1);
    for (const [person, level] of [[ada, 1] as const, [eve, 2] as const]) {
      equal((await listed(person)).body.sample_count, 1);
      const { series } = (await levels(person)).body;
      deepEqual(
        series.map(({ points }) => points.map(({ value }) => value)),
        [[level]],
      );
    }
    equal(await eve?.statusOf(`/v1/traces/${own}`), 404);
    equal((await eve?.metrics(names.mine))?.status, 404);
  });

  /** Figures of the service whose name both use. */
  async function doNotMeet(reader: Reader | undefined, [spans, errors]: number[], samples: number) {
    const get = async <Body>(rest: string): Promise<Body> => {
      const answer = await server.get<Body>(rest, reader?.key ?? '');
      equal(answer.status, 200);
      return answer.body;
    };
    const detail = await get<ResponseOf<'serviceDetail'>>('/v1/services/checkout/detail');
    deepEqual([detail.request_count, detail.operations[0]?.count], [spans, spans]);
    const failed = await get<ResponseOf<'serviceErrors'>>('/v1/services/checkout/errors');
    deepEqual([failed.total, failed.errors.length], [errors, errors]);
    const series = await get<ResponseOf<'serviceTimeseries'>>('/v1/services/checkout/timeseries');
    equal(series.sample_count, spans);
    const metrics = await get<ResponseOf<'serviceMetrics'>>(
      '/api/metrics/services/checkout?explain=true',
    );
    deepEqual([metrics.explain?.sample_count, metrics.explain?.window_count], [samples, samples]);
    equal((await reader?.traces('?has_error=true'))?.body.total_count, errors === 0 ? 0 : 1);
  }

  it('never see the rows that mark what was written', async () => {
    const { warehouse } = server.platform;
    const markers = async (column: string, table: string): Promise<string[]> => {
      const rows = await warehouse.query<{ value: string }>(
        `SELECT DISTINCT toString(${column}) AS value FROM ${table}
         WHERE organization = {organization:UUID}`,
        { organization: nilOrganization },
      );
      return rows.map(({ value }) => value);
    };
    const ids = [
      ...(await markers('spans.trace_id', 'spans')),
      ...(await markers('traces.trace_id', 'traces')),
    ];
    const services = await markers('windows.service', 'windows');
    const batches = await markers('windows.operation', 'windows');
    ok(ids.length > 0 && services.length > 0 && batches.length > 0);
    for (const person of [ada, eve, mallory] as Reader[]) {
      for (const id of new Set(ids)) equal(await person.statusOf(`/v1/traces/${id}`), 404);
      for (const service of [...services, ...batches].filter(name => name !== '')) {
        equal((await person.metrics(encodeURIComponent(service))).status, 404);
        equal((await person.traces(`?service=${encodeURIComponent(service)}`)).body.total_count, 0);
      }
      const found = (await person.services()).map(({ name }) => name);
      deepEqual(
        found.filter(name => services.includes(name)),
        [],
      );
      const metricNames = (await listed(person)).body.metrics.map(({ name }) => name);
      ok(metricNames.every(name => name === 'level'));
    }
  });
});
