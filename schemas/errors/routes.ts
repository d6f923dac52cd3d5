import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { domainCommand } from '../http/domain-routes.ts';
import { instant, knownAsOf, limited } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { step } from '../services/parts.ts';
import { symbolicatedStack, unmappedStack } from '../traces/symbolicated.ts';
import { errorExamples } from './examples.ts';
import { errorStatuses } from './group.ts';

const groupsListed = { maximum: 200, preset: 50 };

export const errorOrders = ['count', 'last_seen', 'first_seen'] as const;

const range = {
  from: queryInstant.optional().meta({ description: 'A day before `to` when absent.' }),
  to: queryInstant.optional().meta({ description: '`as_of`, or now, when absent.' }),
  step: step.optional().meta({ description: 'As in the time series; at most 60 steps.' }),
};

const counted = { from: instant, to: instant, step_seconds: z.int() };

const errorGroup = z.object({
  id: z.string(),
  service_name: z.string(),
  error_type: z.string(),
  pattern: z.string().meta({
    description: 'The message that all of them have, with `<id>`, `<email>` and `<n>` in it.',
  }),
  message: z.string().meta({ description: 'Of the latest of the range.' }),
  top_frame: z.string().meta({ description: 'Of its stack; empty without one.' }),
  count: z.int().meta({ description: 'In the range, as `traces`.' }),
  traces: z.int(),
  first_seen: instant.meta({ description: 'Of all that are kept.' }),
  last_seen: instant,
  versions: z.array(z.string()).meta({
    description: 'Versions of the service in which it was seen, of all that are kept, in order.',
  }),
  new_in_version: z.string().nullable().meta({
    description:
      'The version in which it was first seen, where the service had another one before; else null.',
  }),
  is_new: z.boolean().meta({ description: 'First seen in the range.' }),
  status: z.enum(errorStatuses).meta({
    description:
      '`regressed`: it came back after it was resolved. `open`: nobody decided about it.',
  }),
  status_since: instant.nullable(),
  latest: z.object({ trace_id: z.string(), span_id: z.string(), operation: z.string() }),
  series: z.array(z.object({ timestamp: instant, count: z.int() })).meta({
    description: 'Steps with errors, the earliest first.',
  }),
});

const errorExample = z.object({
  trace_id: z.string(),
  span_id: z.string(),
  operation: z.string(),
  message: z.string(),
  version: z.string().nullable(),
  replay_id: z.string().nullable(),
  timestamp: instant,
});

const read = {
  method: 'GET',
  role: 'query-api',
  keys: keysFor.reading,
  perService: true,
  body: 'none',
} as const;

const byId = z.object({ id: z.string() });

const action = {
  ...domainCommand,
  method: 'POST',
  body: 'none',
  params: byId,
  response: z.object({
    success: z.literal(true),
    id: z.string(),
    status: z.enum(errorStatuses),
    status_since: instant.nullable(),
  }),
  statuses: [200, 404, 409],
} as const;

export const errorRoutes = [
  {
    ...read,
    name: 'listErrors',
    path: '/v1/errors',
    query: z.object({
      ...range,
      ...limited(groupsListed),
      service: z.string().optional(),
      sort: z
        .enum(errorOrders)
        .default('count')
        .meta({ description: 'The most, or latest, first.' }),
      status: z.enum(errorStatuses).optional().meta({ description: 'Only groups of this status.' }),
      ...knownAsOf,
    }),
    response: z.object({
      errors: z.array(errorGroup),
      total: z.int().meta({ description: 'Groups in the range, of every status.' }),
      is_whole: z
        .boolean()
        .meta({ description: 'False when there are more groups than are looked at.' }),
      limit: z.int(),
      ...counted,
    }),
    summary:
      'Lists errors of a range in groups: those of one service with the same type, message without ids and numbers, and top frame.',
    example: errorExamples.listErrors,
    statuses: [200, 400, 404, 410],
  },
  {
    ...read,
    name: 'getError',
    path: '/v1/errors/:id',
    params: byId,
    query: z.object({ ...range, ...knownAsOf }),
    response: errorGroup.extend({
      stack: z.string().nullable().meta({ description: 'Of the latest of the range.' }),
      symbolicated: symbolicatedStack
        .nullable()
        .meta({ description: 'The same stack with places in the sources, where a map is known.' }),
      unmapped: unmappedStack.nullable().meta({
        description:
          'Why no frame of the stack is in a source map; null where one is, and where it has none.',
      }),
      operations: z.array(z.object({ operation_name: z.string(), count: z.int() })),
      examples: z.array(errorExample).meta({ description: 'The latest 20 of the range.' }),
      ...counted,
    }),
    summary:
      'Gives one group of errors with its latest examples; 404 where it has none in the range.',
    example: errorExamples.getError,
    statuses: [200, 400, 404, 410],
  },
  {
    ...action,
    name: 'resolveError',
    path: '/v1/errors/:id/resolve',
    summary:
      'Says that a group of errors is resolved. When it comes back, it is `regressed` and opens an item of the triage inbox.',
    example: errorExamples.resolveError,
  },
  {
    ...action,
    name: 'ignoreError',
    path: '/v1/errors/:id/ignore',
    summary: 'Ignores a group of errors, until it is opened again.',
    example: errorExamples.ignoreError,
  },
  {
    ...action,
    name: 'reopenError',
    path: '/v1/errors/:id/reopen',
    summary: 'Opens a group of errors again that was resolved or ignored, or came back.',
    example: errorExamples.reopenError,
  },
] as const satisfies readonly Route[];
