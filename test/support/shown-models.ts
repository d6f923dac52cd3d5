import { freshSpan } from './otel-send.ts';
import { int, type JsonSpan, nanosOf, text } from './otlp.ts';
import type { Reader } from './reader.ts';
import { hostileTexts } from './shown-shop.ts';

/** Dollars for a million tokens. */
export const shownPrices = [
  {
    model: 'gpt-4o*',
    input_per_million: 2.5,
    cached_input_per_million: 1.25,
    output_per_million: 10,
  },
  { model: 'text-embedding-3-small', input_per_million: 0.02, output_per_million: 0 },
];

type Attributes = Readonly<Record<string, string | number>>;

const conversation = 'support/4711';

/** Calls of models in conversations, with an agent and its tools, one that failed, and one that is named to do harm; gives the pages. */
export async function sendShownModels(ada: Reader, nowMs = Date.now()): Promise<string[]> {
  const turns = [0, 1, 2].flatMap(turn => turnOf(nowMs - 300_000 + turn * 40_000, turn));
  const hostile = spanOf(nowMs - 60_000, 900, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': hostileTexts.service,
    'gen_ai.conversation.id': hostileTexts.message,
    'gen_ai.input.messages': JSON.stringify([
      { role: hostileTexts.link, parts: [{ type: 'text', content: hostileTexts.message }] },
      { role: 'user', parts: [{ type: 'text', content: hostileTexts.operation }] },
    ]),
  });
  await ada.sendSpans([...turns, hostile], { service: 'support-bot' });
  const page = '/models/conversation?id=';
  return [
    '/models',
    '/models/conversations',
    page + encodeURIComponent(conversation),
    page + encodeURIComponent(hostileTexts.message),
  ];
}

/** What a user asks, an agent looks up with two tools, and a model answers. */
function turnOf(startMs: number, turn: number): JsonSpan[] {
  const agent = spanOf(startMs, 6_000, {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'triage',
    'gen_ai.conversation.id': conversation,
  });
  const below = { traceId: agent.traceId, parentSpanId: agent.spanId };
  const isRejected = turn === 1;
  return [
    agent,
    spanOf(
      startMs + 100,
      140,
      {
        'gen_ai.operation.name': 'embeddings',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'text-embedding-3-small',
        'gen_ai.usage.input_tokens': 24,
      },
      below,
    ),
    ...['search_orders', 'read_order'].map((name, index) =>
      spanOf(
        startMs + 400 + index * 300,
        180,
        {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': name,
          'gen_ai.tool.call.arguments': '{"email":"ada@example.com","order":4711}',
        },
        { ...below, ...(isRejected && index === 1 && { status: { code: 2 } }) },
      ),
    ),
    spanOf(
      startMs + 1_200,
      2_400,
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.response.model': 'gpt-4o-2024-08-06',
        'gen_ai.conversation.id': conversation,
        'gen_ai.usage.input_tokens': 1_840 + turn * 600,
        'gen_ai.usage.cache_read.input_tokens': turn * 1_024,
        'gen_ai.usage.output_tokens': isRejected ? 0 : 212,
        'gen_ai.usage.reasoning.output_tokens': isRejected ? 0 : 64,
        'ai.response.msToFirstChunk': 420 + turn * 90,
        ...(isRejected && { 'error.type': 'rate_limit_exceeded' }),
        'gen_ai.system_instructions': '[{"type":"text","content":"You help customers of a shop."}]',
        'gen_ai.input.messages':
          '[{"role":"user","parts":[{"type":"text","content":"I am ada@example.com. Where is my order?"}]}]',
        ...(!isRejected && {
          'gen_ai.output.messages':
            '[{"role":"assistant","parts":[{"type":"text","content":"It arrives on Friday."}],"finish_reason":"stop"}]',
        }),
      },
      { ...below, ...(isRejected && { status: { code: 2, message: 'rate limit' } }) },
    ),
  ];
}

const spanOf = (
  startMs: number,
  ms: number,
  attributes: Attributes,
  more: Partial<JsonSpan> = {},
): JsonSpan =>
  freshSpan({
    kind: 3,
    name: String(attributes['gen_ai.operation.name']),
    startTimeUnixNano: nanosOf(startMs),
    endTimeUnixNano: nanosOf(startMs + ms),
    attributes: Object.entries(attributes).map(([name, value]) =>
      typeof value === 'string' ? text(name, value) : int(name, value),
    ),
    ...more,
  });
