import type { ModelSettings } from '../language-model/port.ts';
import type { Texts } from './file.ts';
import type { Values } from './names.ts';

/** The model that answers questions, and what each organization may have of it in a day (UTC). */
export type AssistantModel = ModelSettings & {
  readonly tokensPerDay: number;
  /** In picodollars. Absent: no limit but that of the tokens. */
  readonly costPerDay?: bigint;
  /** As it was set. */
  readonly costGiven?: string;
};

/** Nothing: questions are answered by rules alone. */
export function assistantModelOf({
  LLM_PROVIDER: provider,
  LLM_MODEL: model,
  LLM_API_KEY: apiKey,
  LLM_BASE_URL: baseUrl,
  LLM_TOKENS_PER_DAY: tokensPerDay,
  LLM_COST_PER_DAY: cost,
}: Values): { readonly assistantModel?: AssistantModel } {
  if (provider === undefined || model === undefined) return {};
  const assistantModel = {
    provider,
    model,
    ...(apiKey && { apiKey }),
    ...(baseUrl && { baseUrl }),
    tokensPerDay,
    ...(cost && { costPerDay: cost.picodollars, costGiven: cost.given }),
  };
  return { assistantModel };
}

/** What is wrong with names that are right one by one. */
export function assistantModelErrors(texts: Texts): readonly string[] {
  const has = (name: keyof Values): boolean => texts[name] !== undefined;
  const wants = (['LLM_PROVIDER', 'LLM_MODEL'] as const).filter(has);
  if (wants.length === 1)
    return [`LLM_PROVIDER and LLM_MODEL belong together: found only ${wants.join()}`];
  const others = (['LLM_API_KEY', 'LLM_BASE_URL', 'LLM_COST_PER_DAY'] as const).filter(has);
  if (wants.length === 0 && others.length > 0)
    return [`LLM_PROVIDER and LLM_MODEL are needed where ${others[0]} is set`];
  if (wants.length === 0 || has('LLM_API_KEY') || has('LLM_BASE_URL')) return [];
  return ['LLM_API_KEY is needed where LLM_PROVIDER is set without LLM_BASE_URL'];
}

/** For `printable`, by name. */
export const assistantModelValues = (of: AssistantModel | undefined) => ({
  LLM_PROVIDER: of?.provider,
  LLM_MODEL: of?.model,
  LLM_API_KEY: of?.apiKey,
  LLM_BASE_URL: of?.baseUrl,
  LLM_TOKENS_PER_DAY: of?.tokensPerDay,
  LLM_COST_PER_DAY: of?.costGiven,
});
