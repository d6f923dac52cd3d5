import fc from 'fast-check';
import { dayMs } from '../../schemas/durations.ts';
import { freshSpan } from './otel-send.ts';
import { int, type JsonKeyValue, type JsonSpan, nanosOf, text } from './otlp.ts';

/** How one generation of conventions names what a call is known by; what it has no name for is not sent. */
type Generation = {
  readonly model: string;
  readonly input: string;
  readonly output: string;
  readonly total?: string;
  readonly cached?: string;
  readonly writes?: string;
  readonly reasoning?: string;
  readonly more: Readonly<Record<string, string>>;
};

const generations: readonly Generation[] = [
  {
    model: 'gen_ai.request.model',
    input: 'gen_ai.usage.input_tokens',
    output: 'gen_ai.usage.output_tokens',
    cached: 'gen_ai.usage.cache_read.input_tokens',
    writes: 'gen_ai.usage.cache_creation.input_tokens',
    reasoning: 'gen_ai.usage.reasoning.output_tokens',
    more: { 'gen_ai.operation.name': 'chat' },
  },
  {
    model: 'gen_ai.response.model',
    input: 'gen_ai.usage.input_tokens',
    output: 'gen_ai.usage.output_tokens',
    total: 'gen_ai.usage.total_tokens',
    cached: 'gen_ai.usage.cache_read_input_tokens',
    writes: 'gen_ai.usage.cache_creation_input_tokens',
    reasoning: 'gen_ai.usage.reasoning_tokens',
    more: { 'gen_ai.request.model': 'asked-for' },
  },
  {
    model: 'gen_ai.request.model',
    input: 'gen_ai.usage.prompt_tokens',
    output: 'gen_ai.usage.completion_tokens',
    total: 'llm.usage.total_tokens',
    cached: 'gen_ai.usage.cached_tokens',
    more: { 'llm.request.type': 'chat' },
  },
  {
    model: 'llm.request.model',
    input: 'llm.usage.prompt_tokens',
    output: 'llm.usage.completion_tokens',
    total: 'llm.usage.total_tokens',
    cached: 'llm.usage.cache_read_input_tokens',
    writes: 'llm.usage.cache_creation_input_tokens',
    reasoning: 'llm.usage.reasoning_tokens',
    more: {},
  },
  {
    model: 'llm.model_name',
    input: 'llm.token_count.prompt',
    output: 'llm.token_count.completion',
    total: 'llm.token_count.total',
    cached: 'llm.token_count.prompt_details.cache_read',
    writes: 'llm.token_count.prompt_details.cache_write',
    reasoning: 'llm.token_count.completion_details.reasoning',
    more: { 'openinference.span.kind': 'LLM' },
  },
  {
    model: 'ai.model.id',
    input: 'ai.usage.promptTokens',
    output: 'ai.usage.completionTokens',
    total: 'ai.usage.totalTokens',
    cached: 'ai.usage.cachedInputTokens',
    reasoning: 'ai.usage.reasoningTokens',
    more: { 'ai.operationId': 'ai.generateText' },
  },
  {
    model: 'gen_ai.request.model',
    input: 'gen_ai.usage.input_tokens',
    output: 'gen_ai.usage.output_tokens',
    total: 'gen_ai.usage.total_tokens',
    cached: 'gen_ai.usage.input_tokens.cached',
    writes: 'gen_ai.usage.input_tokens.cache_write',
    reasoning: 'gen_ai.usage.output_tokens.reasoning',
    more: { 'gen_ai.system': 'openai' },
  },
];

const steps = [
  { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'planner' },
  { 'openinference.span.kind': 'AGENT', 'agent.name': 'planner', 'llm.model_name': 'model-a' },
  { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' },
  { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'search' },
  { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'search' },
] as const;
const agentSteps = 2;

const models = ['model-a', 'model-a-mini', 'model-b', 'unpriced'] as const;

const tokens = fc.oneof(fc.nat(100), fc.nat(1_000_000_000));

const drawnCall = fc.record({
  kind: fc.constant('call' as const),
  generation: fc.nat(generations.length - 1),
  /** Those of the spans around it, outermost first; each says what it likes of tokens. */
  wrappers: fc.array(fc.nat(generations.length - 1), { maxLength: 2 }),
  model: fc.constantFrom(...models),
  usage: fc.record({
    input: fc.option(tokens),
    output: fc.option(tokens),
    total: fc.option(tokens),
    cached: fc.option(tokens),
    writes: fc.option(tokens),
    reasoning: fc.option(tokens),
  }),
  isFailed: fc.boolean(),
  isYesterday: fc.boolean(),
});

const drawnStep = fc.record({
  kind: fc.constant('step' as const),
  step: fc.nat(steps.length - 1),
  tokens,
});

type Of<Drawn> = Drawn extends fc.Arbitrary<infer Value> ? Value : never;
type DrawnCall = Of<typeof drawnCall>;
export type DrawnStep = DrawnCall | Of<typeof drawnStep>;

/** Calls and steps of agents in one trace: each is below the step before it, so that calls are below agents and tools. */
export const drawnSteps: fc.Arbitrary<readonly DrawnStep[]> = fc.array(
  fc.oneof({ weight: 3, arbitrary: drawnCall }, { weight: 1, arbitrary: drawnStep }),
  { maxLength: 12 },
);

const yesterdayMs = (nowMs: number): number => Math.floor(nowMs / dayMs) * dayMs - 1_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Dollars for a million tokens, which change today. */
export const pricesOfTest = (nowMs: number) => [
  { model: 'model-a', input_per_million: 3, output_per_million: 15.000001, to: dayOf(nowMs) },
  {
    model: 'model-a',
    input_per_million: '2.999999',
    cached_input_per_million: 0.3,
    cache_write_per_million: 3.75,
    output_per_million: 14.5,
    from: dayOf(nowMs),
  },
  { model: 'model-a*', input_per_million: 0.15, output_per_million: 0.6 },
  { model: 'model-b', input_per_million: 0, output_per_million: 0.000001 },
];

type Rates = Readonly<Record<'input' | 'cached' | 'writes' | 'output', bigint>>;

/** The same in picodollars a token, written down once more. */
function ratesOf(model: string, isYesterday: boolean): Rates | undefined {
  switch (model) {
    case 'model-a':
      return isYesterday
        ? { input: 3_000_000n, cached: 3_000_000n, writes: 3_000_000n, output: 15_000_001n }
        : { input: 2_999_999n, cached: 300_000n, writes: 3_750_000n, output: 14_500_000n };
    case 'model-a-mini':
      return { input: 150_000n, cached: 150_000n, writes: 150_000n, output: 600_000n };
    case 'model-b':
      return { input: 0n, cached: 0n, writes: 0n, output: 1n };
    default:
      return undefined;
  }
}

export function spansOf(drawn: readonly DrawnStep[], nowMs: number): JsonSpan[] {
  const spans: JsonSpan[] = [];
  let above: JsonSpan | undefined;
  for (const step of drawn) {
    const own = step.kind === 'call' ? callSpans(step, above, nowMs) : [stepSpan(step, nowMs)];
    spans.push(...own);
    // A call below a call would be wrapped by it, so what follows begins a trace of its own, or is below a step.
    above = step.kind === 'step' ? own.at(-1) : undefined;
  }
  return spans;
}

const attributesOf = (values: Readonly<Record<string, string | number>>): JsonKeyValue[] =>
  Object.entries(values).map(([name, value]) =>
    typeof value === 'string' ? text(name, value) : int(name, value),
  );

const belowOf = (parent: JsonSpan | undefined) =>
  parent === undefined ? {} : { traceId: parent.traceId, parentSpanId: parent.spanId };

const timesOf = (startMs: number, endMs: number) => ({
  startTimeUnixNano: nanosOf(startMs),
  endTimeUnixNano: nanosOf(endMs),
});

const stepSpan = (
  { step, tokens: own }: Extract<DrawnStep, { kind: 'step' }>,
  nowMs: number,
): JsonSpan =>
  freshSpan({
    ...timesOf(nowMs - 20_000, nowMs - 5_000),
    attributes: attributesOf({ ...steps[step], 'gen_ai.usage.input_tokens': own }),
  });

function callSpans(call: DrawnCall, above: JsonSpan | undefined, nowMs: number): JsonSpan[] {
  const startMs = call.isYesterday ? yesterdayMs(nowMs) : nowMs - 15_000;
  const times = timesOf(startMs, nowMs - 10_000);
  const spans: JsonSpan[] = [];
  for (const generation of [...call.wrappers, call.generation]) {
    const isInner = spans.length === call.wrappers.length;
    spans.push(
      freshSpan({
        ...times,
        ...belowOf(spans.at(-1) ?? above),
        ...(isInner && call.isFailed && { status: { code: 2 } }),
        attributes: attributesOf(namesOf(call, generations[generation] as Generation)),
      }),
    );
  }
  return spans;
}

function namesOf({ model, usage }: DrawnCall, names: Generation) {
  const counts = (Object.keys(usage) as (keyof typeof usage)[]).flatMap(name => {
    const [key, value] = [names[name], usage[name]];
    return key === undefined || value === null ? [] : [[key, value] as const];
  });
  return { ...names.more, [names.model]: model, ...Object.fromEntries(counts) };
}

type Counts = Readonly<Record<'input' | 'output' | 'cached' | 'writes' | 'reasoning', bigint>>;

/** The tokens of a call by the rules of the documents. */
function countsOf({ generation, usage }: DrawnCall): Counts {
  const names = generations[generation] as Generation;
  const stated = (name: keyof typeof usage): bigint | undefined => {
    const value = names[name] === undefined ? null : usage[name];
    return value === null ? undefined : BigInt(value);
  };
  const left = (part: bigint): bigint => {
    const total = stated('total') ?? 0n;
    return total > part ? total - part : 0n;
  };
  const input = stated('input') ?? left(stated('output') ?? 0n);
  const output = stated('output') ?? left(input);
  const cached = stated('cached') ?? 0n;
  const writes = stated('writes') ?? 0n;
  const reasoning = stated('reasoning') ?? 0n;
  return {
    input: cached + writes > input ? input + cached + writes : input,
    output: reasoning > output ? output + reasoning : output,
    cached,
    writes,
    reasoning,
  };
}

function picoOf(call: DrawnCall): bigint | undefined {
  const rates = ratesOf(call.model, call.isYesterday);
  if (rates === undefined) return undefined;
  const { input, cached, writes, output } = countsOf(call);
  return (
    (input - cached - writes) * rates.input +
    cached * rates.cached +
    writes * rates.writes +
    output * rates.output
  );
}

const picoDigits = 12;

function dollars(pico: bigint | undefined): number | null {
  if (pico === undefined) return null;
  const whole = pico / 10n ** BigInt(picoDigits);
  const rest = pico % 10n ** BigInt(picoDigits);
  return Number(`${whole}.${String(rest).padStart(picoDigits, '0')}`);
}

const sum = (values: readonly bigint[]): bigint => values.reduce((all, one) => all + one, 0n);

function figuresOf(calls: readonly DrawnCall[]) {
  const all = (name: keyof Counts): number => Number(sum(calls.map(call => countsOf(call)[name])));
  const costs = calls.map(picoOf).filter(cost => cost !== undefined);
  return {
    calls: calls.length,
    errors: calls.filter(({ isFailed }) => isFailed).length,
    input: all('input'),
    output: all('output'),
    cached: all('cached'),
    writes: all('writes'),
    reasoning: all('reasoning'),
    cost: costs.length === 0 ? null : dollars(sum(costs)),
    unpriced: calls.length - costs.length,
  };
}

/** Its provider and its name. */
const modelOf = ({ generation, model }: DrawnCall): string =>
  `${generations[generation]?.more['gen_ai.system'] ?? ''} ${model}`;

/** What is to be read of them. */
export function expectedOf(drawn: readonly DrawnStep[]) {
  const calls = drawn.filter(step => step.kind === 'call');
  const others = drawn.filter(step => step.kind === 'step');
  const agents = others.filter(({ step }) => step < agentSteps).length;
  return {
    total: figuresOf(calls),
    models: [...new Set(calls.map(modelOf))]
      .sort()
      .map(model => ({ model, ...figuresOf(calls.filter(call => modelOf(call) === model)) })),
    agents,
    tools: others.length - agents,
    costs: calls
      .map(call => dollars(picoOf(call)))
      .sort((left, right) => (left ?? -1) - (right ?? -1)),
  };
}
