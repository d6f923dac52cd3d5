import { z } from 'zod';
import { knownAsOf, paging, queryFlag } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { examples } from './examples.ts';
import { call, cost, range, readRoute, timeFilters, tokens, unpriced } from './parts.ts';

const figures = {
  calls: z.int(),
  errors: z.int(),
  /** In percent. */
  error_rate: z.number(),
  errors_by_type: z
    .array(z.object({ error_type: z.string().nullable(), count: z.int() }))
    .meta({ description: 'The most frequent ones.' }),
  ...tokens,
  avg_duration_ms: z.number(),
  /** Of the sorted durations, the one at the quantile times the calls, rounded up. */
  p50_duration_ms: z.number(),
  p95_duration_ms: z.number(),
  first_token_calls: z.int().meta({ description: 'Calls whose time to the first token is known.' }),
  p50_first_token_ms: z.number().nullable(),
  p95_first_token_ms: z.number().nullable(),
  ...cost,
  ...unpriced,
};

const stepFigures = {
  runs: z.int(),
  errors: z.int(),
  /** In percent. */
  error_rate: z.number(),
  avg_duration_ms: z.number(),
  p95_duration_ms: z.number(),
};

const steps = z
  .object({ ...stepFigures, names: z.array(z.object({ name: z.string(), ...stepFigures })) })
  .meta({
    description:
      'Of the same services and time, whatever model and outcome. They are no calls of models, and their tokens do not count.',
  });

const filters = {
  ...timeFilters,
  provider: z.string().optional(),
  model: z
    .string()
    .optional()
    .meta({ description: 'The model that answered; the requested one where that is unknown.' }),
  has_error: queryFlag.optional(),
  ...knownAsOf,
} as const;

export const llmRoutes = [
  {
    ...readRoute,
    name: 'listLlmCalls',
    path: '/v1/llm-calls',
    query: z.object({ ...filters, ...paging({ maximum: 200, preset: 20 }) }),
    response: z.object({
      calls: z.array(call),
      total_count: z.int(),
      limit: z.int(),
      offset: z.int(),
      ...range,
    }),
    csv: 'calls',
    summary:
      'Lists calls of language models, the latest first: spans that name a model or an operation of one, and are no steps of agents or tools.',
    example: examples.list,
    statuses: [200, 400, 404, 410],
  },
  {
    ...readRoute,
    name: 'llmStats',
    path: '/v1/llm-calls/stats',
    query: z.object(filters),
    response: z.object({
      total: z.object(figures),
      models: z.array(z.object({ provider: z.string(), model: z.string(), ...figures })),
      agents: steps,
      tools: steps,
      ...range,
    }),
    summary:
      'Counts calls of language models, their tokens, costs, errors and durations, together and by model, and runs of agents and tools.',
    example: examples.stats,
    statuses: [200, 400, 404, 410],
  },
  ...conversationRoutes,
] as const satisfies readonly Route[];
