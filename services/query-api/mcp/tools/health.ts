import { z } from 'zod';
import { pageUnder } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { endOf, range, tableLimit } from './parts.ts';

export const healthTools = [
  readTool({
    name: 'list_health_checks',
    title: 'List health checks',
    description:
      'Health checks, the oldest first, as a table: checks that send requests to an endpoint, and checks that wait for heartbeats, with status and uptime of 30 days in percent.',
    input: z.object({ limit: tableLimit }),
    route: 'listHealthChecks',
    request: given => ({ query: asQuery(given) }),
    page: () => '/checks',
    list: {
      field: 'health_checks',
      goesOn: 'cursor',
      total: 'total',
      columns: [
        'id',
        'service_name',
        'check_name',
        'check_type',
        'endpoint_url',
        'status',
        'enabled',
        'uptime_percentage',
        'last_check_at',
        'last_error',
        'consecutive_failures',
      ],
    },
  }),
  readTool({
    name: 'list_health_check_results',
    title: 'Results of a health check',
    description:
      'Results of requests, heartbeats and missed heartbeats of one check, the newest first, as a table. The last day without a range, at most 1,000 of it; a past instant shows those up to it.',
    input: z.object({ check_id: z.string(), ...range, limit: tableLimit }),
    route: 'listHealthCheckResults',
    request: ({ check_id: id, from, to, as_of }) => ({
      params: { id },
      query: asQuery({ from, to: endOf(to, as_of) }),
    }),
    page: ({ check_id: id }) => pageUnder('/checks', id),
    list: {
      field: 'results',
      goesOn: { rowsMax: 1_000 },
      columns: ['at', 'kind', 'outcome', 'duration_ms', 'status_code', 'error', 'metadata'],
      endsBy: 'to',
      isKnown: ({ recorded_at: at }: { readonly recorded_at: string }, asOfMs) =>
        Date.parse(at) <= asOfMs,
    },
    idsFrom: 'list_health_checks',
  }),
];
