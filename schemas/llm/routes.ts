import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant, knownAsOf, paging, queryFlag } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { metricsWindows } from '../services/metrics-route.ts';
import { examples } from './examples.ts';

const call = z.object({
  trace_id: z.string(),
  span_id: z.string(),
  service_name: z.string(),
  /** As `gen_ai.operation.name` has it: `chat`, `embeddings`, …; empty where the span names none. */
  operation: z.string(),
  provider: z.string(),
  model: z.string(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  duration_ms: z.number(),
  has_error: z.boolean(),
  error_type: z.string().nullable(),
  start_time: instant,
});

const figures = {
  calls: z.int(),
  errors: z.int(),
  /** In percent. */
  error_rate: z.number(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  avg_duration_ms: z.number(),
  /** Of the sorted durations, the one at the quantile times the calls, rounded up. */
  p50_duration_ms: z.number(),
  p95_duration_ms: z.number(),
};

const filters = {
  window: z.enum(metricsWindows).default('24h'),
  end: queryInstant.optional().meta({ description: 'End of the window; now when absent.' }),
  service: z.string().optional(),
  provider: z.string().optional(),
  model: z
    .string()
    .optional()
    .meta({ description: 'The model that answered; the requested one where that is unknown.' }),
  has_error: queryFlag.optional(),
  ...knownAsOf,
} as const;

const read = {
  method: 'GET',
  role: 'query-api',
  keys: keysFor.reading,
  perService: true,
  body: 'none',
} as const;

const range = { from: instant, to: instant };

export const llmRoutes = [
  {
    ...read,
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
    summary:
      'Lists calls of language models, the latest first: spans that name a model or an operation of one, and are no steps of agents or tools.',
    example: examples.list,
    statuses: [200, 400, 404, 410],
  },
  {
    ...read,
    name: 'llmStats',
    path: '/v1/llm-calls/stats',
    query: z.object(filters),
    response: z.object({
      total: z.object(figures),
      models: z.array(z.object({ provider: z.string(), model: z.string(), ...figures })),
      ...range,
    }),
    summary:
      'Counts calls of language models, their tokens, errors and durations, together and by model.',
    example: examples.stats,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
