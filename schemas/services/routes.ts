import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant, knownAsOf, limited, truncatedList } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { serviceStatuses } from '../widgets/status.ts';
import { windowSeconds } from '../window.ts';
import { examples } from './examples.ts';
import { metricsWindows } from './metrics-route.ts';
import { step } from './parts.ts';

const service = z.object({
  id: z.string(),
  name: z.string(),
  request_count: z.int(),
  error_rate: z.number(),
  p95_latency: z.number(),
  avg_latency: z.number(),
  last_seen: instant,
});

/** What a list over a range says besides of each service. */
const inRange = {
  status: z.enum(serviceStatuses).optional(),
  open_alerts: z.int().optional(),
  open_anomalies: z.int().optional(),
  version: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'The one that began last; null when no span names one.' }),
  last_deployment: z
    .object({ version: z.string(), previous_version: z.string(), first_seen_at: instant })
    .nullable()
    .optional()
    .meta({ description: 'In the range.' }),
  series: z
    .array(
      z.object({
        timestamp: instant,
        requests: z.int(),
        errors: z.int(),
        p95_ms: z.number(),
      }),
    )
    .optional()
    .meta({ description: 'Steps with requests, the earliest first.' }),
};

/** What every answer that counts spans says of them. */
const counted = { from: instant, to: instant, sample_count: z.int() };

const ofAllSpans =
  'Of all spans of the operation, also those within a request; everything else counts requests, which are entry spans.';

const name = z.object({ name: z.string() });
const window = z.enum(metricsWindows).default('24h');

const operationFigures = {
  count: z.int(),
  error_rate: z.number(),
  p95_latency: z.number(),
  avg_latency: z.number(),
};

const detail = z.object({
  name: z.string(),
  request_count: z.int(),
  error_rate: z.number(),
  p50_latency: z.number(),
  p95_latency: z.number(),
  p99_latency: z.number(),
  /** Of fewer than 100 samples the 99th percentile is the largest. */
  p99_is_maximum: z.boolean(),
  avg_latency: z.number(),
  top_errors: z.array(z.object({ message: z.string(), count: z.int() })),
  operations: z.array(
    z.object({
      operation_name: z.string(),
      // Of requests, as everywhere: of its entry spans.
      ...operationFigures,
      spans: z.object(operationFigures).meta({ description: ofAllSpans }),
    }),
  ),
  window: z.enum(metricsWindows),
  ...counted,
});

const errors = z.object({
  errors: z.array(
    z.object({
      trace_id: z.string(),
      span_id: z.string(),
      operation: z.string(),
      error_type: z.string(),
      message: z.string(),
      duration_ms: z.number(),
      timestamp: instant,
    }),
  ),
  total: z.int(),
  limit: z.int(),
  truncated: truncatedList,
  window: z.enum(metricsWindows),
  ...counted,
});

const errorsLimit = { maximum: 200, preset: 50 } as const;

const stepFigures = {
  errors: z.int(),
  error_rate: z.number(),
  avg_ms: z.number(),
  p50_ms: z.number(),
  p95_ms: z.number(),
  p99_ms: z.number(),
  p99_is_maximum: z.boolean(),
};

const timeseries = z.object({
  service: z.string(),
  operation: z.string().nullable(),
  ...counted,
  step_seconds: z.int(),
  points: z.array(
    z.object({
      timestamp: instant,
      requests: z.int(),
      ...stepFigures,
      spans: z
        .object({ count: z.int(), ...stepFigures })
        .optional()
        .meta({ description: `${ofAllSpans} Absent without \`operation\`.` }),
    }),
  ),
});

export type ServiceSummary = z.infer<typeof service>;

export const serviceRoutes = [
  {
    name: 'listServices',
    method: 'GET',
    path: '/v1/services',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    body: 'none',
    query: z
      .object({
        from: queryInstant.optional().meta({ description: 'An hour before `to` when absent.' }),
        to: queryInstant.optional().meta({ description: '`as_of`, or now, when absent.' }),
        step: step.optional().meta({
          description: `A multiple of ${windowSeconds} seconds; at most 60 steps when absent.`,
        }),
        ...knownAsOf,
      })
      .meta({
        description:
          'Without parameters, the last 24 hours. With any of them, a range, in which services also have status, alerts, anomalies, versions and a series.',
      }),
    response: z.object({
      services: z.array(service.extend(inRange)),
      total: z.int(),
      ...counted,
      step_seconds: z.int().optional().meta({ description: 'Of a range.' }),
    }),
    csv: 'services',
    summary: 'Lists the services that sent spans in the last 24 hours, or in a range.',
    example: examples.listServices,
    statuses: [200, 400, 410],
  },
  {
    name: 'serviceDetail',
    method: 'GET',
    // Names may hold slashes, and the clients do not escape them.
    path: '/v1/services/*name/detail',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    body: 'none',
    params: name,
    query: z.object({ window, ...knownAsOf }),
    response: detail,
    summary:
      'Gives the figures of a service, of each of its operations, and its most frequent errors.',
    example: examples.serviceDetail,
    statuses: [200, 400, 404, 410],
  },
  {
    name: 'serviceErrors',
    method: 'GET',
    path: '/v1/services/*name/errors',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    body: 'none',
    params: name,
    query: z.object({ window, ...limited(errorsLimit), ...knownAsOf }),
    response: errors,
    summary: 'Lists the spans of a service that failed, the latest first.',
    example: examples.serviceErrors,
    statuses: [200, 400, 404, 410],
  },
  {
    name: 'serviceTimeseries',
    method: 'GET',
    path: '/v1/services/*name/timeseries',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    body: 'none',
    params: name,
    query: z.object({
      from: queryInstant.optional().meta({ description: 'An hour before `to` when absent.' }),
      to: queryInstant.optional().meta({ description: 'Now when absent.' }),
      window: z.enum(metricsWindows).optional().meta({
        description: 'Length of the range before `to`, instead of `from`.',
      }),
      step: step.optional().meta({
        description: `A multiple of ${windowSeconds} seconds, as \`30s\`, \`5m\`, \`1h\` or \`1d\`; at most 120 steps when absent.`,
      }),
      operation: z.string().optional(),
      ...knownAsOf,
    }),
    response: timeseries,
    csv: 'points',
    summary:
      'Gives requests, errors and latencies of a service, or of one operation, step by step.',
    example: examples.serviceTimeseries,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
