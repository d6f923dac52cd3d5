import { z } from 'zod';
import { severities } from '../alerts/rule.ts';
import { keysFor } from '../api-keys/kinds.ts';
import { asOfQuery, instant, limited } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { serviceFigures } from '../services/metrics-route.ts';
import { examples } from './examples.ts';
import { widgetRange } from './ranges.ts';
import { serviceStatuses } from './status.ts';

/** What the routes of widgets have in common: pages of other sites read them, with a key that says which. */
const widget = {
  method: 'GET',
  role: 'query-api',
  keys: keysFor.widgets,
  perService: true,
  domain: true,
  keyInQuery: true,
  cors: 'read',
  body: 'none',
} as const;

const sameAsRange = widgetRange.optional().meta({ description: 'The same as `range`.' });

const rangeQuery = {
  range: widgetRange.optional().meta({ description: '`24h` when absent.' }),
  timeRange: sameAsRange,
  time_range: sameAsRange,
} as const;

const name = z.object({ name: z.string() });
const status = z.enum(serviceStatuses);

/** More than an organization may have: without a limit the list is complete. */
const alertsListed = { maximum: 5_000, preset: 5_000 };

/** `health_checks`: the lowest of those of the service. `requests`: the share that did not fail. */
const uptimeSource = z.enum(['health_checks', 'requests']);

const badge = z.object({
  service: z.string(),
  status,
  range: widgetRange,
  metrics: z.object({
    /** The 95th percentile of the range. */
    response_time_ms: z.number(),
    uptime_percentage: z.number(),
    uptime_source: uptimeSource,
    error_rate: z.number(),
    /** Requests in the range. */
    throughput: z.int(),
  }),
  /** The 95th percentile of each step, in milliseconds; the last step is still open. */
  trend: z.array(z.object({ timestamp: instant, value: z.number() })),
  updated_at: instant,
});

const series = z.object({
  service: z.string(),
  range: widgetRange,
  from: instant,
  to: instant,
  step_seconds: z.int(),
  sample_count: z.int(),
  summary: serviceFigures.extend({ avg_latency_ms: z.number() }),
  timeseries: z.array(
    z.object({
      timestamp: instant,
      requests: z.int(),
      errors: z.int(),
      avg_ms: z.number(),
      p95_ms: z.number(),
    }),
  ),
  updated_at: instant,
});

const alerts = z.object({
  counts: z.object({ critical: z.int(), warning: z.int(), info: z.int(), total: z.int() }),
  alerts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      severity: z.enum(severities),
      message: z.string(),
      /** '' for an alert of a global rule. */
      service_name: z.string(),
      triggered_at: instant,
    }),
  ),
  status,
  updated_at: instant,
});

const overview = z.object({
  overall_status: status,
  services: z.array(
    z.object({
      name: z.string(),
      status,
      response_time_ms: z.number(),
      error_rate: z.number(),
      uptime_percentage: z.number(),
      uptime_source: uptimeSource,
    }),
  ),
  updated_at: instant,
});

export const widgetRoutes = [
  {
    ...widget,
    name: 'widgetBadge',
    // Names may hold slashes.
    path: '/v1/widgets/services/*name/badge',
    params: name,
    query: z.object({
      ...asOfQuery,
      ...rangeQuery,
      format: z.enum(['json', 'svg']).default('json').meta({ description: 'What it is sent as.' }),
    }),
    response: badge,
    otherTypes: ['image/svg+xml'],
    summary:
      'Gives the status of a service, its response time, uptime and trend, also as a picture for a page.',
    example: examples.widgetBadge,
    statuses: [200, 400, 404, 410],
  },
  {
    ...widget,
    name: 'widgetMetrics',
    path: '/v1/widgets/services/*name/metrics',
    params: name,
    query: z.object({ ...asOfQuery, ...rangeQuery }),
    response: series,
    summary: 'Gives the figures of a service over a range, and step by step.',
    example: examples.widgetMetrics,
    statuses: [200, 400, 404, 410],
  },
  {
    ...widget,
    name: 'widgetAlerts',
    path: '/v1/widgets/alerts/summary',
    query: z.object({ ...asOfQuery, ...limited(alertsListed) }),
    response: alerts,
    summary: 'Counts and lists the alerts that fire, the newest first.',
    example: examples.widgetAlerts,
    statuses: [200, 400, 410],
  },
  {
    ...widget,
    name: 'widgetOverview',
    path: '/v1/widgets/overview',
    query: z.object(asOfQuery),
    response: overview,
    summary: 'Gives the status and the figures of every service of the last 24 hours, by name.',
    example: examples.widgetOverview,
    statuses: [200, 400, 410],
  },
] as const satisfies readonly Route[];
