import { z } from 'zod';
import { metricsWindows } from '../../../../schemas/services/metrics-route.ts';
import { asQuery, tool } from '../tool.ts';
import { end, service } from './parts.ts';

export const serviceTools = [
  tool({
    name: 'list_services',
    title: 'List services',
    description:
      'Services that sent spans in the last 24 hours: requests, error rate in percent, average and p95 latency in milliseconds.',
    input: z.object({}),
    route: 'listServices',
    request: () => ({}),
  }),
  tool({
    name: 'get_service_metrics',
    title: 'Metrics of a service',
    description:
      'Requests, error and success rate in percent, and exact p50, p95 and p99 latency in milliseconds of one service in a window.',
    input: z.object({
      service,
      window: z.enum(metricsWindows).default('1h'),
      end,
    }),
    route: 'serviceMetrics',
    request: ({ service: service_name, ...query }) => ({
      params: { service_name },
      query: asQuery(query),
    }),
  }),
];
