import { limits } from '../config.ts';

/**
 * What a call is known by, the name of today's semantic conventions for generative AI first, then earlier ones, and those of
 * OpenLLMetry (`llm.usage`, `traceloop`), OpenInference (`llm.token_count`) and Vercel's AI SDK (`ai`).
 */
export const callAttributes = {
  operation: ['gen_ai.operation.name', 'llm.request.type', 'openinference.span.kind'],
  provider: ['gen_ai.provider.name', 'gen_ai.system', 'llm.provider', 'llm.system', 'llm.vendor'],
  model: [
    'gen_ai.response.model',
    'gen_ai.request.model',
    'llm.response.model',
    'llm.request.model',
    'llm.model_name',
    'embedding.model_name',
  ],
  input: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.usage.prompt_tokens',
    'llm.token_count.prompt',
    'ai.usage.promptTokens',
  ],
  output: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.usage.completion_tokens',
    'llm.token_count.completion',
    'ai.usage.completionTokens',
  ],
  error: ['error.type'],
} as const;

/** Names of which every call has one, and steps of agents may too. */
const ofCalls = [...callAttributes.operation, ...callAttributes.model] as const;

const listOf = (names: readonly string[]): string => names.map(name => `'${name}'`).join(', ');

/** The first attribute that is there; empty if none is. */
export const firstOf = (names: readonly string[]): string =>
  `leftUTF8(attributes.value[arrayFirst(at -> at > 0, arrayMap(name -> indexOf(attributes.key, name), [${listOf(names)}]))], ${limits.textCharactersShown})`;

/** Words in the names of operations that call no model themselves: `invoke_agent`, `execute_tool`, `CHAIN`. */
const steps = 'agent|tool|workflow|task|chain|retriev|memory|guardrail|evaluator|handoff';

/** Whether a span calls a model: it says so, and it is no step of an agent, a tool or a chain, which may name the model as well. */
export const isCall = `hasAny(attributes.key, [${listOf(ofCalls)}])
    AND NOT match(lowerUTF8(${firstOf(callAttributes.operation)}), '${steps}')
    AND NOT match(lowerUTF8(${firstOf(['traceloop.span.kind'])}), '${steps}')
    AND (has(attributes.key, 'gen_ai.operation.name') OR NOT has(attributes.key, 'gen_ai.tool.name'))`;
