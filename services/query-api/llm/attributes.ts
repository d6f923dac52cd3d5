import { limits } from '../config.ts';

/**
 * What calls and steps of agents are known by, the name of today's semantic conventions for generative AI first, then earlier ones, and those of
 * OpenLLMetry (`llm.usage`, `traceloop`), OpenInference (`llm.token_count`), Vercel's AI SDK (`ai`) and Sentry (`.cached`).
 */
const attributesOf = {
  operation: [
    'gen_ai.operation.name',
    'llm.request.type',
    'openinference.span.kind',
    'ai.operationId',
  ],
  provider: [
    'gen_ai.provider.name',
    'gen_ai.system',
    'llm.provider',
    'llm.system',
    'llm.vendor',
    'ai.model.provider',
  ],
  model: [
    'gen_ai.response.model',
    'gen_ai.request.model',
    'llm.response.model',
    'llm.request.model',
    'llm.model_name',
    'embedding.model_name',
    'ai.response.model',
    'ai.model.id',
  ],
  input: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.usage.prompt_tokens',
    'llm.token_count.prompt',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    'ai.usage.tokens',
  ],
  output: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.usage.completion_tokens',
    'llm.token_count.completion',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
  ],
  total: [
    'gen_ai.usage.total_tokens',
    'llm.usage.total_tokens',
    'llm.token_count.total',
    'ai.usage.totalTokens',
  ],
  cached: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'gen_ai.usage.input_tokens.cached',
    'gen_ai.usage.cached_tokens',
    'llm.usage.cache_read_input_tokens',
    'llm.token_count.prompt_details.cache_read',
    'ai.usage.inputTokenDetails.cacheReadTokens',
    'ai.usage.cachedInputTokens',
  ],
  cacheWrites: [
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'gen_ai.usage.cache_write.input_tokens',
    'gen_ai.usage.cache_write_input_tokens',
    'gen_ai.usage.input_tokens.cache_write',
    'llm.usage.cache_creation_input_tokens',
    'llm.token_count.prompt_details.cache_write',
    'ai.usage.inputTokenDetails.cacheWriteTokens',
  ],
  reasoning: [
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'gen_ai.usage.output_tokens.reasoning',
    'llm.usage.reasoning_tokens',
    'llm.token_count.completion_details.reasoning',
    'ai.usage.outputTokenDetails.reasoningTokens',
    'ai.usage.reasoningTokens',
  ],
  firstTokenSeconds: [
    'gen_ai.response.time_to_first_chunk',
    'gen_ai.server.time_to_first_token',
    'gen_ai.latency.time_to_first_token',
  ],
  firstTokenMs: ['ai.response.msToFirstChunk', 'ai.stream.msToFirstChunk'],
  error: ['error.type'],
  conversation: [
    'gen_ai.conversation.id',
    'session.id',
    'traceloop.association.properties.session_id',
    'langfuse.session.id',
  ],
  /** What an instrumentation calls the kind of a span, besides its operation. */
  kind: ['traceloop.span.kind'],
  agent: ['gen_ai.agent.name', 'agent.name', 'traceloop.entity.name'],
  bareTool: ['gen_ai.tool.name'],
  conventional: ['gen_ai.operation.name'],
  tool: ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name'],
} as const;

export type Field = keyof typeof attributesOf;

export const fieldsOfSteps = Object.keys(attributesOf) as readonly Field[];

/** Those by which a span is known for a step, and steps are told apart. */
export const fieldsOfKinds = [
  'operation',
  'conventional',
  'model',
  'kind',
  'agent',
  'bareTool',
  'tool',
] as const;

/** Every step has one of these; other spans need not be read. A set is looked up in the dictionary of a part, where `hasAny` compares every text. */
export const mayBeStep = `arrayExists(name -> name IN (${listOf([
  ...attributesOf.operation,
  ...attributesOf.model,
  ...attributesOf.kind,
  'gen_ai.tool.name',
])}), attributes.key)`;

/** Events that stand where the first token came. */
export const firstTokenEvents = ['First Token Stream Event', 'ai.stream.firstChunk'] as const;

export function listOf(names: readonly string[]): string {
  return names.map(name => `'${name}'`).join(', ');
}

/**
 * The values of some fields as one column of lists: of each field the values of those of its attributes that are there. The
 * warehouse takes longer to understand a statement than to read a few spans, and a lookup of each field by itself is most of it.
 */
export const valuesSql = (fields: readonly Field[]): string =>
  `arrayMap(names -> arrayFilter(value -> value != '', arrayMap(name -> leftUTF8(attributes.value[indexOf(attributes.key, name)], ${limits.textCharactersShown}), names)),
     [${fields.map(field => `[${listOf(attributesOf[field])}]`).join(', ')}]) AS values`;

/** What takes fields from the column `values` of these fields. */
export function openFields(fields: readonly Field[]) {
  const allOf = (field: Field): string => `values[${fields.indexOf(field) + 1}]`;
  return {
    /** All that are there. */
    allOf,
    /** The first that is there; empty if none is. */
    firstOf: (field: Field): string => `${allOf(field)}[1]`,
  };
}
