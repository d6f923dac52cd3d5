import { z } from 'zod';
import { jsonObject } from '../http/parts.ts';
import type { Route } from '../http/route.ts';

const check = z.object({
  status: z.enum(['up', 'degraded', 'down']),
  reason: z.string().optional(),
});

const readiness = z.object({
  status: z.enum(['ready', 'degraded', 'unready', 'stopping']),
  checks: z.record(z.string(), check),
});

export type Readiness = z.infer<typeof readiness>;

const probe = { method: 'GET', role: 'probe', keys: 'none', body: 'none' } as const;

export const probeRoutes = [
  {
    ...probe,
    name: 'livez',
    path: '/livez',
    response: z.object({ status: z.literal('alive') }),
    summary: 'Answers as long as the process runs.',
    statuses: [200],
  },
  {
    ...probe,
    name: 'readyz',
    path: '/readyz',
    response: readiness,
    summary: 'Shows the state of each dependency; 503 when a required one is unavailable.',
    statuses: [200, 503],
  },
  {
    ...probe,
    name: 'healthz',
    path: '/healthz',
    response: readiness,
    summary: 'The same as /readyz.',
    statuses: [200, 503],
  },
  {
    ...probe,
    name: 'metrics',
    path: '/metrics',
    response: z.string(),
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    summary: 'Metrics of this process as Prometheus text.',
    statuses: [200],
  },
  {
    ...probe,
    name: 'openapi',
    path: '/openapi.json',
    response: jsonObject,
    summary: 'This interface as an OpenAPI 3.1 document.',
    statuses: [200, 304],
  },
  {
    ...probe,
    name: 'docs',
    path: '/docs',
    response: z.string(),
    contentType: 'text/html; charset=utf-8',
    summary: 'This interface as a page to read.',
    statuses: [200, 304],
  },
] as const satisfies readonly Route[];
