import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { hourMs } from '../../schemas/durations.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { nanosOf } from '../support/otlp.ts';
import { type Reader, readerOf } from '../support/reader.ts';

describe('reading over HTTP', function () {
  this.timeout(60_000);

  let server: ObservedServer;

  before(async () => {
    server = await startObservedServer();
  });
  after(() => server.close());

  describe('GET /v1/traces', () => {
    const ids = Array.from({ length: 25 }, () => newId(32));
    let ada: Reader;

    before(async () => {
      ada = await readerOf(server, 'pages');
      const now = Date.now();
      const endsAt = (index: number) => ({
        startTimeUnixNano: nanosOf(now - (index + 1) * 1_000),
        endTimeUnixNano: nanosOf(now - (index + 1) * 1_000 + 20),
      });
      const spans = ids.map((traceId, index) => freshSpan({ traceId, ...endsAt(index) }));
      await ada.sendSpans(spans.slice(0, 10));
      await ada.sendSpans(spans.slice(10), { service: 'billing/eu west' });
      await server.caughtUp();
    });

    it('gives twenty, the latest first, and the number of all', async () => {
      const { status, body } = await ada.traces();
      equal(status, 200);
      deepEqual([body.total_count, body.limit, body.offset], [25, 20, 0]);
      deepEqual(
        body.traces.map(trace => trace.id),
        ids.slice(0, 20),
      );
      const [first] = body.traces;
      deepEqual(
        [first?.trace_id, first?.service_name, first?.operation_name, first?.duration_ms],
        [ids[0], 'checkout', 'GET /cart', 20],
      );
      deepEqual([first?.span_count, first?.error_count, first?.has_error], [1, 0, false]);
    });

    it('pages without a gap or a repeat, and knows the number past the end', async () => {
      const seen: string[] = [];
      for (let offset = 0; offset < 30; offset += 7) {
        const { body } = await ada.traces(`?limit=7&offset=${offset}`);
        equal(body.total_count, 25);
        seen.push(...body.traces.map(trace => trace.id));
      }
      deepEqual(seen, ids);
      const { body } = await ada.traces('?offset=999');
      deepEqual([body.traces, body.total_count, body.offset], [[], 25, 999]);
    });

    it('keeps to the traces in which a service took part', async () => {
      const { body } = await ada.traces(
        `?service=${encodeURIComponent('billing/eu west')}&limit=3`,
      );
      equal(body.total_count, 15);
      deepEqual(
        body.traces.map(trace => trace.id),
        ids.slice(10, 13),
      );
      const unknown = await ada.traces('?service=nobody');
      deepEqual([unknown.status, unknown.body.total_count], [200, 0]);
      const past = await ada.traces('?service=checkout&offset=50');
      equal(past.body.total_count, 10);
    });

    it('takes the nearest limit and offset that there are', async () => {
      for (const [query, limit, offset] of [
        ['?limit=500', 200, 0],
        ['?limit=0', 1, 0],
        ['?limit=-3&offset=-1', 1, 0],
        ['?offset=99999999', 20, 1_000_000],
        ['?sort_by=start_time&sort_order=desc', 20, 0],
      ] as const) {
        const { status, body } = await ada.traces(query);
        deepEqual([status, body.limit, body.offset], [200, limit, offset], query);
      }
    });

    it('refuses what it cannot follow', async () => {
      for (const query of [
        '?limit=ten',
        '?limit=1.5',
        '?limit=',
        '?offset=1e3',
        '?limit=1&limit=2',
        '?sort_by=name',
        '?sort_order=up',
        '?has_error=yes',
        '?min_duration=-1',
        '?min_duration=1.5',
        '?start_time_from=yesterday',
        '?start_time_to=2026-02-30T00:00:00Z',
        '?status=ERROR',
        '?has_error=true&has_error=false',
      ]) {
        const { status, body } = await ada.traces(query);
        equal(status, 400, query);
        match(JSON.stringify(body), /"code":"invalid_request"/);
      }
    });
  });

  describe('GET /v1/traces/:id', () => {
    let ada: Reader;

    before(async () => {
      ada = await readerOf(server, 'one-trace');
    });

    it('takes the id in upper case and as a UUID', async () => {
      const traceId = 'abcdef0123456789abcdef0123456789';
      await ada.sendSpans([freshSpan({ traceId })]);
      await server.caughtUp();
      const dashed = traceId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      for (const spelling of [traceId, traceId.toUpperCase(), dashed, dashed.toUpperCase()]) {
        const { status, body } = await ada.readTrace(spelling);
        deepEqual([status, body.trace?.id], [200, traceId], spelling);
      }
    });

    it('knows no trace by any other word', async () => {
      const known = newId(32);
      for (const id of [
        known,
        'zz',
        `${known}0`,
        known.slice(1),
        '%27%20OR%201=1',
        '%00',
        '%E0%A4%A',
      ]) {
        equal(await ada.statusOf(`/v1/traces/${id}`), 404, id);
      }
    });

    it('puts a trace together that came in two batches, the later half first', async () => {
      const [traceId, root, child] = [newId(32), newId(16), newId(16)];
      const now = Date.now();
      const half = (ms: number, fields: object) =>
        freshSpan({
          traceId,
          startTimeUnixNano: nanosOf(now - 4_000 + ms),
          endTimeUnixNano: nanosOf(now - 3_000),
          ...fields,
        });
      const late = half(500, { spanId: child, parentSpanId: root, name: 'charge', kind: 1 });
      await ada.sendSpans([{ ...late, status: { code: 2 } }], { service: 'payments' });
      await server.caughtUp();
      await ada.sendSpans([half(0, { spanId: root, name: 'POST /orders' })]);
      const { body } = await ada.readTrace(traceId);
      deepEqual(
        body.spans.map(span => [span.span_id, span.parent_span_id, span.service_name]),
        [
          [root, null, 'checkout'],
          [child, root, 'payments'],
        ],
      );
      const { trace } = body;
      deepEqual([trace.span_count, trace.error_count, trace.duration_ms], [2, 1, 1_000]);
      deepEqual([trace.service_name, trace.operation_name], ['checkout', 'POST /orders']);
      deepEqual([trace.status_code, trace.has_error], ['ERROR', true]);
      for (const service of ['checkout', 'payments']) {
        const listed = (await ada.traces(`?service=${service}`)).body.traces;
        deepEqual(
          listed.filter(({ id }) => id === traceId),
          [trace],
        );
      }
    });

    it('gives the first ten thousand spans of a trace, and the number of all', async () => {
      const traceId = newId(32);
      const now = Date.now();
      const spans = Array.from({ length: 10_050 }, (_, index) => ({
        traceId,
        spanId: (index + 1).toString(16).padStart(16, '0'),
        name: 'step',
        startTimeUnixNano: nanosOf(now - 20_000 + index),
        endTimeUnixNano: nanosOf(now),
      }));
      await ada.sendSpans(spans, { service: 'loop', format: 'protobuf' });
      const { body } = await ada.readTrace(traceId);
      equal(body.trace.span_count, 10_050);
      equal(body.spans.length, 10_000);
      equal(body.spans.at(-1)?.span_id, spans[9_999]?.spanId);
    });
  });

  describe('GET /api/metrics/services/{service_name}', () => {
    let ada: Reader;

    before(async () => {
      ada = await readerOf(server, 'metrics', 'registered only');
    });

    const zeros = {
      p50_latency_ms: 0,
      p95_latency_ms: 0,
      p99_latency_ms: 0,
      error_rate: 0,
      success_rate: 0,
      throughput: 0,
      p99_is_maximum: true,
    };

    it('gives zeros for a service that is known and idle, 404 for one that nobody knows', async () => {
      const long = freshSpan({}, Date.now() - 30 * hourMs);
      await ada.sendSpans([long], { service: 'long ago' });
      await server.caughtUp();
      for (const name of ['registered%20only', 'long%20ago']) {
        const { status, body } = await ada.metrics(`${name}?window=24h`);
        equal(status, 200, name);
        deepEqual([body.success, body.window], [true, '24h']);
        equal(body.service, decodeURIComponent(name));
        deepEqual(body.metrics, zeros);
      }
      const { status, body } = await ada.metrics('nobody');
      equal(status, 404);
      match(JSON.stringify(body), /there is no service 'nobody'/);
    });

    it('takes fifteen minutes when no window is named, and refuses any other', async () => {
      equal((await ada.metrics('registered%20only')).body.window, '15m');
      for (const window of ['10m', '', '1H', '15m&window=1h']) {
        equal((await ada.metrics(`registered%20only?window=${window}`)).status, 400, window);
      }
    });

    it('finds services by names of every kind', async () => {
      const names = [
        'a/b c',
        'shop/',
        '/shop',
        'č/ß 店 🛒',
        '100%',
        'a+b&c=d?e#f',
        "o'clock",
        'x'.repeat(200),
      ];
      for (const service of names) await ada.sendSpans([freshSpan()], { service });
      await server.caughtUp();
      for (const name of names) {
        const { status, body } = await ada.metrics(encodeURIComponent(name));
        equal(status, 200, name);
        deepEqual([body.service, body.metrics.throughput], [name, 1]);
      }
      // As clients write them that do not escape.
      for (const path of ['a/b%20c', '100%']) {
        equal((await ada.metrics(path)).body.metrics.throughput, 1);
      }
      const listed = (await ada.services()).map(({ name }) => name);
      deepEqual(new Set(listed), new Set(names));
    });

    it('counts requests: what a server or consumer did, and what has no parent', async () => {
      const parentSpanId = newId(16);
      const kinds = [0, 1, 2, 3, 4, 5];
      const inner = kinds.map(kind => freshSpan({ kind, parentSpanId }));
      const roots = kinds.map(kind => freshSpan({ kind, status: { code: 2 } }));
      await ada.sendSpans([...inner, ...roots], { service: 'kinds' });
      await server.caughtUp();
      const { metrics } = (await ada.metrics('kinds')).body;
      deepEqual([metrics.throughput, metrics.error_rate, metrics.success_rate], [8, 75, 25]);
    });
  });

  describe('GET /v1/services', () => {
    it('lists what each service did in the same 24 hours as its metrics, by name', async () => {
      const ada = await readerOf(server, 'listing');
      const now = Date.now();
      await ada.sendSpans([
        ...Array.from({ length: 3 }, () => freshSpan()),
        freshSpan({ status: { code: 2 } }),
        freshSpan({}, now - 23 * hourMs),
        freshSpan({}, now - 25 * hourMs),
        freshSpan({}, now + 300_000),
      ]);
      await ada.sendSpans([freshSpan()], { service: 'basket' });
      await ada.sendSpans([freshSpan({}, now - 30 * hourMs)], { service: 'yesterday' });
      const inside = freshSpan({ kind: 1, parentSpanId: newId(16), status: { code: 2 } });
      await ada.sendSpans([inside], { service: 'inside' });
      await server.caughtUp();
      const services = await ada.services();
      deepEqual(
        services.map(({ id, name, request_count }) => [id, name, request_count]),
        [
          ['basket', 'basket', 1],
          ['checkout', 'checkout', 5],
          ['inside', 'inside', 0],
        ],
      );
      const [, checkout, inner] = services;
      deepEqual([inner?.error_rate, inner?.p95_latency, inner?.avg_latency], [0, 0, 0]);
      equal(checkout?.error_rate, 20);
      ok(Math.abs((checkout?.avg_latency ?? 0) - 25) < 0.25);
      ok(Math.abs((checkout?.p95_latency ?? 0) - 25) < 0.25);
      ok(Math.abs(Date.parse(checkout?.last_seen ?? '') - now) < 60_000);
      const { metrics } = (await ada.metrics('checkout?window=24h')).body;
      deepEqual([metrics.throughput, metrics.error_rate], [5, 20]);
    });
  });
});
