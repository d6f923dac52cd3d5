import { boundedFetch } from './bounded-fetch.ts';
import type { LanguageModel, ModelSettings } from './port.ts';

/** A model behind the chat completions of OpenAI, which many servers speak, or the messages of Anthropic. */
export function openRemoteModel(
  settings: ModelSettings,
): LanguageModel & { readonly close: () => Promise<void> } {
  const { fetch, close } = boundedFetch();
  const { provider, model } = settings;
  return {
    provider,
    model,
    answer: async function* (task) {
      // The library takes a third of a second to load, which most processes never need.
      const { converse } = await import('./converse.ts');
      const { providerModel } = await import('./providers.ts');
      yield* converse(providerModel(settings, fetch), task);
    },
    close,
  };
}
