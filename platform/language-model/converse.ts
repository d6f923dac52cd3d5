import {
  jsonSchema,
  type LanguageModelUsage,
  stepCountIs,
  streamText,
  type ToolSet,
  tool,
} from 'ai';
import { Unavailable } from '../errors.ts';
import { failureOf } from './failure.ts';
import { modelRequestLimits } from './limits.ts';
import type { ModelTask, ModelTokens, ModelTool } from './port.ts';

type Model = Parameters<typeof streamText>[0]['model'];

// It would write to the console, which is the log's.
globalThis.AI_SDK_LOG_WARNINGS = false;

const between = '\n\n';
const answerNow = 'Answer now with what you have read; no further tool can be called.';

/** The tool loop of one task. */
export async function* converse(model: Model, task: ModelTask): AsyncGenerator<string> {
  const ending = new AbortController();
  const meter = openMeter(task);
  const { fullStream } = streamText({
    ...requestOf(model, task, meter),
    abortSignal: AbortSignal.any([task.signal, ending.signal]),
    // What fails is in the stream, too.
    onError: () => undefined,
  });
  try {
    yield* textsOf(fullStream, meter);
    task.signal.throwIfAborted();
  } catch (error) {
    task.signal.throwIfAborted();
    throw failureOf(error);
  } finally {
    ending.abort();
    meter.end();
  }
}

/** Its text alone; that of each request is a paragraph. */
async function* textsOf(
  parts: ReturnType<typeof streamText>['fullStream'],
  meter: Meter,
): AsyncGenerator<string> {
  let hasText = false;
  for await (const part of parts) {
    meter.saw(part);
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-start' && hasText) yield between;
    if (part.type !== 'text-delta' || part.text === '') continue;
    hasText = true;
    yield part.text;
  }
  if (!hasText) throw new Unavailable('it gave no answer');
}

function requestOf(
  model: Model,
  { instructions, messages, tools, limits }: ModelTask,
  meter: Meter,
) {
  const { stepsMax, outputTokensMax, tokensMax } = limits;
  return {
    model,
    // Instructions and tools are the same in every step, so Anthropic keeps them in its cache.
    system: {
      role: 'system' as const,
      content: instructions,
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' as const } } },
    },
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    tools: toolsOf(tools),
    stopWhen: stepCountIs(stepsMax),
    prepareStep: ({ stepNumber, messages: sent }: { stepNumber: number; messages: unknown }) => {
      meter.sends(sent);
      const isLast = stepNumber + 1 >= stepsMax || meter.total() >= tokensMax;
      return isLast
        ? { toolChoice: 'none' as const, system: `${instructions}\n\n${answerNow}` }
        : {};
    },
    maxOutputTokens: outputTokensMax,
    maxRetries: modelRequestLimits.retriesMax,
  };
}

/** What is wrong with arguments the tool itself says, in words for a model. */
const toolsOf = (tools: readonly ModelTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, inputSchema, call }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(inputSchema, {
          validate: value => ({ success: true, value }),
        }),
        execute: (input, { abortSignal = new AbortController().signal }) =>
          call(input, abortSignal),
      }),
    ]),
  );

type Meter = ReturnType<typeof openMeter>;
type Part = { readonly type: string; readonly text?: unknown; readonly usage?: unknown };

/** Counts what each request takes. */
function openMeter({ used, instructions, tools, signal }: ModelTask) {
  const ownBytes = JSON.stringify([instructions, tools]).length;
  let total = 0;
  let pending: { readonly sentBytes: number; gotBytes: number; isAnswered: boolean } | undefined;
  const count = (tokens: ModelTokens): void => {
    total += tokens.input + tokens.output;
    pending = undefined;
    used(tokens);
  };
  return {
    total: () => total,
    sends: (messages: unknown): void => {
      const sentBytes = ownBytes + JSON.stringify(messages).length;
      pending = { sentBytes, gotBytes: 0, isAnswered: false };
    },
    saw: ({ type, text, usage }: Part): void => {
      if (pending !== undefined && type !== 'error') pending.isAnswered ||= type !== 'start';
      if (pending !== undefined && typeof text === 'string') pending.gotBytes += text.length;
      if (type === 'finish-step') count(tokensOf(usage as LanguageModelUsage, pending));
    },
    /** A request that was refused took nothing; one that was given up may have taken all of it. */
    end: (): void => {
      if (pending?.isAnswered || (pending && signal.aborted)) count(estimateOf(pending));
    },
  };
}

type Pending = { readonly sentBytes: number; readonly gotBytes: number };

/** Some servers do not count. */
function tokensOf(
  { inputTokens, outputTokens, inputTokenDetails: details }: LanguageModelUsage,
  pending: Pending = { sentBytes: 0, gotBytes: 0 },
): ModelTokens {
  const estimate = estimateOf(pending);
  return {
    input: inputTokens ?? estimate.input,
    cachedInput: details.cacheReadTokens ?? 0,
    cacheWrites: details.cacheWriteTokens ?? 0,
    output: outputTokens ?? estimate.output,
  };
}

const estimateOf = ({ sentBytes, gotBytes }: Pending): ModelTokens => ({
  input: Math.ceil(sentBytes / modelRequestLimits.bytesPerTokenMin),
  cachedInput: 0,
  cacheWrites: 0,
  output: Math.ceil(gotBytes / modelRequestLimits.bytesPerTokenMin),
});
