import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant } from '../http/parts.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { metricsWindows } from '../services/metrics-route.ts';

export const tokens = {
  input_tokens: z.int().meta({ description: 'With those of the cache.' }),
  output_tokens: z.int().meta({ description: 'With those of reasoning.' }),
  cached_input_tokens: z.int().meta({ description: 'Of `input_tokens`, read from a cache.' }),
  cache_write_tokens: z.int().meta({ description: 'Of `input_tokens`, written to a cache.' }),
  reasoning_tokens: z.int().meta({ description: 'Of `output_tokens`.' }),
};

export const cost = {
  cost_usd: z.number().nullable().meta({
    description: 'By the price table of the installation; null where it has no price.',
  }),
};

export const unpriced = {
  unpriced_calls: z.int().meta({ description: 'Calls without a price, which `cost_usd` lacks.' }),
};

export const call = z.object({
  trace_id: z.string(),
  span_id: z.string(),
  service_name: z.string(),
  /** As `gen_ai.operation.name` has it: `chat`, `embeddings`, …; empty where the span names none. */
  operation: z.string(),
  provider: z.string(),
  model: z.string(),
  ...tokens,
  duration_ms: z.number(),
  first_token_ms: z.number().nullable().meta({ description: 'Null where it is not known.' }),
  ...cost,
  has_error: z.boolean(),
  error_type: z.string().nullable(),
  conversation_id: z.string().nullable(),
  start_time: instant,
});

export const timeFilters = {
  window: z.enum(metricsWindows).default('24h'),
  end: queryInstant.optional().meta({ description: 'End of the window; now when absent.' }),
  service: z.string().optional(),
} as const;

export const readRoute = {
  method: 'GET',
  role: 'query-api',
  keys: keysFor.reading,
  perService: true,
  body: 'none',
} as const;

export const range = { from: instant, to: instant };
