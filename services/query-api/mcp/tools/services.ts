import { z } from 'zod';
import { servicePage } from '../../../../domain/telemetry/service-page.ts';
import { minuteMs } from '../../../../schemas/durations.ts';
import { metricsWindows } from '../../../../schemas/services/metrics-route.ts';
import { mcpLimits } from '../config.ts';
import { dayUpTo } from '../day-up-to.ts';
import { within } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { end, limit, range, service, tableLimit } from './parts.ts';

/** The figures of a service know whole minutes. */
const minuteOf = (asOf: string): string =>
  new Date(Math.floor(Date.parse(asOf) / minuteMs) * minuteMs).toISOString();

export const serviceTools = [
  readTool({
    name: 'list_services',
    title: 'List services',
    description:
      'Services that sent spans in the last 24 hours: requests, error rate in percent, average and p95 latency in milliseconds. Of a past instant also status, open alerts and anomalies, and version.',
    input: z.object({ limit: limit.default(mcpLimits.rowsMax) }),
    route: 'listServices',
    request: ({ as_of: asOf }) => (asOf === undefined ? {} : { query: dayUpTo(asOf) }),
    page: () => '/services',
    list: { field: 'services', goesOn: {}, without: ['series'] },
  }),
  readTool({
    name: 'get_service_metrics',
    title: 'Metrics of a service',
    description:
      'Requests, error and success rate in percent, and exact p50, p95 and p99 latency in milliseconds of one service in a window. `as_of` counts what was known before its minute.',
    input: z.object({ service, window: z.enum(metricsWindows).default('1h'), end }),
    route: 'serviceMetrics',
    request: ({ service: service_name, window, end: until, as_of: asOf }) => ({
      params: { service_name },
      query: asQuery({
        window,
        end: until,
        known_at: asOf === undefined ? undefined : minuteOf(asOf),
      }),
    }),
    page: ({ service: name }) => servicePage(name),
  }),
  readTool({
    name: 'get_service_map',
    title: 'Service map',
    description:
      'Which services call which services, databases, queues and hosts (`edges`), with requests, errors, error rate in percent and latency in milliseconds of each. The last hour without a range.',
    input: z.object({
      service: service.optional().describe('Only this service, what it calls and what calls it.'),
      ...range,
    }),
    route: 'serviceMap',
    request: given => ({ query: asQuery(given) }),
    page: ({ service: name }) => within('/map', { service: name }),
    rest: 'Name a `service` to get its part of the map.',
  }),
  readTool({
    name: 'list_deployments',
    title: 'List deployments',
    description:
      'Versions of services that began in a range, the latest first, as a table: service, version, the version before, and when it was first seen. The last hour without a range.',
    input: z.object({ service: service.optional(), ...range, limit: tableLimit }),
    route: 'listDeployments',
    request: ({ limit: _, ...given }) => ({ query: asQuery(given) }),
    page: ({ service: name }) => (name === undefined ? '/services' : servicePage(name)),
    list: {
      field: 'deployments',
      goesOn: {},
      total: 'total',
      columns: ['service_name', 'version', 'previous_version', 'first_seen_at'],
      endsBy: 'to',
    },
  }),
];
