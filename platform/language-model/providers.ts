import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelSettings } from './port.ts';

const openaiUrl = 'https://api.openai.com/v1';

/** The model of the library that speaks the protocol. */
export function providerModel(
  { provider, model, apiKey, baseUrl }: ModelSettings,
  fetch: typeof globalThis.fetch,
) {
  if (provider === 'anthropic')
    // Without a key it would look for one in the environment.
    return createAnthropic({ apiKey: apiKey ?? '', fetch, ...(baseUrl && { baseURL: baseUrl }) })(
      model,
    );
  return createOpenAICompatible({
    name: provider,
    baseURL: baseUrl ?? openaiUrl,
    ...(apiKey !== undefined && { apiKey }),
    includeUsage: true,
    fetch,
    ...(baseUrl === undefined && { transformRequestBody: asOpenaiItself }),
  })(model);
}

/** OpenAI's own models that reason know the newer name alone. */
const asOpenaiItself = ({
  max_tokens: tokens,
  ...body
}: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...body,
  max_completion_tokens: tokens,
});
