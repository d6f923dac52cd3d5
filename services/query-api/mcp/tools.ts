import { z } from 'zod';
import { severities } from '../../../schemas/alerts/rule.ts';
import { anomalyMetrics } from '../../../schemas/anomalies/metric.ts';
import { anomalyStatuses } from '../../../schemas/anomalies/parts.ts';
import { metricsWindows } from '../../../schemas/services/metrics-route.ts';
import { mcpLimits } from './config.ts';
import { shortTrace } from './short-trace.ts';
import { asQuery, type Tool, tool } from './tool.ts';

const service = z.string().describe('Name of the service, exactly as it is listed.');
const instant = z.iso.datetime({ offset: true });
const limit = z.int().min(1).max(mcpLimits.rowsMax).default(20).describe('Rows at most.');
const offset = z.int().min(0).default(0).describe('Rows that are skipped.');
const asOf = instant
  .optional()
  .describe('State as of this past instant (RFC 3339) instead of now.');

/** Every tool, in the order in which they are listed. */
export const tools: readonly Tool[] = [
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
      end: instant.optional().describe('End of the window (RFC 3339); now when absent.'),
    }),
    route: 'serviceMetrics',
    request: ({ service: service_name, ...query }) => ({
      params: { service_name },
      query: asQuery(query),
    }),
  }),
  tool({
    name: 'search_traces',
    title: 'Search traces',
    description:
      'Traces by service, errors, duration in milliseconds and time, the latest first. Without a time range: the 24 hours up to the newest trace.',
    input: z.object({
      service: service.optional(),
      has_error: z.boolean().optional().describe('Only traces with errors, or only without.'),
      min_duration_ms: z.int().min(0).optional(),
      from: instant.optional().describe('Traces that began then or later.'),
      to: instant.optional().describe('Traces that began before.'),
      sort_by: z.enum(['start_time', 'duration_ms', 'span_count', 'error_count']).optional(),
      sort_order: z.enum(['asc', 'desc']).optional(),
      limit,
      offset,
    }),
    route: 'listTraces',
    request: ({ min_duration_ms: min_duration, from, to, ...query }) => ({
      query: asQuery({ ...query, min_duration, start_time_from: from, start_time_to: to }),
    }),
  }),
  tool({
    name: 'get_trace_detail',
    title: 'One trace with its spans',
    description:
      'Spans of a trace in the order of their starts, with attributes, events (exceptions with their stacks) and status. `truncated` counts what a long trace leaves out.',
    input: z.object({ trace_id: z.string().describe('32 hexadecimal digits.') }),
    route: 'getTrace',
    request: ({ trace_id: id }) => ({ params: { id } }),
    shorten: shortTrace,
  }),
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
];
