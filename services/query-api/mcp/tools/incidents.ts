import { z } from 'zod';
import { severities } from '../../../../schemas/alerts/rule.ts';
import { anomalyMetrics } from '../../../../schemas/anomalies/metric.ts';
import { anomalyStatuses } from '../../../../schemas/anomalies/parts.ts';
import { metricsWindows } from '../../../../schemas/services/metrics-route.ts';
import { asQuery, tool } from '../tool.ts';
import { asOf, end, limit, offset, service } from './parts.ts';

export const incidentTools = [
  tool({
    name: 'get_active_alerts',
    title: 'Alerts that fire',
    description:
      'Alerts that fire now or fired at a past instant, the newest first, with value and threshold.',
    input: z.object({ limit, as_of: asOf }),
    route: 'activeAlerts',
    request: given => ({ query: asQuery(given) }),
  }),
  tool({
    name: 'search_anomalies',
    title: 'Search anomalies',
    description:
      'Unusual latency (p95), error rate or throughput of services, the newest first, with what was usual and how far it was left.',
    input: z.object({
      service: service.optional(),
      metric: z.enum(anomalyMetrics).optional(),
      severity: z.enum(severities).optional(),
      status: z.enum(anomalyStatuses).optional(),
      acknowledged: z.boolean().optional(),
      limit,
      offset,
      as_of: asOf,
    }),
    route: 'listAnomalies',
    request: given => ({ query: asQuery(given) }),
  }),
  tool({
    name: 'get_rca',
    title: 'Root causes',
    description:
      'Where requests of a service in a window, or one trace, fail first and spend their time, what changed against the window before, and versions that began shortly before. `summary` has the findings as sentences.',
    input: z.object({
      service: service.optional(),
      window: z.enum(metricsWindows).optional(),
      end,
      trace_id: z.string().optional().describe('One trace instead of a service.'),
    }),
    route: 'rootCauses',
    request: given => ({ query: asQuery(given) }),
  }),
];
