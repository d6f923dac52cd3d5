import type { Principal } from '../../../platform/http/handler.ts';
import { modelUse, modelUseKey } from '../../../projections/copilot/model-use.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { dayOf } from '../../../schemas/day.ts';
import { dayMs } from '../../../schemas/durations.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { dollarsOf } from '../core/llm/cost.ts';
import type { QueryShared } from '../shared.ts';

/** The model that answers questions, and what the organization took of it today. */
export function assistantBody(
  { organizationId, services }: Principal,
  state: Pick<DomainState, 'get'>,
  { configuration: { assistantModel }, clock }: Pick<QueryShared, 'configuration' | 'clock'>,
): ResponseOf<'me'>['assistant'] {
  if (assistantModel === undefined || services !== undefined) return null;
  const day = dayOf(clock());
  const used = state.get(modelUse, modelUseKey(organizationId, day));
  const { questions = 0, inputTokens = 0, outputTokens = 0, unpricedQuestions = 0 } = used ?? {};
  const isPriced = questions > unpricedQuestions;
  const { provider, model, tokensPerDay, costPerDay } = assistantModel;
  return {
    provider,
    model,
    today: {
      questions,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cost_usd: isPriced ? dollarsOf(BigInt(used?.costPicodollars ?? 0)) : null,
    },
    tokens_per_day: tokensPerDay,
    cost_usd_per_day: costPerDay === undefined ? null : dollarsOf(costPerDay),
    resets_at: new Date(Date.parse(day) + dayMs).toISOString(),
  };
}
