import { deepEqual, equal, match } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, newId, senderTo } from '../support/otel-send.ts';
import { type JsonKeyValue, type JsonSpan, nanosOf, text } from '../support/otlp.ts';

type ServiceMap = ResponseOf<'serviceMap'>;

const kinds = { server: 2, client: 3, producer: 4, consumer: 5 };

/** A span of a trace that took so long and ended a second ago. */
const spanOf = (
  traceId: string,
  kind: keyof typeof kinds,
  tookMs: number,
  more: Partial<JsonSpan> = {},
): JsonSpan =>
  freshSpan({
    traceId,
    kind: kinds[kind],
    // A call is made within a request.
    ...((kind === 'client' || kind === 'producer') && { parentSpanId: newId(16) }),
    startTimeUnixNano: nanosOf(Date.now() - 1_000 - tookMs),
    endTimeUnixNano: nanosOf(Date.now() - 1_000),
    ...more,
  });

const failed = { status: { code: 2, message: 'failed' } };
const named = (...attributes: readonly JsonKeyValue[]) => ({ attributes });

onBothEngines('the service map', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;
  let sender: ReturnType<typeof senderTo>;

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark, 'shop');
    sender = senderTo(tidemark, ada.first);
  });
  after(() => tidemark?.close());

  const map = async (query = '', key = ada.first): Promise<ServiceMap> => {
    const { status, body } = await tidemark.get<ServiceMap>(`/v1/service-map${query}`, key);
    equal(status, 200, JSON.stringify(body));
    return body;
  };
  /** Sends spans of a service, and waits until they are in the warehouse: each time another batch. */
  const send = async (service: string, ...spans: readonly JsonSpan[]): Promise<void> => {
    await sender.sendSpans(spans, { service });
    await tidemark.caughtUp();
  };
  const edgesOf = ({ edges }: ServiceMap) =>
    edges
      .map(({ caller, callee_type: type, callee, requests, errors, caller_errors: callers }) =>
        [caller, type, callee, requests, errors, callers].join(' '),
      )
      .sort();
  const nodesOf = ({ nodes }: ServiceMap) =>
    nodes.map(({ type, name, requests }) => `${type} ${name} ${requests}`).sort();

  it('joins the spans of calls, whichever batch has them, and knows what is no service', async () => {
    const [first, second] = [newId(32), newId(32)];
    const call = spanOf(first, 'client', 120, named(text('server.address', 'payments.internal')));
    const later = spanOf(second, 'client', 150, {
      ...failed,
      ...named(text('peer.service', 'pay')),
    });
    await send('shop', spanOf(first, 'server', 130), call);
    const before = await map();
    deepEqual(edgesOf(before), ['shop external payments.internal 1 0 0']);
    equal(before.is_whole, true);
    // The callee comes after its caller, and before it.
    await send('payments', spanOf(first, 'server', 100, { parentSpanId: call.spanId }));
    await send(
      'payments',
      spanOf(second, 'server', 100, { parentSpanId: later.spanId, ...failed }),
    );
    const waiting = await map();
    deepEqual([waiting.unjoined, waiting.is_whole], [{ callers: 0, callees: 1 }, false]);
    await send('shop', later);
    await send(
      'payments',
      spanOf(first, 'client', 20, named(text('db.system', 'postgresql'), text('db.name', 'books'))),
      spanOf(first, 'producer', 5, {
        ...named(text('messaging.system', 'kafka'), text('messaging.destination.name', 'paid')),
      }),
      spanOf(first, 'client', 400, { ...failed, ...named(text('server.address', 'bank.example')) }),
    );
    await send('lonely', freshSpan());
    const whole = await map();
    deepEqual(edgesOf(whole), [
      'payments database postgresql:books 1 0 0',
      'payments external bank.example 1 1 1',
      'payments queue kafka:paid 1 0 0',
      'shop service payments 2 1 1',
    ]);
    deepEqual(nodesOf(whole), [
      'database postgresql:books 1',
      'external bank.example 1',
      'queue kafka:paid 1',
      'service lonely 1',
      'service payments 2',
      'service shop 1',
    ]);
    deepEqual(
      [whole.unjoined, whole.omitted, whole.is_whole, whole.sample_count],
      [{ callers: 0, callees: 0 }, { nodes: 0, edges: 0 }, true, 5],
    );
    const edge = whole.edges.find(({ callee }) => callee === 'payments');
    // Of the callee: 100 ms, within half the width of a bucket.
    for (const ms of [edge?.p50_ms, edge?.p95_ms, edge?.p99_ms])
      equal(Math.abs((ms ?? 0) - 100) < 0.79, true, String(ms));
    equal(edge?.error_rate, 50);
  });

  it('shows one service with what it calls and what calls it', async () => {
    const shop = await map('?service=shop');
    deepEqual(edgesOf(shop), ['shop service payments 2 1 1']);
    deepEqual(nodesOf(shop), ['service payments 2', 'service shop 1']);
    const { status } = await tidemark.get('/v1/service-map?service=nobody', ada.first);
    equal(status, 404);
  });

  it('shows a key of some services no other service', async () => {
    const { key } = await ada.issue('live', { services: ['payments'] });
    const own = await map('', key);
    deepEqual(edgesOf(own), [
      'payments database postgresql:books 1 0 0',
      'payments external bank.example 1 1 1',
      'payments queue kafka:paid 1 0 0',
    ]);
    deepEqual(nodesOf(own).at(-1), 'service payments 2');
    equal((await tidemark.get('/v1/service-map?service=shop', key)).status, 404);
  });

  it('gives what was known then, the same from hours and from tens of seconds', async () => {
    const day = new Date(Date.now() - 86_400_000).toISOString();
    deepEqual(edgesOf(await map(`?from=${day}`)), edgesOf(await map()));
    const past = await map(`?as_of=${new Date(Date.now() - 600_000).toISOString()}`);
    deepEqual([past.nodes, past.edges, past.sample_count], [[], [], 0]);
    equal(past.as_of !== undefined && past.to <= past.as_of, true);
    const future = new Date(Date.now() + 60_000).toISOString();
    for (const [query, problem] of [
      [`?as_of=${future}`, /future/],
      ['?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', /earlier/],
      ['?from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z', /31 days/],
    ] as const) {
      const { status, body } = await tidemark.get(`/v1/service-map${query}`, ada.first);
      equal(status, 400);
      match(JSON.stringify(body), problem);
    }
  });
});
