import { z } from 'zod';
import { severities } from '../alerts/rule.ts';
import { asOfQuery, cursorQuery, nextCursor, paging, queryFlag } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { anomalyMetrics } from './metric.ts';
import { anomalyBody, anomalyDetail, anomalyStatuses } from './parts.ts';

const byId = z.object({ id: z.string() });
const read = {
  method: 'GET',
  role: 'query-api',
  keys: ['live', 'read'],
  domain: true,
  body: 'none',
} as const;

export const anomalyRoutes = [
  {
    ...read,
    name: 'listAnomalies',
    path: '/v1/anomalies',
    query: z.object({
      ...asOfQuery,
      ...paging({ maximum: 500, preset: 50 }),
      ...cursorQuery,
      service: z.string().optional(),
      metric: z
        .enum(anomalyMetrics)
        .optional()
        .meta({ description: 'Anomalies in which this metric moved, first or with others.' }),
      severity: z.enum(severities).optional(),
      status: z.enum(anomalyStatuses).optional(),
      acknowledged: queryFlag.optional(),
    }),
    response: z.object({
      anomalies: z.array(anomalyBody),
      total_count: z.int(),
      limit: z.int(),
      offset: z.int(),
      next_cursor: nextCursor,
    }),
    summary: 'Lists anomalies that pass every filter, the newest first, among the newest 10,000.',
    example: examples.list,
    statuses: [200, 400, 410],
  },
  {
    ...read,
    name: 'getAnomaly',
    path: '/v1/anomalies/:id',
    params: byId,
    query: z.object(asOfQuery),
    response: anomalyDetail,
    summary:
      'Gives one anomaly with the scores around it and, as possible causes, versions of the service that began shortly before.',
    example: examples.get,
    statuses: [200, 400, 404, 410, 503],
  },
  {
    method: 'POST',
    role: 'ingest-api',
    keys: ['live'],
    domain: true,
    name: 'acknowledgeAnomaly',
    path: '/v1/anomalies/:id/acknowledge',
    body: 'none',
    params: byId,
    response: z.object({ success: z.literal(true), anomaly: anomalyBody }),
    summary: 'Acknowledges an open anomaly; a repetition changes nothing.',
    example: examples.acknowledge,
    statuses: [200, 400, 404, 409],
  },
] as const satisfies readonly Route[];
