import { z } from 'zod';
import { instant } from './parts.ts';
import type { Route } from './route.ts';

const service = z.object({
  id: z.string(),
  name: z.string(),
  request_count: z.int(),
  error_rate: z.number(),
  p95_latency: z.number(),
  avg_latency: z.number(),
  last_seen: instant,
});

export type ServiceSummary = z.infer<typeof service>;

export const serviceRoutes = [
  {
    name: 'listServices',
    method: 'GET',
    path: '/v1/services',
    role: 'query-api',
    keys: ['live', 'read'],
    body: 'none',
    response: z.object({ services: z.array(service), total: z.int() }),
    summary: 'Lists the services that sent spans in the last 24 hours.',
    statuses: [200],
  },
] as const satisfies readonly Route[];
