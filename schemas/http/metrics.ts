import { z } from 'zod';
import { instant } from './parts.ts';
import type { Route } from './route.ts';

export const metricsWindows = ['5m', '15m', '1h', '6h', '24h'] as const;

const metrics = z.object({
  p50_latency_ms: z.number(),
  p95_latency_ms: z.number(),
  p99_latency_ms: z.number(),
  error_rate: z.number(),
  success_rate: z.number(),
  throughput: z.int(),
});

export const metricsRoutes = [
  {
    name: 'serviceMetrics',
    method: 'GET',
    // The rest of the path: service names may hold slashes, and the clients do not escape them.
    path: '/api/metrics/services/*service_name',
    role: 'query-api',
    keys: ['live', 'read'],
    body: 'none',
    params: z.object({ service_name: z.string() }),
    query: z.object({ window: z.enum(metricsWindows).default('15m') }),
    response: z.object({
      success: z.boolean(),
      service: z.string(),
      window: z.enum(metricsWindows),
      metrics,
      timestamp: instant,
    }),
    summary: 'Gives latency percentiles, error rate and throughput of a service.',
    statuses: [200, 400, 404],
  },
] as const satisfies readonly Route[];
