import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { minuteMs } from '../durations.ts';
import { instant, queryFlag } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { examples } from './examples.ts';

export const metricsWindows = ['5m', '15m', '1h', '6h', '24h'] as const;

/** Of the requests of a service in a range. */
export const serviceFigures = z.object({
  p50_latency_ms: z.number(),
  p95_latency_ms: z.number(),
  p99_latency_ms: z.number(),
  error_rate: z.number(),
  success_rate: z.number(),
  throughput: z.int(),
  /** Of fewer than 100 samples the 99th percentile is the largest. */
  p99_is_maximum: z.boolean(),
});

const knownAt = queryInstant
  .refine(instantMs => instantMs % minuteMs === 0, { error: 'expected a whole minute' })
  .optional()
  .meta({ description: 'A whole minute: the answer from what was known before it.' });

/** A statement as it was run; the values are bound, never written into the text. */
const statement = z.object({
  sql: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
});

const percentile = z.object({
  quantile: z.number(),
  /** Of the sorted durations, from 1: the quantile times the samples, rounded up. */
  rank: z.int(),
  reported_ms: z.number(),
  /** The bucket that holds the rank: what is reported is its middle. */
  bucket: z.object({ index: z.int(), lower_ms: z.number(), upper_ms: z.number() }),
  /** The duration at that rank of the stored spans. */
  exact_ms: z.number(),
  exact_ns: z.string(),
  /** Spans at that rank and next to it, by duration. */
  spans: z.array(
    z.object({
      rank: z.int(),
      trace_id: z.string(),
      span_id: z.string(),
      duration_ns: z.string(),
    }),
  ),
  /** What gave these spans. */
  statement,
});

const explanation = z.object({
  /** Counted from the stored spans. */
  sample_count: z.int(),
  /** Counted from the windows that the percentiles are of. */
  window_count: z.int(),
  /** Samples that were received more than `late_after_seconds` after they had ended. */
  late_count: z.int(),
  late_after_seconds: z.int(),
  percentiles: z.array(percentile),
  statements: z.object({ windows: statement, samples: statement }),
});

export type Explanation = z.infer<typeof explanation>;

export const metricsRoutes = [
  {
    name: 'serviceMetrics',
    method: 'GET',
    // The rest of the path: service names may hold slashes, and the clients do not escape them.
    path: '/api/metrics/services/*service_name',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    body: 'none',
    params: z.object({ service_name: z.string() }),
    query: z.object({
      window: z.enum(metricsWindows).default('15m'),
      end: queryInstant.optional().meta({ description: 'End of the window; now when absent.' }),
      known_at: knownAt,
      explain: queryFlag.default(false),
    }),
    response: z.object({
      success: z.boolean(),
      service: z.string(),
      window: z.enum(metricsWindows),
      metrics: serviceFigures,
      from: instant,
      to: instant,
      sample_count: z.int(),
      known_at: instant.optional(),
      timestamp: instant,
      explain: explanation.optional(),
    }),
    summary:
      'Gives latency percentiles, error rate and throughput of a service, now or as known at a past minute, and explains them.',
    example: examples.serviceMetrics,
    statuses: [200, 400, 404],
  },
] as const satisfies readonly Route[];
