import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant, knownAsOf } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { deployBody } from '../releases/parts.ts';
import { step } from './parts.ts';
import { rangeExamples } from './range-examples.ts';

const counted = { from: instant, to: instant, sample_count: z.int() };

const range = {
  from: queryInstant.optional().meta({ description: 'An hour before `to` when absent.' }),
  to: queryInstant.optional().meta({ description: '`as_of`, or now, when absent.' }),
};

const read = {
  method: 'GET',
  role: 'query-api',
  keys: keysFor.reading,
  perService: true,
  body: 'none',
} as const;

const heatmap = z.object({
  service: z.string(),
  operation: z.string().nullable(),
  ...counted,
  step_seconds: z.int(),
  buckets_per_octave: z.int().meta({
    description:
      '64 of the histograms that are kept; less where more than 64 rows would be needed, then whole buckets are put together.',
  }),
  /** One more than rows. */
  bounds_ms: z.array(z.number()).meta({
    description:
      'Row `i` counts durations from bound `i` up to bound `i + 1`; empty when there are none.',
  }),
  columns: z.array(
    z.object({
      timestamp: instant,
      counts: z.array(z.int()).meta({ description: 'By row, the shortest durations first.' }),
    }),
  ),
});

const deployment = z.object({
  service_name: z.string(),
  version: z.string(),
  previous_version: z.string(),
  first_seen_at: instant,
});

export const serviceRangeRoutes = [
  {
    ...read,
    name: 'serviceHeatmap',
    path: '/v1/services/*name/heatmap',
    params: z.object({ name: z.string() }),
    query: z.object({
      ...range,
      step: step.optional().meta({ description: 'As in the time series.' }),
      operation: z.string().optional().meta({
        description: 'All spans of this operation; requests of the service when absent.',
      }),
      ...knownAsOf,
    }),
    response: heatmap,
    summary: 'Counts the durations of a service, or of one operation, by step and bucket.',
    example: rangeExamples.serviceHeatmap,
    statuses: [200, 400, 404, 410],
  },
  {
    ...read,
    name: 'listDeployments',
    path: '/v1/deployments',
    query: z.object({ ...range, service: z.string().optional(), ...knownAsOf }),
    response: z.object({
      deployments: z.array(deployment),
      total: z.int(),
      is_whole: z.boolean().meta({ description: 'False when there are more versions than that.' }),
      recorded: z.array(deployBody).meta({
        description:
          'Deployments of releases that were recorded for this time, the latest first, at most 100.',
      }),
      from: instant,
      to: instant,
    }),
    summary:
      'Lists the versions of services that began in a range, and the deployments that were recorded, the latest first.',
    example: rangeExamples.listDeployments,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
