import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { targetTypes } from '../telemetry/call-target.ts';
import { example } from './example.ts';

const nodeType = z.enum(['service', ...targetTypes]);

const figures = {
  requests: z.int(),
  errors: z.int(),
  /** In percent. */
  error_rate: z.number(),
  p50_ms: z.number(),
  p95_ms: z.number(),
  p99_ms: z.number(),
  /** Of fewer than 100 samples the 99th percentile is the largest. */
  p99_is_maximum: z.boolean(),
};

const node = z.object({
  type: nodeType,
  /** A service, or what its callers name: `postgresql:orders`, `kafka:payments`, `api.example.com`. */
  name: z.string(),
  ...figures,
});

const edge = z.object({
  /** A service. */
  caller: z.string(),
  callee_type: nodeType,
  callee: z.string(),
  ...figures,
  /** Requests whose caller's span failed. */
  caller_errors: z.int(),
});

const answer = z.object({
  service_name: z.string().nullable(),
  from: instant,
  to: instant,
  as_of: instant.optional(),
  /** Those of the most requests first. */
  nodes: z.array(node),
  edges: z.array(edge),
  /** Spans of calls without their other end. */
  unjoined: z.object({
    callers: z.int().meta({
      description: 'Client and producer spans that name nothing and whose callee is not known.',
    }),
    callees: z.int().meta({
      description: 'Server and consumer spans with a parent that is no known span of a caller.',
    }),
  }),
  omitted: z
    .object({ nodes: z.int(), edges: z.int() })
    .meta({ description: 'What the response leaves out, as it would be too long.' }),
  is_whole: z.boolean().meta({
    description: 'False when ends of calls are not joined, or edges are `(other)` or left out.',
  }),
  /** Requests of all edges. */
  sample_count: z.int(),
});

export const serviceMapRoutes = [
  {
    name: 'serviceMap',
    method: 'GET',
    path: '/v1/service-map',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    body: 'none',
    query: z.object({
      from: queryInstant.optional().meta({ description: 'An hour before `to` when absent.' }),
      to: queryInstant.optional().meta({ description: '`as_of` or now when absent.' }),
      as_of: queryInstant.optional().meta({
        description:
          'The map from what was known before the minute of this instant, which must not lie in the future.',
      }),
      service: z
        .string()
        .optional()
        .meta({ description: 'Only this service, what it calls and what calls it.' }),
    }),
    response: answer,
    summary:
      'Shows which services call which services, databases, queues and hosts, with the figures of each.',
    example,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
