import { deepEqual, doesNotMatch, equal, ok, rejects } from 'node:assert/strict';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { openLlmCalls } from '../support/llm-reads.ts';
import { freshSpan } from '../support/otel-send.ts';
import { int, type JsonSpan, nanosOf, text } from '../support/otlp.ts';
import { testWarehouse } from '../support/warehouse.ts';

type Attributes = Readonly<Record<string, string | number>>;

const nowMs = Math.floor(Date.now() / 1000) * 1000;
const double = (key: string, doubleValue: number) => ({ key, value: { doubleValue } });

const pairOf = (key: string, value: string | number) => {
  if (typeof value === 'string') return text(key, value);
  return Number.isInteger(value) ? int(key, value) : double(key, value);
};

/** A span of two seconds. */
const spanOf = (attributes: Attributes, more: Partial<JsonSpan> = {}): JsonSpan =>
  freshSpan({
    startTimeUnixNano: nanosOf(nowMs - 12_000),
    endTimeUnixNano: nanosOf(nowMs - 10_000),
    attributes: Object.entries(attributes).map(([key, value]) => pairOf(key, value)),
    ...more,
  });

const below = (parent: JsonSpan) => ({ traceId: parent.traceId, parentSpanId: parent.spanId });

describe('calls of language models', function () {
  this.timeout(60_000);
  let warehouse: Warehouse;

  before(async () => {
    warehouse = await testWarehouse();
  });

  const read = async (spans: readonly JsonSpan[], prices: readonly object[] = []) => {
    const llm = openLlmCalls({ warehouse, nowMs, prices });
    await llm.write(spans);
    return { llm, stats: await llm.stats(), ...(await llm.calls()) };
  };

  const tokensOf = async (attributes: Attributes): Promise<readonly number[]> => {
    const { calls } = await read([spanOf({ 'gen_ai.request.model': 'm', ...attributes })]);
    equal(calls.length, 1);
    return calls.flatMap(call => [
      call.input_tokens,
      call.output_tokens,
      call.cached_input_tokens,
      call.cache_write_tokens,
      call.reasoning_tokens,
    ]);
  };

  it('take cached tokens and those of reasoning for parts of the input and the output', async () => {
    const whole = {
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 50,
      'gen_ai.usage.cache_read.input_tokens': 60,
      'gen_ai.usage.cache_creation.input_tokens': 30,
      'gen_ai.usage.reasoning.output_tokens': 20,
    };
    deepEqual(await tokensOf(whole), [100, 50, 60, 30, 20]);
    deepEqual(
      await tokensOf({
        'gen_ai.usage.prompt_tokens': 10,
        'gen_ai.usage.cache_read_input_tokens': 60,
        'gen_ai.usage.cache_creation_input_tokens': 30,
      }),
      [100, 0, 60, 30, 0],
      'parts that are more than the whole were counted apart',
    );
    deepEqual(
      await tokensOf({
        'ai.usage.promptTokens': 7,
        'ai.usage.completionTokens': 5,
        'ai.usage.reasoningTokens': 6,
      }),
      [7, 11, 0, 0, 6],
    );
  });

  it('use a total for what is not stated, and for nothing else', async () => {
    const total = { 'llm.usage.total_tokens': 30 };
    deepEqual(await tokensOf(total), [30, 0, 0, 0, 0]);
    deepEqual(await tokensOf({ ...total, 'llm.usage.prompt_tokens': 20 }), [20, 10, 0, 0, 0]);
    deepEqual(await tokensOf({ ...total, 'llm.usage.completion_tokens': 50 }), [0, 50, 0, 0, 0]);
    const both = { 'llm.token_count.prompt': 20, 'llm.token_count.completion': 5 };
    deepEqual(await tokensOf({ ...total, ...both }), [20, 5, 0, 0, 0]);
  });

  it('take counts that are no counts for none, and bound those that cannot be', async () => {
    deepEqual(
      await tokensOf({
        'gen_ai.usage.input_tokens': 'many',
        'gen_ai.usage.output_tokens': '18446744073709551615',
        'gen_ai.usage.cache_read.input_tokens': -5,
      }),
      [0, 1_000_000_000, 0, 0, 0],
    );
  });

  it('know the time to the first token from attributes of seconds and milliseconds, and from events', async () => {
    const model = { 'gen_ai.request.model': 'm' };
    const event = { name: 'First Token Stream Event', timeUnixNano: nanosOf(nowMs - 11_250) };
    const { calls, stats } = await read([
      spanOf({ ...model, 'gen_ai.response.time_to_first_chunk': 0.25 }),
      spanOf({ ...model, 'ai.response.msToFirstChunk': 500.5 }),
      spanOf(model, { events: [event] }),
      spanOf(model),
      spanOf({ ...model, 'gen_ai.server.time_to_first_token': 250 }),
    ]);
    deepEqual(calls.map(({ first_token_ms: ms }) => ms).sort(), [250, 500.5, 750, null, null]);
    const {
      first_token_calls: known,
      p50_first_token_ms: p50,
      p95_first_token_ms: p95,
    } = stats.total;
    deepEqual([known, p50, p95], [3, 500.5, 750]);
    const none = await read([spanOf(model)]);
    equal(none.stats.total.p95_first_token_ms, null);
  });

  it('count once where two instrumentations describe one call: the innermost', async () => {
    const chain = (...spans: readonly Attributes[]): JsonSpan[] => {
      const made: JsonSpan[] = [];
      for (const attributes of spans) {
        const parent = made.at(-1);
        made.push(spanOf(attributes, parent === undefined ? {} : below(parent)));
      }
      return made;
    };
    const usage = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 1 };
    const spans = [
      chain(
        { 'ai.operationId': 'ai.generateText', 'ai.model.id': 'a', 'ai.usage.promptTokens': 10 },
        { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.model.id': 'a', ...usage },
      ),
      chain(
        { 'openinference.span.kind': 'LLM', 'llm.model_name': 'openai/B', ...usage },
        { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'b', ...usage },
        {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'b',
          'gen_ai.response.model': 'b-2026',
          ...usage,
        },
      ),
      chain(
        { 'gen_ai.operation.name': 'chat', ...usage },
        { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'c', ...usage },
      ),
      // These are two: another model, and a tool between them.
      chain(
        { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'd', ...usage },
        { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'e', ...usage },
      ),
      chain(
        { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'd', ...usage },
        { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'ask' },
        { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'd', ...usage },
      ),
    ].flat();
    const { stats } = await read(spans);
    deepEqual(
      stats.models.map(({ model, calls, input_tokens: input }) => [model, calls, input]),
      [
        ['d', 3, 30],
        ['a', 1, 10],
        ['b-2026', 1, 10],
        ['c', 1, 10],
        ['e', 1, 10],
      ],
    );
  });

  it('know what wraps them also where it began before the range, or ends after it', async () => {
    const outer = spanOf(
      { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' },
      { startTimeUnixNano: nanosOf(nowMs - 1_000_000), endTimeUnixNano: nanosOf(nowMs - 10_000) },
    );
    const inner = spanOf(
      { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' },
      {
        ...below(outer),
        startTimeUnixNano: nanosOf(nowMs - 1_000_000),
        endTimeUnixNano: nanosOf(nowMs - 900_000),
      },
    );
    const { llm, calls } = await read([outer, inner]);
    deepEqual(
      calls.map(({ span_id: id }) => id),
      [inner.spanId],
    );
    equal((await llm.calls({ window: '5m' })).total_count, 0);
  });

  it('have runs of agents and of tools beside them, each once', async () => {
    const agent = spanOf({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'triage',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 999,
    });
    const same = spanOf(
      { 'openinference.span.kind': 'AGENT', 'agent.name': 'triage' },
      below(agent),
    );
    const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' };
    const { stats } = await read([
      agent,
      same,
      spanOf({ 'gen_ai.request.model': 'm', 'gen_ai.usage.input_tokens': 5 }, below(same)),
      spanOf(tool, { ...below(same), status: { code: 2 } }),
      spanOf(tool, below(same)),
      spanOf({ 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'mail' }, below(same)),
      spanOf({ 'traceloop.span.kind': 'tool' }, { ...below(same), name: 'book.tool' }),
      spanOf({ 'gen_ai.operation.name': 'create_agent', 'gen_ai.agent.name': 'triage' }),
    ]);
    deepEqual([stats.total.calls, stats.total.input_tokens], [1, 5]);
    deepEqual([stats.agents.runs, stats.agents.names.map(({ name }) => name)], [1, ['triage']]);
    deepEqual([stats.tools.runs, stats.tools.errors, stats.tools.error_rate], [4, 1, 25]);
    deepEqual(
      stats.tools.names.map(({ name, runs, errors }) => [name, runs, errors]),
      [
        ['search', 2, 1],
        ['book.tool', 1, 0],
        ['mail', 1, 0],
      ],
    );
  });

  it('name the most frequent types of errors, also of exceptions', async () => {
    const failed = { status: { code: 2 } };
    const model = { 'gen_ai.request.model': 'm' };
    const exception = {
      name: 'exception',
      timeUnixNano: nanosOf(nowMs - 11_000),
      attributes: [text('exception.type', 'Timeout')],
    };
    const { stats } = await read([
      ...['b', 'b', 'a', 'c', 'd', 'e', 'f'].map(type =>
        spanOf({ ...model, 'error.type': type }, failed),
      ),
      spanOf(model, { ...failed, events: [exception] }),
      spanOf(model, { ...failed, events: [exception] }),
      spanOf(model, failed),
      spanOf(model),
    ]);
    deepEqual(stats.models[0]?.errors_by_type, [
      { error_type: 'Timeout', count: 2 },
      { error_type: 'b', count: 2 },
      { error_type: null, count: 1 },
      { error_type: 'a', count: 1 },
      { error_type: 'c', count: 1 },
    ]);
  });

  it('cost what the price table says, and nothing is said where it says nothing', async () => {
    const usage = {
      'gen_ai.usage.input_tokens': 1_000,
      'gen_ai.usage.output_tokens': 100,
      'gen_ai.usage.cache_read.input_tokens': 600,
    };
    const call = (model: string) => spanOf({ 'gen_ai.request.model': model, ...usage });
    const prices = [
      {
        model: 'm-*',
        input_per_million: 2.5,
        cached_input_per_million: 0.125,
        output_per_million: '10.000001',
      },
    ];
    const spans = [call('M-1'), call('m-2'), call('other')];
    const { stats, calls } = await read(spans, prices);
    deepEqual([stats.total.cost_usd, stats.total.unpriced_calls], [0.0041500002, 1]);
    deepEqual(calls.map(({ cost_usd: cost }) => cost).sort(), [0.0020750001, 0.0020750001, null]);
    const free = await read(spans);
    deepEqual([free.stats.total.cost_usd, free.stats.total.unpriced_calls], [null, 3]);
  });

  describe('in conversations', () => {
    const secret = 'Mail ada@example.com';
    const named = { 'gen_ai.conversation.id': 'c/1', 'gen_ai.request.model': 'm' };
    const at = (seconds: number) => ({
      startTimeUnixNano: nanosOf(nowMs - 100_000 + seconds * 1_000),
      endTimeUnixNano: nanosOf(nowMs - 100_000 + seconds * 1_000 + 500),
    });
    const agent = spanOf({ 'gen_ai.operation.name': 'invoke_agent' }, { ...at(0), name: 'helper' });
    const spans = [
      agent,
      spanOf(
        { ...named, 'gen_ai.usage.input_tokens': 1_000_000, 'gen_ai.prompt.0.content': secret },
        { ...below(agent), ...at(1) },
      ),
      spanOf(
        { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' },
        { ...below(agent), ...at(2) },
      ),
      spanOf(
        { ...named, 'gen_ai.usage.output_tokens': 1_000_000, 'error.type': 'Timeout' },
        {
          ...below(agent),
          ...at(3),
          status: { code: 2 },
          events: [{ name: 'gen_ai.user.message', attributes: [text('content', secret)] }],
        },
      ),
      spanOf({ 'session.id': 's', 'llm.model_name': 'other' }, at(50)),
      spanOf({ 'gen_ai.request.model': 'm' }, at(60)),
    ];
    const prices = [{ model: 'm', input_per_million: 2, output_per_million: 8 }];
    const open = async (isContentShown: boolean) => {
      const llm = openLlmCalls({ warehouse, nowMs, prices, isContentShown });
      await llm.write(spans);
      return llm;
    };

    it('are listed with what they cost, the one with the latest call first', async () => {
      const llm = await open(false);
      const { conversations, total_count: total } = await llm.conversations();
      equal(total, 2);
      deepEqual(
        conversations.map(one => [one.id, one.calls, one.errors, one.cost_usd, one.unpriced_calls]),
        [
          ['s', 1, 0, null, 1],
          ['c/1', 2, 1, 10, 0],
        ],
      );
      const [, found] = conversations;
      deepEqual([found?.services, found?.models], [['bot'], ['m']]);
      deepEqual(
        [found?.first_call_at, found?.last_call_at],
        [1, 3].map(seconds => new Date(nowMs - 100_000 + seconds * 1_000).toISOString()),
      );
      const second = await llm.conversations({ limit: 1, offset: 1 });
      deepEqual([second.conversations[0]?.id, second.total_count], ['c/1', 2]);
    });

    it('have their calls in order with agents and tools between them, and no content', async () => {
      const llm = await open(false);
      const found = await llm.conversation('c/1');
      deepEqual(
        found.steps.map(({ kind, name, error_type: type }) => [kind, name, type]),
        [
          ['agent', 'helper', null],
          ['call', 'm', null],
          ['tool', 'search', null],
          ['call', 'm', 'Timeout'],
        ],
      );
      deepEqual([found.total_count, found.cost_usd, found.is_content_shown], [4, 10, false]);
      ok(found.steps.every(({ messages }) => messages === null));
      doesNotMatch(JSON.stringify(found), /Mail/);
      const later = await llm.conversation('c/1', { limit: 2, offset: 3 });
      deepEqual(
        later.steps.map(({ call }) => call?.cost_usd),
        [8],
      );
      await rejects(llm.conversation('none'), /there is no conversation 'none'/);
    });

    it('show messages without secrets where the installation says so', async () => {
      const { steps, is_content_shown: isShown } = await (await open(true)).conversation('c/1');
      equal(isShown, true);
      deepEqual(
        steps.map(({ messages }) => messages?.map(({ role, content }) => `${role}: ${content}`)),
        [[], ['user: Mail [REDACTED:email]'], [], ['user: Mail [REDACTED:email]']],
      );
    });

    it('show the end of what is long', async () => {
      const llm = openLlmCalls({ warehouse, nowMs, isContentShown: true });
      const long = Array.from({ length: 400 }, (_, index) => ({
        role: 'user',
        content: `${index} ${'x'.repeat(100)}`,
      }));
      await llm.write([spanOf({ ...named, 'gen_ai.input.messages': JSON.stringify(long) })]);
      const { steps } = await llm.conversation('c/1');
      const shown = steps[0]?.messages ?? [];
      equal(shown.length, 40);
      equal(shown.at(-1)?.content, long.at(-1)?.content);
    });
  });
});
