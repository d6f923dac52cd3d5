import { z } from 'zod';
import { instant, knownAsOf, paging } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { call, cost, range, readRoute, timeFilters, tokens, unpriced } from './parts.ts';

const conversation = z.object({
  id: z.string(),
  calls: z.int(),
  errors: z.int(),
  ...tokens,
  ...cost,
  ...unpriced,
  services: z.array(z.string()).meta({ description: 'At most ten.' }),
  models: z.array(z.string()).meta({ description: 'At most ten.' }),
  first_call_at: instant,
  last_call_at: instant,
});

const message = z.object({
  role: z.string(),
  content: z.string().meta({ description: 'Without what looks personal or secret.' }),
  is_shortened: z.boolean(),
});

const step = z.object({
  kind: z.enum(['call', 'agent', 'tool']),
  name: z.string().meta({ description: 'Of the model, the agent or the tool.' }),
  trace_id: z.string(),
  span_id: z.string(),
  service_name: z.string(),
  start_time: instant,
  duration_ms: z.number(),
  has_error: z.boolean(),
  error_type: z.string().nullable(),
  call: call.nullable().meta({ description: 'Null for agents and tools.' }),
  messages: z.array(message).nullable().meta({
    description: 'The last ones; null where the installation does not show content.',
  }),
});

export const conversationRoutes = [
  {
    ...readRoute,
    name: 'listLlmConversations',
    path: '/v1/llm-calls/conversations',
    query: z.object({
      ...timeFilters,
      ...knownAsOf,
      ...paging({ maximum: 200, preset: 50 }),
    }),
    response: z.object({
      conversations: z.array(conversation),
      total_count: z.int(),
      limit: z.int(),
      offset: z.int(),
      ...range,
    }),
    csv: 'conversations',
    summary:
      'Lists conversations, the one with the latest call first: calls of language models that name the same conversation or session.',
    example: examples.conversations,
    statuses: [200, 400, 404, 410],
  },
  {
    ...readRoute,
    name: 'getLlmConversation',
    path: '/v1/llm-calls/conversations/:id',
    params: z.object({ id: z.string() }),
    query: z.object({ ...timeFilters, ...knownAsOf, ...paging({ maximum: 100, preset: 50 }) }),
    response: conversation.extend({
      is_content_shown: z.boolean(),
      steps: z.array(step),
      total_count: z.int().meta({ description: 'Of the steps.' }),
      limit: z.int(),
      offset: z.int(),
      ...range,
    }),
    summary:
      'Reads one conversation: its calls in their order, and runs of agents and tools between them.',
    example: examples.conversation,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
