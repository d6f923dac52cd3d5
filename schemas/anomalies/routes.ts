import { z } from 'zod';
import { severities } from '../alerts/rule.ts';
import { keysFor } from '../api-keys/kinds.ts';
import {
  asOfQuery,
  cursorQuery,
  instant,
  knownAsOf,
  nextCursor,
  paging,
  queryFlag,
} from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { examples } from './examples.ts';
import { anomalyMetrics } from './metric.ts';
import { anomalyBody, anomalyDetail, anomalyStatuses, bandPoint } from './parts.ts';

const byId = z.object({ id: z.string() });
const read = {
  method: 'GET',
  role: 'query-api',
  keys: keysFor.reading,
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
    method: 'GET',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    body: 'none',
    name: 'serviceAnomalyScores',
    path: '/v1/services/*name/anomaly-scores',
    params: z.object({ name: z.string() }),
    query: z.object({
      metric: z.enum(anomalyMetrics),
      from: queryInstant.optional().meta({ description: 'A day before `to` when absent.' }),
      to: queryInstant
        .optional()
        .meta({ description: 'Not part of it; `as_of`, or else now, when absent.' }),
      ...knownAsOf,
    }),
    response: z.object({
      service: z.string(),
      metric: z.enum(anomalyMetrics),
      from: instant,
      to: instant,
      points: z.array(bandPoint),
    }),
    summary:
      'Gives what the anomaly detector expected of a metric of a service, minute by minute, and what it found.',
    example: examples.scores,
    statuses: [200, 400, 404, 410, 503],
  },
  {
    method: 'POST',
    role: 'ingest-api',
    keys: keysFor.writing,
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
