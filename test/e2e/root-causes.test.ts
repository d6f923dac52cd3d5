import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { callApi } from '../support/api-call.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { instantBefore } from '../support/instant-before.ts';
import { freshSpan, textOf } from '../support/otel-send.ts';
import { int, type JsonSpan, nanosOf, text, traces } from '../support/otlp.ts';
import { type Reader, readerOf } from '../support/reader.ts';

const clientKind = 3;
const serverKind = 2;
const failedRequests = 4;
const requests = 10;

onBothEngines('root causes, the assistant and calls of language models', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: Reader;
  let nowMs: number;

  before(async function () {
    tidemark = await start(this);
    ada = await readerOf(tidemark, 'ada');
    nowMs = Date.now();
  });
  after(() => tidemark?.close());

  const get = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await tidemark.get<Body>(path, ada.key);
    equal(status, 200, JSON.stringify(body));
    return body;
  };
  const ask = async (question: string): Promise<ResponseOf<'askCopilot'>> => {
    const { status, body } = await callApi<ResponseOf<'askCopilot'>>(tidemark.url, {
      method: 'POST',
      path: '/v1/copilot/ask',
      key: ada.key,
      body: { question },
      headers: { Accept: 'application/json' },
    });
    equal(status, 200, JSON.stringify(body));
    return body;
  };
  const causes = (query: string) => get<ResponseOf<'rootCauses'>>(`/v1/root-causes?${query}`);

  const timed = (fromMs: number, toMs: number) => ({
    startTimeUnixNano: nanosOf(fromMs),
    endTimeUnixNano: nanosOf(toMs),
  });

  /** Spans of one service and version, sent together. */
  const send = async (
    spans: readonly JsonSpan[],
    service: string,
    version: string,
  ): Promise<void> => {
    const attributes = [text('service.name', service), text('service.version', version)];
    const [resource] = traces(spans, service).resourceSpans;
    const body = { resourceSpans: [{ ...resource, resource: { attributes } }] };
    equal((await ada.send(textOf(body))).status, 200);
  };

  /** A request of checkout that spends 100 of its 120 ms in payments, of which 90 in the database. */
  const request = (fails: boolean, atMs: number) => {
    const status = fails ? { code: 2, message: 'failed' } : {};
    const root = freshSpan({
      kind: serverKind,
      name: 'GET /cart',
      status,
      ...timed(atMs, atMs + 120),
    });
    const { traceId } = root;
    const charge = freshSpan({
      traceId,
      parentSpanId: root.spanId,
      kind: serverKind,
      name: 'POST /charge',
      status,
      ...timed(atMs + 10, atMs + 110),
    });
    const query = freshSpan({
      traceId,
      parentSpanId: charge.spanId,
      kind: clientKind,
      name: 'SELECT accounts',
      status: fails ? { code: 2, message: 'lock timeout' } : {},
      ...timed(atMs + 15, atMs + 105),
      ...(fails && {
        events: [
          {
            name: 'exception',
            timeUnixNano: nanosOf(atMs + 105),
            attributes: [
              text('exception.type', 'LockTimeout'),
              text('exception.message', 'waited 90 ms'),
            ],
          },
        ],
      }),
    });
    return { root, own: [charge, query] };
  };

  it('finds the span that fails first, where the time goes, and the new version', async () => {
    await send([freshSpan(timed(nowMs - 3_000_000, nowMs - 2_999_990))], 'payments', '1.4.2');
    const sent = Array.from({ length: requests }, (_, index) =>
      request(index < failedRequests, nowMs - 60_000 + index * 1_000),
    );
    await send(
      sent.map(({ root }) => root),
      'checkout',
      '7.0.0',
    );
    await send(
      sent.flatMap(({ own }) => own),
      'payments',
      '1.5.0',
    );
    await tidemark.caughtUp();

    const found = await causes('service=checkout');
    deepEqual(
      [
        found.service_name,
        found.trace_id,
        found.change?.now.requests,
        found.change?.before.requests,
      ],
      ['checkout', null, requests, 0],
    );
    equal(found.change?.now.error_rate, 40);
    deepEqual(found.sample, {
      failed_traces: failedRequests,
      slow_traces: requests,
      spans: 3 * requests,
      is_whole: true,
    });
    const [failure, ...others] = found.failures;
    equal(others.length, 0);
    deepEqual(
      [failure?.service_name, failure?.operation_name, failure?.kind, failure?.error_type],
      ['payments', 'SELECT accounts', 'CLIENT', 'LockTimeout'],
    );
    deepEqual([failure?.message, failure?.traces, failure?.share], ['waited 90 ms', 4, 100]);
    equal(failure?.trace_ids.length, 3);
    deepEqual(
      found.slowness.map(({ operation_name: name, self_ms: ms, self_share: share }) => [
        name,
        ms,
        share,
      ]),
      [
        ['SELECT accounts', 900, 75],
        ['GET /cart', 200, (100 * 200) / 1200],
        ['POST /charge', 100, (100 * 100) / 1200],
      ],
    );
    deepEqual(
      found.deployments.map(({ service_name: service, version, previous_version: previous }) => [
        service,
        version,
        previous,
      ]),
      [['payments', '1.5.0', '1.4.2']],
    );
    match(
      found.summary.join(' '),
      /In 4 of 4 failed traces, SELECT accounts of payments fails first: LockTimeout/,
    );
  });

  it('finds them in one trace, and nothing in a service that does not fail', async () => {
    const { traces: failed } = await get<ResponseOf<'listTraces'>>('/v1/traces?has_error=true');
    const [one] = failed;
    ok(one);
    const {
      failures,
      slowness,
      change,
      service_name: service,
    } = await causes(`trace_id=${one.id}`);
    deepEqual([service, change, failures.length, slowness.length], [null, null, 1, 3]);
    await send([freshSpan(timed(nowMs - 5_000, nowMs - 4_990))], 'idle', '1.0.0');
    await tidemark.caughtUp();
    const calm = await causes('service=idle&window=5m');
    deepEqual([calm.failures, calm.deployments], [[], []]);
  });

  it('answers questions about a service and a trace as JSON', async () => {
    const { answer, references } = await ask('why does checkout fail since the last 15 minutes?');
    match(answer, /^checkout: 40\.0 % of 10 requests failed, before 0\.0 % of 0; p95 latency /);
    match(answer, /SELECT accounts of payments fails first: LockTimeout, waited 90 ms\./);
    match(answer, /payments changed from version 1\.4\.2 to 1\.5\.0/);
    match(answer, /No anomaly is open in checkout\./);
    const [service, trace] = references;
    deepEqual(service, {
      type: 'service',
      id: 'checkout',
      path: '/v1/services/checkout/detail',
    });
    ok(trace !== undefined && answer.includes(trace.id));
    const { answer: ofTrace } = await ask(`What happened in ${trace.id}?`);
    match(ofTrace, /^Trace [0-9a-f]{32}: In 1 of 1 failed traces, SELECT accounts of payments/);
  });

  it('answers other questions with an overview, as events that clients know and want', async () => {
    const asking = { 'X-API-Key': ada.key, 'Content-Type': 'application/json' };
    const plain = await fetch(`${tidemark.url}/v1/copilot/ask`, {
      method: 'POST',
      headers: { ...asking, Accept: '*/*' },
      body: JSON.stringify({ question: 'How are we doing?' }),
    });
    match(plain.headers.get('Content-Type') ?? '', /^application\/json/);
    const response = await fetch(`${tidemark.url}/v1/copilot/ask`, {
      method: 'POST',
      headers: { ...asking, Accept: 'text/event-stream' },
      body: JSON.stringify({ question: 'How are we doing?' }),
    });
    equal(response.status, 200);
    match(response.headers.get('Content-Type') ?? '', /^text\/event-stream/);
    const events = (await response.text()).trimEnd().split('\n\n');
    for (const event of events) match(event, /^event: (?:text|done)\ndata: .+$/);
    equal(events.at(-1), 'event: done\ndata: {}');
    const texts = events
      .slice(0, -1)
      .map(event => JSON.parse(event.slice('event: text\ndata: '.length)) as string);
    const { answer } = await ask('How are we doing?');
    // Each answer names the time that it looked at.
    const timeless = (told: string): string => told.replaceAll(/\d\d:\d\d:\d\d/gu, '');
    equal(timeless(texts.join('')), timeless(answer));
    match(answer, /services had \d+ requests\. checkout: 40\.0 %/);
    match(answer, /No alert fires\.\n\nNo anomaly is open\./);
    match(answer, /Not looked at: logs, metrics of hosts, and what sends no spans\.$/);
  });

  it('keeps questions and answers of a conversation', async () => {
    const path = '/v1/copilot/conversations';
    const started = await callApi<ResponseOf<'startConversation'>>(tidemark.url, {
      method: 'POST',
      path,
      key: ada.key,
    });
    equal(started.status, 201);
    const { id, title } = started.body;
    equal(title, null);
    const send = (content: string, headers: Record<string, string>) =>
      fetch(`${tidemark.url}${path}/${id}/messages`, {
        method: 'POST',
        headers: { 'X-API-Key': ada.key, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ content }),
      });
    const question = 'Why does checkout fail?';
    const stream = { Accept: 'text/event-stream', 'Idempotency-Key': 'one' };
    const streamed = await (await send(question, stream)).text();
    match(streamed, /event: done\ndata: \{\}\n\n$/);
    equal((await (await send(question, stream)).text()).includes('done'), true);
    const json = await send('Which alerts fire?', { Accept: 'application/json' });
    const answered = (await json.json()) as ResponseOf<'sendMessage'>;
    deepEqual([json.status, answered.conversation_id], [200, id]);
    const kept = await get<ResponseOf<'getConversation'>>(`${path}/${id}`);
    equal(kept.title, question);
    deepEqual(
      kept.messages.map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant'],
    );
    deepEqual([kept.messages[0]?.content, kept.messages[3]?.content], [question, answered.answer]);
    deepEqual(kept.messages[1]?.references[0]?.id, 'checkout');
    const following = { Accept: 'application/json' };
    const next = await (await send('who is affected?', following)).json();
    match((next as ResponseOf<'sendMessage'>).answer, /Looked at: spans of checkout from /);
    equal((await send(' ', {})).status, 400);
    const other = await readerOf(tidemark, 'eve');
    equal((await tidemark.get(`${path}/${id}`, other.key)).status, 404);
  });

  it('lists conversations, the newest first, and forgets one that is deleted', async () => {
    const path = '/v1/copilot/conversations';
    const ask = async (method: 'GET' | 'POST' | 'DELETE', to: string, key = ada.key) =>
      callApi<{ readonly id: string; readonly conversations?: readonly object[] }>(tidemark.url, {
        method,
        path: to,
        key,
      });
    const list = (query = '') => get<ResponseOf<'listConversations'>>(`${path}${query}`);
    const before = (await list()).conversations;
    equal(before.at(-1)?.title, 'Why does checkout fail?');
    const started = [];
    for (let index = 0; index < 2; index++) started.push((await ask('POST', path)).body.id);
    const [older, newer] = started;
    const idsOf = ({ conversations }: { conversations: readonly { readonly id: string }[] }) =>
      conversations.map(({ id }) => id);
    deepEqual(idsOf(await list()), [newer, older, ...idsOf({ conversations: before })]);
    const first = await list('?limit=1');
    deepEqual([idsOf(first), first.limit], [[newer], 1]);
    const cursor = encodeURIComponent(first.next_cursor ?? '');
    deepEqual(idsOf(await list(`?limit=1&cursor=${cursor}`)), [older]);
    const asOf = `?as_of=${await instantBefore()}`;
    equal((await ask('DELETE', `${path}/${newer}`)).status, 200);
    deepEqual(idsOf(await list()), [older, ...idsOf({ conversations: before })]);
    equal((await ask('DELETE', `${path}/${newer}`)).status, 404);
    equal((await ask('GET', `${path}/${newer}`)).status, 404);
    equal(idsOf(await list(asOf))[0], newer);
    equal((await get<ResponseOf<'getConversation'>>(`${path}/${newer}${asOf}`)).id, newer);
    const other = await readerOf(tidemark, 'eve');
    equal((await ask('DELETE', `${path}/${older}`, other.key)).status, 404);
    const theirs = await ask('GET', path, other.key);
    deepEqual([theirs.status, theirs.body.conversations], [200, []]);
  });

  it('ends a stream whose answer is not found with an error', async () => {
    const response = await fetch(`${tidemark.url}/v1/copilot/ask`, {
      method: 'POST',
      headers: {
        'X-API-Key': ada.key,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
      },
      body: JSON.stringify({ question: 'What is 00000000000000000000000000000001?' }),
    });
    match(await response.text(), /^event: error\ndata: \{"message":"there is no trace [^\n]*\n\n$/);
  });

  it('rejects questions about nothing', async () => {
    for (const [query, status] of [
      ['', 400],
      ['service=checkout&trace_id=00000000000000000000000000000001', 400],
      ['service=nobody', 404],
      ['trace_id=00000000000000000000000000000001', 404],
      ['trace_id=x', 404],
      ['service=checkout&window=2h', 400],
    ] as const)
      equal((await tidemark.get(`/v1/root-causes?${query}`, ada.key)).status, status, query);
  });

  it('lists calls of language models and counts them by model', async () => {
    const call = (model: string, tokens: number, durationMs: number, more: object = {}) =>
      freshSpan({
        kind: clientKind,
        name: `chat ${model}`,
        attributes: [
          text('gen_ai.operation.name', 'chat'),
          text('gen_ai.provider.name', 'openai'),
          text('gen_ai.request.model', model),
          int('gen_ai.usage.input_tokens', tokens),
          int('gen_ai.usage.output_tokens', 7),
        ],
        ...timed(nowMs - 10_000 - durationMs, nowMs - 10_000),
        ...more,
      });
    const rejected = call('large', 5, 30, { status: { code: 2 } });
    const more = [text('error.type', 'rate_limit'), text('gen_ai.response.model', 'large-2')];
    const failing = { ...rejected, attributes: [...(rejected.attributes ?? []), ...more] };
    await send(
      [call('small', 10, 10), call('small', 20, 20), call('small', 30, 100), failing],
      'bot',
      '1',
    );
    await tidemark.caughtUp();

    const { calls, total_count: total } =
      await get<ResponseOf<'listLlmCalls'>>('/v1/llm-calls?limit=2');
    deepEqual([total, calls.length], [4, 2]);
    const { calls: failed } = await get<ResponseOf<'listLlmCalls'>>('/v1/llm-calls?has_error=true');
    deepEqual(
      failed.map(({ model, error_type: type, trace_id: id }) => [model, type, id]),
      [['large-2', 'rate_limit', failing.traceId]],
    );
    equal((await get<ResponseOf<'listLlmCalls'>>('/v1/llm-calls?offset=9')).total_count, 4);

    const { total: all, models } = await get<ResponseOf<'llmStats'>>(
      '/v1/llm-calls/stats?service=bot',
    );
    deepEqual(all, {
      calls: 4,
      errors: 1,
      error_rate: 25,
      errors_by_type: [{ error_type: 'rate_limit', count: 1 }],
      input_tokens: 65,
      output_tokens: 28,
      cached_input_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      avg_duration_ms: 40,
      p50_duration_ms: 20,
      p95_duration_ms: 100,
      first_token_calls: 0,
      p50_first_token_ms: null,
      p95_first_token_ms: null,
      cost_usd: null,
      unpriced_calls: 4,
    });
    deepEqual(
      models.map(({ provider, model, calls: count }) => [provider, model, count]),
      [
        ['openai', 'small', 3],
        ['openai', 'large-2', 1],
      ],
    );
    equal(
      (await get<ResponseOf<'llmStats'>>('/v1/llm-calls/stats?model=small')).total.p50_duration_ms,
      20,
    );
    equal(
      (await get<ResponseOf<'llmStats'>>('/v1/llm-calls/stats?service=checkout')).total.calls,
      0,
    );
    const { answer } = await ask('How many tokens do our models use?');
    match(
      answer,
      /^4 calls of language models used 65 input and 28 output tokens; 25\.0 % failed\./,
    );
  });

  it('counts calls of models under earlier names, and no steps of agents and tools', async () => {
    const span = (attributes: Readonly<Record<string, string | number>>) =>
      freshSpan({
        ...timed(nowMs - 10_020, nowMs - 10_000),
        attributes: Object.entries(attributes).map(([name, value]) =>
          typeof value === 'string' ? text(name, value) : int(name, value),
        ),
      });
    const calls = [
      { 'gen_ai.system': 'openai', 'gen_ai.request.model': 'm', 'gen_ai.usage.prompt_tokens': 1 },
      { 'llm.request.type': 'chat', 'llm.vendor': 'openai', 'llm.usage.completion_tokens': 20 },
      {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'm',
        'llm.token_count.prompt': 300,
        'llm.token_count.completion': 4_000,
      },
      { 'gen_ai.operation.name': 'embeddings', 'gen_ai.usage.input_tokens': 50_000 },
      { 'gen_ai.operation.name': 'chat', 'gen_ai.tool.name': 'forced' },
    ];
    const steps = [
      { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.request.model': 'm' },
      { 'gen_ai.operation.name': 'create_agent' },
      { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.usage.input_tokens': 9 },
      { 'gen_ai.system': 'openai', 'gen_ai.request.model': 'm', 'gen_ai.tool.name': 'search' },
      { 'openinference.span.kind': 'CHAIN', 'llm.model_name': 'm' },
      { 'traceloop.span.kind': 'workflow', 'gen_ai.request.model': 'm' },
      { 'gen_ai.system': 'openai' },
    ];
    await send([...calls, ...steps].map(span), 'earlier', '1');
    await tidemark.caughtUp();
    const { total, agents, tools } = await get<ResponseOf<'llmStats'>>(
      '/v1/llm-calls/stats?service=earlier',
    );
    deepEqual([agents.runs, tools.runs], [1, 2]);
    deepEqual([total.calls, total.input_tokens, total.output_tokens], [5, 50_301, 4_020]);
    const { calls: listed } = await get<ResponseOf<'listLlmCalls'>>(
      '/v1/llm-calls?service=earlier&provider=openai',
    );
    deepEqual(listed.map(({ operation, model }) => [operation, model]).sort(), [
      ['', 'm'],
      ['chat', ''],
    ]);
  });

  it('names recorded deployments from before it began, with the figures of their releases', async () => {
    const record = async (path: string, body: object): Promise<void> => {
      const sent = { method: 'POST', path, key: ada.key, body } as const;
      const { status, body: answer } = await callApi(tidemark.url, sent);
      equal(status, 201, JSON.stringify(answer));
    };
    const deploy = async (version: string, services: readonly string[], beforeMs: number) => {
      await record('/api/releases', { version, services });
      const finished = new Date(nowMs - beforeMs).toISOString();
      const body = { environment: 'production', finished_at: finished };
      await record(`/api/releases/${version}/deploys`, body);
    };
    await deploy('7.0.0', ['checkout'], 300_000);
    await deploy('1.5.0', [], 400_000);
    await deploy('8.0.0', ['checkout'], 10_000);
    await deploy('9.0.0', ['unrelated'], 300_000);
    await deploy('6.0.0', ['checkout'], 7_200_000);
    const fromMs = nowMs - 70_000;
    const range = `from=${new Date(fromMs).toISOString()}&to=${new Date(nowMs).toISOString()}`;
    const found = await causes(`service=checkout&${range}`);
    const recorded = found.causes.filter(({ deployment }) => deployment !== null);
    deepEqual(
      recorded.map(({ kind, service_name: service, subject }) => [kind, service, subject]).sort(),
      [
        ['deploy', 'checkout', '7.0.0'],
        ['deploy', 'payments', '1.5.0'],
      ],
    );
    const [checkout] = recorded.filter(({ service_name: service }) => service === 'checkout');
    deepEqual(
      [checkout?.deployment?.environment, checkout?.deployment?.deployed_at],
      ['production', new Date(nowMs - 300_000).toISOString()],
    );
    const { deployments } = await get<ResponseOf<'getReleaseFigures'>>('/v1/releases/7.0.0');
    const { after } = deployments[0]?.figures ?? {};
    deepEqual(
      checkout?.evidence.map(({ name, before, during }) => [name, before, during]),
      [
        ['error_rate', null, after?.error_rate],
        ['p95_latency', null, after?.p95_latency],
        ['new_error_groups', 0, after?.new_error_groups],
      ],
    );
    ok((after?.error_rate ?? 0) > 0);
    match(found.summary.join(' '), /Version 7\.0\.0 of checkout was deployed to production at /);
    const past = new Date(nowMs - 1_000).toISOString();
    const then = await causes(`service=checkout&${range}&as_of=${past}`);
    deepEqual(
      then.causes.filter(({ deployment }) => deployment !== null),
      [],
    );
  });
});
