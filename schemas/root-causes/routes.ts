import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { causesFound } from '../causes/cause.ts';
import { instant, knownAsOf } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { metricsWindows } from '../services/metrics-route.ts';
import { example } from './example.ts';

const figures = z.object({
  requests: z.int(),
  /** In percent. */
  error_rate: z.number(),
  p95_latency: z.number(),
});

const place = {
  service_name: z.string(),
  operation_name: z.string(),
  /** The database, queue or host that its spans call, with its type before it. */
  peer: z.string().nullable(),
  /** Traces of the sample in which it was so, and their share in percent. */
  traces: z.int(),
  share: z.number(),
  /** Some of them. */
  trace_ids: z.array(z.string()),
};

const failure = z.object({
  ...place,
  /** OTLP's name of the kind of span: a CLIENT that fails first called something that sent no span. */
  kind: z.string(),
  error_type: z.string(),
  message: z.string(),
});

const slowness = z.object({
  ...place,
  /** Time that the spans spent themselves, without the time of their children, in all traces of the sample. */
  self_ms: z.number(),
  /** Of all the time of those traces, in percent. */
  self_share: z.number(),
});

const deployment = z.object({
  service_name: z.string(),
  version: z.string(),
  previous_version: z.string(),
  first_seen_at: instant,
});

const answer = z.object({
  service_name: z.string().nullable(),
  trace_id: z.string().nullable(),
  from: instant,
  to: instant,
  /** One sentence for each finding, the most likely cause first. */
  summary: z.array(z.string()),
  /** The service then, and in as much time before; null for a trace. */
  change: z.object({ now: figures, before: figures }).nullable(),
  sample: z.object({
    failed_traces: z.int(),
    slow_traces: z.int(),
    spans: z.int(),
    is_whole: z.boolean(),
  }),
  /** Spans that failed though nothing that they called failed. */
  failures: z.array(failure),
  slowness: z.array(slowness),
  /** Operations that requests of the service begin with, those that changed most first; of a trace there are none. */
  operations: z.array(z.object({ operation_name: z.string(), now: figures, before: figures })),
  /** Versions of these services that began in the range or in the hour before. */
  deployments: z.array(deployment),
  /** Against as much time before; of a trace there are none. */
  ...causesFound,
});

export type RootCauses = z.infer<typeof answer>;

export const rootCauseRoutes = [
  {
    name: 'rootCauses',
    method: 'GET',
    path: '/v1/root-causes',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'none',
    query: z
      .object({
        service: z.string().optional(),
        window: z.enum(metricsWindows).default('15m'),
        end: queryInstant.optional().meta({ description: 'End of the window; now when absent.' }),
        from: queryInstant
          .optional()
          .meta({ description: 'A range instead of a window, of 24 hours at most.' }),
        to: queryInstant
          .optional()
          .meta({ description: 'End of that range; `as_of` or now when absent.' }),
        trace_id: z
          .string()
          .transform(id => id.replaceAll('-', '').toLowerCase())
          .optional()
          .meta({ type: 'string', description: 'One trace instead of a service.' }),
        ...knownAsOf,
      })
      .refine(({ service, trace_id: trace }) => (service === undefined) !== (trace === undefined), {
        error: 'expected either service or trace_id',
      })
      .meta({ description: 'Needs either `service` or `trace_id`.' }),
    response: answer,
    summary:
      'Finds where requests of a service, or one trace, fail first and spend their time, and which versions began shortly before.',
    example,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
