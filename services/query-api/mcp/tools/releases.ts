import { z } from 'zod';
import { asQuery, readTool } from '../tool.ts';
import { limit, service } from './parts.ts';

export const releaseTools = [
  readTool({
    name: 'list_releases',
    title: 'List releases',
    description:
      'Releases that pipelines recorded, the newest first, each with its latest deployment, and requests, error rate in percent, p95 latency in milliseconds and new error groups in the same time before and after it (at most 24 hours), and how many percent of the spans name its version.',
    input: z.object({
      service: service.optional(),
      environment: z.string().optional().describe('Only releases that were deployed there.'),
      limit: limit.default(10),
    }),
    route: 'listReleaseFigures',
    request: given => ({ query: asQuery(given) }),
    page: () => '/releases',
    list: { field: 'releases', goesOn: 'cursor', total: 'total', without: ['notes'] },
  }),
];
