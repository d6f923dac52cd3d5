import { deepEqual, equal } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { text, traces } from '../support/otlp.ts';
import { recordedEvents, sendChunk } from '../support/replays.ts';
import { until } from '../support/until.ts';

type Replay = ResponseOf<'getReplay'>;
type Listed = ResponseOf<'listReplays'>;

const click = (timestamp: number) => ({
  type: 3,
  data: { source: 2, type: 2, id: 5, x: 40, y: 40 },
  timestamp,
});
const custom = (timestamp: number, tag: string, payload: object) => ({
  type: 5,
  data: { tag, payload },
  timestamp,
});

onBothEngines('what is found in recorded sessions', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark);
  });
  after(() => tidemark?.close());

  const send = async (session: string, events: object[], more: object = {}): Promise<void> => {
    const { status, text: answer } = await sendChunk(tidemark.url, ada.first, {
      session,
      events,
      ...more,
    });
    equal(status, 200, answer);
  };
  const get = <Body>(path: string) => ada.ask<Body>('GET', `/api/replays${path}`);
  const there = (session: string, segments = 1): Promise<Replay> =>
    until('the session', async () => {
      const { status, body } = await get<Replay>(`/${session}`);
      return status === 200 && body.segments.length === segments && body;
    });

  it('are clicks, slow requests and errors of a session, with the trace and the group of each', async () => {
    const session = newId(32);
    const traceId = newId(32);
    const fromMs = Date.now() - 60_000;
    await send(session, [
      ...recordedEvents(fromMs),
      ...[3_000, 3_200, 3_400].map(after => click(fromMs + after)),
      custom(fromMs + 9_000, 'console-log', {
        level: 'error',
        message: 'TypeError: cart is undefined',
      }),
    ]);
    await send(
      session,
      [
        click(fromMs + 10_000),
        custom(fromMs + 14_000, 'network-request', {
          method: 'POST',
          url: '/orders',
          status: 503,
          duration: 2_000.4,
          traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
        }),
      ],
      { segment: 1 },
    );
    const exception = {
      timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
      name: 'exception',
      attributes: [
        text('exception.type', 'CardDeclined'),
        text('exception.message', 'card 4711 declined'),
      ],
    };
    const failed = { traceId, status: { code: 2 }, events: [exception] };
    const spans = [
      freshSpan({ ...failed, attributes: [text('replay_id', session)] }),
      freshSpan(failed),
    ];
    equal((await ada.ask('POST', '/v1/traces', { body: traces(spans, 'pay') })).status, 200);
    await tidemark.caughtUp();
    await there(session, 2);
    const body = await until('the error', async () => {
      const { body: found } = await get<Replay>(`/${session}`);
      return found.errors.length === 2 && found;
    });
    deepEqual([body.rage_click_count, body.dead_click_count], [1, 4]);
    const after = (clicks: readonly { readonly at: string }[]): number[] =>
      clicks.map(({ at }) => Date.parse(at) - fromMs);
    deepEqual(after(body.rage_clicks), [3_000]);
    deepEqual(after(body.dead_clicks), [2_000, 3_000, 3_200, 3_400]);
    deepEqual(body.slow_requests, [
      {
        at: new Date(fromMs + 12_000).toISOString(),
        method: 'POST',
        url: '/orders',
        status: 503,
        duration_ms: 2_000,
        trace_id: traceId,
      },
    ]);
    const [logged, span] = body.errors;
    deepEqual(
      [logged?.kind, logged?.error_type, logged?.message, logged?.time, logged?.group_id],
      [
        'console',
        'TypeError',
        'TypeError: cart is undefined',
        new Date(fromMs + 9_000).toISOString(),
        null,
      ],
    );
    deepEqual(
      [span?.kind, span?.error_type, span?.message, span?.service_name, span?.trace_id],
      ['span', 'CardDeclined', 'card 4711 declined', 'pay', traceId],
    );
    const group = await ada.ask<ResponseOf<'getError'>>('GET', `/v1/errors/${span?.group_id}`);
    equal(group.body.error_type, 'CardDeclined');
    const { body: list } = await get<Listed>('');
    const row = list.replays.find(({ session_id: id }) => id === session);
    deepEqual([row?.rage_click_count, row?.dead_click_count, row?.error_count], [1, 4, 2]);
  });

  it('finds sessions by error, by the user that the page or a span names, and by their clicks', async () => {
    const user = newId(32);
    const fromMs = Date.now() - 60_000;
    const open = async (events: object[], segment = 0): Promise<string> => {
      const session = newId(32);
      const headers = { 'X-Replay-User-Id': user };
      await send(
        session,
        [...events, { type: 3, data: { source: 1 }, timestamp: fromMs + 20_000 }],
        { headers, segment },
      );
      return session;
    };
    const angry = await open([0, 100, 200, 5_000].map(after => click(fromMs + after)));
    const logging = await open([
      custom(fromMs, 'console-log', { level: 'error', message: 'Straße gesperrt: 100% voll_' }),
      custom(fromMs, 'identify', { plan: 'Team', age: 7 }),
    ]);
    const failing = await open([click(fromMs)]);
    // A burst over two chunks, of which the later comes first, and one comes twice.
    const torn = await open([click(fromMs + 300)], 1);
    for (const _ of [1, 2])
      await send(torn, [click(fromMs), click(fromMs + 200)], {
        headers: { 'X-Replay-User-Id': user },
      });
    const calm = await open([
      custom(fromMs, 'console-log', { level: 'info', message: 'gesperrt' }),
    ]);
    const named = (session: string, more: ReturnType<typeof text>[], code = 1) =>
      freshSpan({
        status: { code, message: 'Quota Exhausted' },
        attributes: [text('replay_id', session), ...more],
      });
    const spans = [
      named(failing, [text('enduser.role', 'admin'), text('user.email', 'ada@example.org')], 2),
      named(calm, [text('enduser.id', 'admin')]),
    ];
    equal((await ada.ask('POST', '/v1/traces', { body: traces(spans, 'shop') })).status, 200);
    await tidemark.caughtUp();
    const list = async (query: string): Promise<string[]> => {
      const { status, body } = await get<Listed>(`?user_id=${user}&${query}`);
      equal(status, 200, JSON.stringify(body));
      equal(body.total, body.replays.length);
      return body.replays.map(({ session_id: id }) => id).toSorted();
    };
    await until('the sessions', async () => (await list('')).length === 5);
    await until('the spans', async () => (await list('has_errors=true')).length === 1);
    const expected: readonly (readonly [query: string, sessions: readonly string[]])[] = [
      ['min_rage_clicks=1', [angry, torn]],
      ['min_rage_clicks=2', []],
      ['min_dead_clicks=1', [angry, failing, torn]],
      ['min_dead_clicks=3', [angry, torn]],
      ['min_dead_clicks=4', [angry]],
      ['min_rage_clicks=1&min_dead_clicks=4', [angry]],
      ['error=GESPERRT', [logging]],
      ['error=100%25', [logging]],
      ['error=quota%20exh', [failing]],
      ['error=nothing', []],
      ['user_attribute=plan&user_value=Team', [logging]],
      ['user_attribute=plan&user_value=Tea', []],
      ['user_attribute=age&user_value=7', []],
      ['user_attribute=role&user_value=admin', [failing]],
      ['user_attribute=enduser.role&user_value=admin', [failing]],
      ['user_attribute=user.role&user_value=admin', []],
      ['user_attribute=email&user_value=ada@example.org', [failing]],
      ['user_attribute=email&user_value=ada@example.org&min_rage_clicks=1', []],
      ['has_errors=true&error=quota&min_dead_clicks=1', [failing]],
    ];
    for (const [query, sessions] of expected)
      deepEqual(await list(query), sessions.toSorted(), query);
    const from = new Date(Date.now() - 8 * 86_400_000).toISOString();
    for (const query of ['error=x', 'user_attribute=a&user_value=b'])
      equal((await get(`?from=${from}&${query}`)).status, 400, query);
    equal((await get(`?from=${from}&min_rage_clicks=1`)).status, 200);
    for (const query of ['user_attribute=a', 'user_value=b', 'min_rage_clicks=0', 'error='])
      equal((await get(`?${query}`)).status, 400, query);
    const { body: whole } = await get<Replay>(`/${torn}`);
    deepEqual([whole.rage_click_count, whole.dead_click_count, whole.segment_count], [1, 3, 2]);
  });
});
