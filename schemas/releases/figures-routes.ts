import { z } from 'zod';
import { domainRead } from '../http/domain-routes.ts';
import { cursorQuery, instant, knownAsOf, limited, nextCursor } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { figuresExamples } from './figures-examples.ts';
import { deployBody, inPath, releaseBody } from './parts.ts';

const windowFigures = z.object({
  from: instant,
  to: instant,
  request_count: z.int(),
  error_count: z.int(),
  error_rate: z.number().meta({ description: 'In percent; 0 without requests.' }),
  p95_latency: z.number().meta({ description: 'In milliseconds; 0 without requests.' }),
  new_error_groups: z.int().meta({
    description: 'Error groups whose first error of all that are kept is in this window.',
  }),
});

const figures = z.object({
  services: z.array(z.string()).meta({
    description:
      'The services that are counted: those of the deployment, else of the release, else those whose spans name the version.',
  }),
  window_seconds: z.int().meta({
    description:
      'Length of both windows: from the deployment until now, at most 24 hours. They begin and end with tens of seconds.',
  }),
  before: windowFigures,
  after: windowFigures,
  adoption: z
    .object({
      from: instant,
      to: instant,
      span_count: z.int(),
      version_span_count: z.int(),
      percent: z.number(),
    })
    .meta({
      description:
        'How many of the spans of these services name the version as `service.version`, in the last hour of `after`.',
    }),
});

/** For filters. */
const names = z.array(z.string()).meta({ description: 'Of all releases, at most 1,000.' });

const measured = {
  deployment: deployBody.nullable(),
  figures: figures.nullable().meta({
    description:
      'Null without a deployment, for one in the future, and where spans of its windows are not kept any more.',
  }),
};

const measuredRelease = releaseBody.omit({ last_deploy: true }).extend(measured);

export const releaseFiguresRoutes = [
  {
    ...domainRead,
    name: 'listReleaseFigures',
    path: '/v1/releases',
    query: z.object({
      ...knownAsOf,
      ...limited({ maximum: 50, preset: 20 }),
      ...cursorQuery,
      service: z.string().optional(),
      environment: z.string().optional().meta({
        description: 'Only releases that were deployed there, by their latest deployment there.',
      }),
    }),
    response: z.object({
      releases: z.array(measuredRelease),
      total: z.int(),
      environments: names,
      services: names,
      next_cursor: nextCursor,
    }),
    summary:
      'Lists releases, the newest first, with requests, errors and latency before and after the latest deployment of each, and its adoption.',
    example: figuresExamples.list,
    statuses: [200, 400, 410],
  },
  {
    ...domainRead,
    name: 'getReleaseFigures',
    path: '/v1/releases/*version',
    params: inPath,
    query: z.object(knownAsOf),
    response: releaseBody.omit({ last_deploy: true }).extend({
      deployments: z.array(z.object({ ...measured, deployment: deployBody })).meta({
        description: 'The latest 20, the latest first.',
      }),
    }),
    summary: 'Gives one release with the figures before and after each of its deployments.',
    example: figuresExamples.one,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
