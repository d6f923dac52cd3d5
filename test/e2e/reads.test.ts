import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { randomUuid } from '../../platform/uuid.ts';
import { createRule } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { type CheckedReader, checkedReader } from '../support/checked-reader.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { isWithinOnePercent } from '../support/durations.ts';
import { openEventReader } from '../support/event-reader.ts';
import { checkExplanation, drawnSpans, madeNow } from '../support/explanation.ts';
import { goFault } from '../support/go-json.ts';
import { goStructs } from '../support/go-structs.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { type JsonSpan, nanosOf, text } from '../support/otlp.ts';
import { holds } from '../support/property.ts';
import { until } from '../support/until.ts';

const runs = 6;

onBothEngines('reading as the clients do', function (start) {
  this.timeout(120_000);
  let server: WholeTidemark;
  let ada: CheckedReader;
  let mallory: CheckedReader;

  before(async function () {
    server = await start(this);
    ada = await checkedReader(server, 'ada');
    mallory = await checkedReader(server, 'mallory');
  });

  after(() => server?.close());

  const ended = (agoMs: number, durationMs: number, fields: Partial<JsonSpan> = {}): JsonSpan => {
    const endMs = Date.now() - agoMs;
    return freshSpan({
      startTimeUnixNano: nanosOf(endMs - durationMs),
      endTimeUnixNano: nanosOf(endMs),
      ...fields,
    });
  };

  describe('a service', () => {
    const names = [
      'checkout',
      'shop/billing eu',
      '/shop',
      'shop/',
      'a/detail',
      'detail',
      '100%',
      'č/ß 店 🛒',
      "o'clock; DROP",
      'x'.repeat(200),
    ];
    const exception = {
      name: 'exception',
      attributes: [text('exception.type', 'NoStock'), text('exception.message', 'no stock')],
    };
    const spansOf = (): JsonSpan[] => {
      const traceId = newId(32);
      const parentSpanId = newId(16);
      return [
        ended(1_000, 40, { traceId, spanId: parentSpanId, name: 'GET /cart' }),
        ended(1_500, 20, { name: 'GET /orders/17' }),
        ended(1_500, 20, { name: 'GET /orders/18', status: { code: 2, message: 'timed out' } }),
        ended(1_500, 20, { name: 'GET /orders/19', status: { code: 2 } }),
        ended(1_200, 12, {
          traceId,
          parentSpanId,
          name: 'query',
          kind: 3,
          status: { code: 2 },
          events: [exception, exception],
        }),
        ended(1_100, 8, { traceId, parentSpanId, name: 'query', kind: 3, events: [exception] }),
      ];
    };

    before(async () => {
      for (const service of names) await ada.sendSpans(spansOf(), { service });
      await server.caughtUp();
    });

    it('has the figures of its requests and of each operation, whatever its name', async () => {
      for (const name of names) {
        const { body } = await ada.detail(name);
        const { operations, top_errors: errors, ...figures } = body;
        deepEqual(
          [figures.name, figures.request_count, figures.error_rate, figures.sample_count],
          [name, 4, 50, 4],
        );
        ok(figures.p99_is_maximum);
        ok(isWithinOnePercent(figures.p50_latency, 20), `p50 ${figures.p50_latency}`);
        ok(isWithinOnePercent(figures.p99_latency, 40), `p99 ${figures.p99_latency}`);
        ok(isWithinOnePercent(figures.avg_latency, 25), `avg ${figures.avg_latency}`);
        deepEqual(
          operations.map(one => [one.operation_name, one.count, Math.round(one.error_rate)]),
          [
            ['GET /orders/{id}', 3, 67],
            ['GET /cart', 1, 0],
            ['query', 0, 0],
          ],
        );
        deepEqual(
          operations.map(({ spans }) => [spans.count, Math.round(spans.error_rate)]),
          [
            [3, 67],
            [1, 0],
            [2, 50],
          ],
        );
        ok(isWithinOnePercent(operations.at(-1)?.spans.avg_latency ?? 0, 10));
        deepEqual(errors, [
          { message: 'no message', count: 1 },
          { message: 'no stock', count: 1 },
          { message: 'timed out', count: 1 },
        ]);
      }
    });

    it('has its errors, the latest first, with where they happened', async () => {
      for (const name of names) {
        const { body } = await ada.errors(name);
        equal(body.total, 3);
        const [latest, ...others] = body.errors;
        deepEqual(
          [latest?.operation, latest?.message, latest?.error_type, latest?.duration_ms],
          ['query', 'no stock', 'NoStock', 12],
        );
        deepEqual(others.map(({ operation, message }) => [operation, message]).sort(), [
          ['GET /orders/18', 'timed out'],
          ['GET /orders/19', 'no message'],
        ]);
        const { body: read } = await ada.trace(latest?.trace_id ?? '');
        const span = read.spans.find(({ span_id: id }) => id === latest?.span_id);
        deepEqual([span?.service_name, span?.end_time], [name, latest?.timestamp]);
        equal((await ada.errors(name, '?limit=1')).body.errors.length, 1);
      }
    });

    it('has a series of its requests, and of each operation', async () => {
      for (const name of names) {
        const { body } = await ada.timeseries(name, '?step=10s');
        deepEqual([body.sample_count, body.step_seconds, body.points.length >= 360], [4, 10, true]);
        const sum = (field: 'requests' | 'errors'): number =>
          body.points.reduce((total, point) => total + point[field], 0);
        deepEqual([sum('requests'), sum('errors')], [4, 2]);
        const short = await ada.timeseries(name, '?window=15m&step=30s');
        ok([30, 31].includes(short.body.points.length));
        const ofQuery = await ada.timeseries(name, '?operation=query&step=1h');
        deepEqual([ofQuery.body.sample_count, ofQuery.body.operation], [0, 'query']);
        const spans = ofQuery.body.points.reduce(
          (total, point) => total + (point.spans?.count ?? 0),
          0,
        );
        equal(spans, 2);
        const ofCart = await ada.timeseries(name, '?operation=GET%20/cart&step=1h');
        equal(ofCart.body.sample_count, 1);
      }
    });

    it('is found by a path that nobody escaped', async () => {
      for (const name of ['shop/billing%20eu', 'a/detail', '100%']) {
        equal(
          (await ada.read('serviceDetail', `/v1/services/${name}/detail`)).body.sample_count,
          4,
        );
        equal((await ada.read('serviceErrors', `/v1/services/${name}/errors`)).body.total, 3);
      }
    });

    it('that is registered and idle has zeros, and one that nobody knows is not there', async () => {
      const { body } = await ada.detail('idle');
      deepEqual([body.request_count, body.operations, body.top_errors], [0, [], []]);
      deepEqual((await ada.errors('idle')).body.errors, []);
      equal((await ada.timeseries('idle')).body.sample_count, 0);
      for (const kind of ['detail', 'errors', 'timeseries']) {
        equal(await ada.statusOf(`/v1/services/nobody/${kind}`), 404);
        for (const name of names) {
          equal(await mallory.statusOf(`/v1/services/${encodeURIComponent(name)}/${kind}`), 404);
        }
      }
    });

    it('is in the lists, which decode as well', async () => {
      const { body } = await ada.services();
      deepEqual(new Set(body.services.map(({ name }) => name)), new Set(names));
      equal(body.sample_count, 4 * names.length);
      const { body: failed } = await ada.traces('?has_error=true&limit=200');
      equal(failed.total_count, 3 * names.length);
      equal((await mallory.traces()).body.total_count, 0);
    });

    it('refuses ranges and steps that make no series', async () => {
      for (const query of [
        'step=7',
        'step=0',
        'step=15',
        'step=1w',
        'from=now',
        'unknown=1',
        'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
        'step=10s&from=2026-01-01T00:00:00Z',
        'window=2h',
        'window=1h&from=2026-01-01T00:00:00Z',
        'from=1969-01-01T00:00:00Z&to=1969-01-02T00:00:00Z',
      ]) {
        equal(await ada.statusOf(`/v1/services/checkout/timeseries?${query}`), 400, query);
      }
    });
  });

  describe('an answer', () => {
    let grace: CheckedReader;

    const heidi = `heidi-${randomUuid()}@example.org`;
    /** Every answer of theirs, with nothing to tell and with something; a new struct has to be added here. */
    const decoded: Record<keyof typeof goStructs, (reader: CheckedReader) => Promise<unknown>> = {
      listTraces: reader => reader.traces(),
      getTrace: async reader => {
        const { traces } = (await reader.traces()).body;
        for (const { id } of traces) await reader.trace(id);
      },
      streamTraces: async reader => {
        const stream = await openEventReader(server.url, reader.key);
        const span = freshSpan({ status: { code: 2 } });
        await reader.sendSpans([span], { service: 'idle' });
        await until('the trace', () => stream.ids().includes(span.traceId));
        await stream.close();
      },
      listServices: reader => reader.services(),
      serviceDetail: reader => reader.detail('idle'),
      serviceErrors: reader => reader.errors('idle'),
      listTriageItems: reader => reader.read('listTriageItems', '/v1/triage-inbox'),
      serviceTimeseries: reader => reader.timeseries('idle'),
      serviceMetrics: reader => reader.metrics('idle', '?explain=true'),
      createAlertRule: reader => createRule(server, reader.key),
      createHealthCheck: async ({ key }) => {
        const check = { service_name: 'idle', check_name: randomUuid() };
        const response = await fetch(`${server.url}/api/health-checks`, {
          method: 'POST',
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          body: JSON.stringify(check),
        });
        equal(goFault(await response.text(), goStructs.createHealthCheck), undefined);
      },
      listHealthChecks: reader => reader.read('listHealthChecks', '/api/health-checks'),
      listAlertRules: reader => reader.read('listAlertRules', '/v1/alert-rules'),
      alertRuleHistory: async reader => {
        const { rules } = (await reader.read('listAlertRules', '/v1/alert-rules')).body;
        for (const { id } of rules)
          await reader.read('alertRuleHistory', `/v1/alert-rules/${id}/history`);
      },
      listChannels: reader => reader.read('listChannels', '/v1/channels'),
      startConversation: async ({ key }) => {
        const response = await fetch(`${server.url}/v1/copilot/conversations`, {
          method: 'POST',
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        });
        equal(goFault(await response.text(), goStructs.startConversation), undefined);
      },
      createWebhook: async ({ key }) => {
        const webhook = { name: 'n', url: 'https://example.org/', events: ['alert.triggered'] };
        const response = await fetch(`${server.url}/v1/webhooks`, {
          method: 'POST',
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          body: JSON.stringify(webhook),
        });
        equal(goFault(await response.text(), goStructs.createWebhook), undefined);
      },
      listWebhooks: reader => reader.read('listWebhooks', '/v1/webhooks'),
      activeAlerts: reader => reader.read('activeAlerts', '/v1/alerts/active'),
      alertDashboard: reader => reader.read('alertDashboard', '/v1/alerts/dashboard?window=1h'),
      subscription: reader => reader.subscription(),
      integrationStatus: reader => reader.status(),
      // The second time they are known.
      register: () => checkedReader(server, 'heidi', 'one', heidi),
      verify: () => checkedReader(server, 'heidi', 'another', heidi),
    };

    it('decodes by the rules of Go, with nothing to tell and with something', async () => {
      const ivan = await checkedReader(server, 'ivan');
      for (const check of Object.values(decoded)) await check(ivan);
      const root = ended(900, 0);
      const odd = {
        endTimeUnixNano: nanosOf(Date.now() - 900, 123_457),
        parentSpanId: root.spanId,
      };
      const child = ended(950, 1, { ...odd, traceId: root.traceId, status: { code: 2 } });
      const spans = [root, child, ended(2_000, 1_500), ended(86_000_000, 3)];
      await ivan.sendSpans(spans, { service: 'idle' });
      await server.caughtUp();
      for (const check of Object.values(decoded)) await check(ivan);
    });

    before(async () => {
      grace = await checkedReader(server, 'grace');
    });

    it('tells with every answer which instant it is whole', async () => {
      await grace.sendSpans([freshSpan()]);
      const sentAtMs = Date.now();
      await until('the watermark to pass what was sent', async () => {
        const { watermark } = await grace.services();
        return watermark !== null && Date.parse(watermark) > sentAtMs ? true : undefined;
      });
      const { body: whole } = await grace.metrics('checkout');
      ok(whole.sample_count > 0);
      const answers = await Promise.all([
        grace.services(),
        grace.traces(),
        grace.detail('checkout'),
        grace.errors('checkout'),
        grace.timeseries('checkout'),
      ]);
      for (const { watermark } of answers) ok(Date.parse(watermark ?? '') > sentAtMs);
    });

    it('explains a percentile exactly as an oracle does that was fed the same spans', async () => {
      let services = 0;
      await holds(
        fc.asyncProperty(drawnSpans, async drawn => {
          const service = `explained ${services++}`;
          const sent = madeNow(drawn);
          await grace.sendSpans(
            sent.map(({ span }) => span),
            { service },
          );
          await server.caughtUp();
          const { body } = await grace.metrics(service, '?window=15m&explain=true');
          checkExplanation(body, sent);
        }),
        runs,
      );
    });
  });
});
