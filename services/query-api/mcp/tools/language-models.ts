import { z } from 'zod';
import { metricsWindows } from '../../../../schemas/services/metrics-route.ts';
import { within } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { end, limit, offset, service } from './parts.ts';

const filters = {
  window: z.enum(metricsWindows).default('24h'),
  end,
  service: service.optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  has_error: z.boolean().optional(),
};

export const languageModelTools = [
  readTool({
    name: 'search_llm_calls',
    title: 'Search calls of language models',
    description:
      'Calls of language models with model, tokens, duration in milliseconds and errors, the latest first. Messages are in the trace of a call.',
    input: z.object({ ...filters, limit, offset }),
    route: 'listLlmCalls',
    request: given => ({ query: asQuery({ ...given, end: given.end ?? given.as_of }) }),
    page: given => within('/models', { service: given.service }),
    list: { field: 'calls', goesOn: 'offset', total: 'total_count', endsBy: 'end' },
  }),
  readTool({
    name: 'get_llm_stats',
    title: 'Figures of language models',
    description:
      'Calls, errors, tokens and durations in milliseconds of language models, together and by model.',
    input: z.object(filters),
    route: 'llmStats',
    request: given => ({ query: asQuery({ ...given, end: given.end ?? given.as_of }) }),
    page: given => within('/models', { service: given.service }),
    rest: 'Name a `service`, `provider` or `model`.',
  }),
];
