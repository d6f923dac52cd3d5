import {
  type CommandBeside,
  type EndpointDependencies,
  executeBeside,
} from '../../../../platform/commands/endpoint.ts';
import type { AssistantModel } from '../../../../platform/config/language-model.ts';
import type { ModelTokens } from '../../../../platform/language-model/port.ts';
import { uuidV5 } from '../../../../platform/uuid.ts';
import { modelUse, modelUseKey } from '../../../../projections/copilot/model-use.ts';
import type { DomainState } from '../../../../projections/engine/read/history.ts';
import { type ModelUse, modelUseStream } from '../../../../schemas/copilot/model-use.ts';
import { commandId, type OrganizationId } from '../../../../schemas/ids.ts';
import { costOf, dollarsOf, type PriceOf } from '../../core/llm/cost.ts';
import type { Asking } from '../../route-call.ts';
import { modelLimits } from './config.ts';

type State = Pick<DomainState, 'get'>;

/** What an organization has left of the model on a day, or why it has nothing left. */
export function leftOf(
  organizationId: OrganizationId,
  day: string,
  state: State,
  { tokensPerDay, costPerDay, provider, model }: AssistantModel,
  priceOf: PriceOf,
): { readonly tokens: number } | { readonly refusal: string } {
  const used = state.get(modelUse, modelUseKey(organizationId, day));
  const tokens = tokensPerDay - (used?.inputTokens ?? 0) - (used?.outputTokens ?? 0);
  if (tokens <= 0)
    return { refusal: `this organization has used its ${tokensPerDay} tokens of today (UTC)` };
  if (costPerDay === undefined) return { tokens };
  if (priceOf({ provider, model, day }) === undefined)
    return { refusal: `its price of today is not known, and the cost of a day is limited` };
  if (BigInt(used?.costPicodollars ?? 0) >= costPerDay)
    return {
      refusal: `this organization has used its ${dollarsOf(costPerDay)} USD of today (UTC)`,
    };
  return { tokens };
}

/** All tokens of the requests of one question. */
export function useOf(
  asked: readonly ModelTokens[],
  { provider, model }: Pick<AssistantModel, 'provider' | 'model'>,
  of: Pick<ModelUse, 'organizationId' | 'day'>,
  priceOf: PriceOf,
): ModelUse {
  const sum = (name: keyof ModelTokens): number =>
    asked.reduce((total, tokens) => total + tokens[name], 0);
  const price = priceOf({ provider, model, day: of.day });
  const [input, cached, cacheWrites, output] = [
    sum('input'),
    sum('cachedInput'),
    sum('cacheWrites'),
    sum('output'),
  ];
  const tokens = {
    input: BigInt(input),
    cached: BigInt(cached),
    cacheWrites: BigInt(cacheWrites),
    output: BigInt(output),
  };
  return {
    ...of,
    provider,
    model,
    requests: asked.length,
    inputTokens: input,
    cachedInputTokens: cached,
    cacheWriteTokens: cacheWrites,
    outputTokens: output,
    costPicodollars: price === undefined ? null : String(costOf(tokens, price)),
  };
}

/** Records what a question took, also of one whose client has left. */
export async function countUse(
  use: ModelUse,
  asking: Asking,
  dependencies: EndpointDependencies,
): Promise<void> {
  const command: CommandBeside = {
    id: commandId(uuidV5(asking.requestId, 'model use')),
    stream: modelUseStream(use.organizationId),
    wish: async () => ({ type: 'CountModelUse', data: use }),
  };
  const signal = AbortSignal.timeout(modelLimits.countMsMax);
  await executeBeside({ ...asking, signal }, command, dependencies);
}
