import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import type { Route } from '../http/route.ts';

const questionCharactersMax = 4_000;

/** What an answer is about, to look it up. */
const reference = z.object({
  type: z.enum(['service', 'trace', 'alert', 'anomaly']),
  id: z.string(),
  /** Path of the API that gives it. */
  path: z.string(),
});

export type Reference = z.infer<typeof reference>;

export const copilotRoutes = [
  {
    name: 'askCopilot',
    method: 'POST',
    path: '/v1/copilot/ask',
    role: 'query-api',
    keys: keysFor.reading,
    domain: true,
    body: 'json',
    request: z.object({
      question: z
        .string()
        .max(questionCharactersMax)
        .regex(/\S/u, 'expected a question')
        .refine(text => text.isWellFormed(), 'expected whole characters'),
    }),
    response: z.object({
      answer: z.string(),
      /** Null: the question belongs to no conversation. */
      conversation_id: z.string().nullable(),
      references: z.array(reference),
    }),
    contentType: 'text/event-stream; charset=utf-8',
    summary:
      'Answers a question from the data: server-sent events `text`, `error` and `done`, or JSON with `Accept: application/json`.',
    example: {
      request: { question: 'Why does checkout fail?' },
      response: {
        answer:
          'checkout in the last 15 minutes: 11.7 % of 120 requests failed, before 0.0 % of 118; p95 latency 812.5 ms, before 120.1 ms.',
        conversation_id: null,
        references: [
          {
            type: 'service',
            id: 'checkout',
            path: '/v1/services/checkout/detail',
          },
        ],
      },
    },
    statuses: [200, 400],
  },
] as const satisfies readonly Route[];
