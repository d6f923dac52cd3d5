import { z } from 'zod';
import type { Route } from './route.ts';

const exportAnswer = z.object({
  partialSuccess: z.object({
    rejectedDataPoints: z.string().optional(),
    errorMessage: z.string().optional(),
  }),
});

export const metricPointRoutes = [
  {
    name: 'exportMetrics',
    method: 'POST',
    path: '/v1/metrics',
    role: 'ingest-api',
    keys: ['live'],
    body: 'otlp',
    response: exportAnswer,
    summary: 'Accepts OTLP metrics as JSON or protobuf; the answer comes when they are durable.',
    statuses: [200, 400, 413, 415],
  },
] as const satisfies readonly Route[];
