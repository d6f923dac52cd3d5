import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { asOfQuery, instant } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { severities } from './rule.ts';

export const dashboardWindows = ['1h', '6h', '24h'] as const;

/** Compared with the window before: in percent, the health in points. */
const deltas = z.object({
  has_previous: z.boolean(),
  errors: z.number(),
  avg_response: z.number(),
  health: z.number(),
});

const stats = z.object({
  /** 0 to 100; 100 when there was no request. */
  health_score: z.number(),
  services: z.int(),
  total_traces: z.int(),
  errors_24h: z.int(),
  /** Milliseconds. */
  avg_response: z.int(),
  traces_24h: z.int(),
  /** In percent. */
  error_rate: z.number(),
  deltas,
});

const service = z.object({
  name: z.string(),
  traces: z.int(),
  errors: z.int(),
  error_rate: z.number(),
  avg_response: z.int(),
});

const item = z.object({
  id: z.string(),
  name: z.string(),
  severity: z.enum(severities),
  message: z.string(),
  triggered_at: instant,
  duration: z.string(),
});

const point = z.object({
  /** Hour and minute in UTC, for an axis. */
  time: z.string(),
  timestamp: instant,
  requests: z.int(),
  errors: z.int(),
  avg_duration: z.int(),
  p50: z.int(),
  p95: z.int(),
  p99: z.int(),
});

const hotspot = z.object({
  service: z.string(),
  operation: z.string(),
  total: z.int(),
  errors: z.int(),
  error_rate: z.number(),
});

export const dashboardRoute = {
  name: 'alertDashboard',
  method: 'GET',
  path: '/v1/alerts/dashboard',
  role: 'query-api',
  keys: keysFor.reading,
  domain: true,
  body: 'none',
  query: z.object({ ...asOfQuery, window: z.enum(dashboardWindows).default('24h') }),
  response: z.object({
    success: z.literal(true),
    window: z.enum(dashboardWindows),
    stats,
    services: z.array(service),
    alerts: z.object({ count: z.int(), items: z.array(item) }),
    anomalies: z.object({ unacknowledged: z.int(), critical: z.int() }),
    error_hotspots: z.array(hotspot),
    time_series: z.array(point),
    timestamp: instant,
  }),
  summary:
    'Gives what a dashboard shows: figures of all services, and the alerts that fire. As of an instant, the figures are those known before its minute.',
  example: examples.alertDashboard,
  statuses: [200, 400, 410],
} as const satisfies Route;
