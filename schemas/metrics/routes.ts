import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant, knownAsOf, numberWithin, truncatedList } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { examples } from './examples.ts';

export const pointTypes = [
  'gauge',
  'sum',
  'histogram',
  'exponential_histogram',
  'summary',
] as const;

export const aggregations = [
  ...(['sum', 'rate', 'count', 'avg', 'min', 'max'] as const),
  ...(['p50', 'p75', 'p90', 'p95', 'p99'] as const),
] as const;

export type Aggregation = (typeof aggregations)[number];

export const stepSeconds = { minimum: 1, maximum: 86_400, preset: 60 } as const;

const exportAnswer = z.object({
  partialSuccess: z.object({
    rejectedDataPoints: z.string().optional(),
    errorMessage: z.string().optional(),
  }),
});

const pointType = z.enum(pointTypes);

const metric = z.object({
  name: z.string(),
  service: z.string(),
  type: pointType,
  unit: z.string(),
  description: z.string(),
  temporality: z.enum(['unspecified', 'delta', 'cumulative']),
  is_monotonic: z.boolean(),
  attributes: z.array(z.string()),
  /** Names that are too many to be listed. */
  attributes_omitted: z.int().optional(),
  series_count: z.int(),
  sample_count: z.int(),
  last_seen: instant,
});

export type MetricSummary = z.infer<typeof metric>;

const range = {
  from: queryInstant.optional().meta({ description: 'A day before `to` when absent.' }),
  to: queryInstant.optional().meta({ description: 'Now when absent.' }),
  ...knownAsOf,
};

const listQuery = z.object({ service: z.string().optional(), ...range });

const seriesQuery = z.object({
  metric: z.string().min(1),
  service: z.string().optional(),
  type: pointType.optional(),
  aggregation: z.enum(aggregations),
  group_by: z.string().min(1).optional(),
  step: numberWithin(stepSeconds)
    .default(stepSeconds.preset)
    .meta({ description: `Seconds; ${stepSeconds.preset} when absent.` }),
  ...range,
});

const line = z.object({
  /** Value of the requested attribute; empty without one. */
  group: z.string(),
  points: z.array(z.object({ time: instant, value: z.number() })),
});

export type TimeSeries = z.infer<typeof line>;

export const metricPointRoutes = [
  {
    name: 'exportMetrics',
    method: 'POST',
    path: '/v1/metrics',
    role: 'ingest-api',
    keys: keysFor.sending,
    perService: true,
    cors: 'send',
    body: 'otlp',
    response: exportAnswer,
    // OTLP: who sends protobuf is answered in it, also with the reason of a refusal.
    otherTypes: ['application/x-protobuf'],
    refusalType: 'application/x-protobuf',
    summary: 'Accepts OTLP metrics as JSON or protobuf; the answer comes when they are durable.',
    example: examples.exportMetrics,
    statuses: [200, 400, 413, 415],
  },
  {
    name: 'listMetrics',
    method: 'GET',
    path: '/v1/metrics',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    body: 'none',
    query: listQuery,
    response: z.object({
      metrics: z.array(metric),
      total: z.int(),
      from: instant,
      to: instant,
      sample_count: z.int(),
      truncated: truncatedList,
    }),
    summary:
      'Lists the metrics that were sent, with type, unit and attributes; of the last 24 hours when no time is given.',
    example: examples.listMetrics,
    statuses: [200, 400, 410],
  },
  {
    name: 'queryMetric',
    method: 'GET',
    path: '/v1/metrics/query',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    body: 'none',
    query: seriesQuery,
    response: z.object({
      metric: z.string(),
      type: pointType,
      unit: z.string(),
      aggregation: z.enum(aggregations),
      group_by: z.string(),
      step_seconds: z.int(),
      from: instant,
      to: instant,
      sample_count: z.int(),
      series: z.array(line),
    }),
    summary: 'Gives one figure of a metric by time and, if wanted, by the values of an attribute.',
    example: examples.queryMetric,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
