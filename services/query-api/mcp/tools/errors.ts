import { z } from 'zod';
import { errorStatuses } from '../../../../schemas/errors/group.ts';
import { errorOrders } from '../../../../schemas/errors/routes.ts';
import { pageUnder, within } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { range, service, tableLimit } from './parts.ts';

export const errorTools = [
  readTool({
    name: 'list_errors',
    title: 'List errors in groups',
    description:
      'Errors in groups by service, type, message without ids and numbers, and top frame, as a table with counts, first and last seen, versions and the latest trace. `is_new`: first seen in the range. `regressed`: came back after it was resolved. The last day without a range. At most 200 groups.',
    input: z.object({
      service: service.optional(),
      status: z.enum(errorStatuses).optional(),
      sort: z.enum(errorOrders).optional().describe('The most, or the latest, first.'),
      ...range,
      limit: tableLimit,
    }),
    route: 'listErrors',
    request: ({ limit: _, ...given }) => ({ query: asQuery(given) }),
    page: given => within('/errors', { service: given.service }),
    list: {
      field: 'errors',
      goesOn: { rowsMax: 200 },
      columns: [
        'id',
        'service_name',
        'error_type',
        'pattern',
        'top_frame',
        'count',
        'traces',
        'first_seen',
        'last_seen',
        'is_new',
        'status',
        'new_in_version',
        'latest',
      ],
      endsBy: 'to',
    },
  }),
  readTool({
    name: 'get_error',
    title: 'One group of errors',
    description:
      'One group of errors with its stack (in the sources where a source map is known), operations, versions, counts by time and its latest examples with traces and sessions. It must have occurred in the range: the last day without one.',
    input: z.object({ error_id: z.string(), ...range }),
    route: 'getError',
    request: ({ error_id: id, ...given }) => ({ params: { id }, query: asQuery(given) }),
    page: ({ error_id: id }) => pageUnder('/errors', id),
    rest: 'Ask for a shorter range; get_trace_detail has the events of each example.',
    idsFrom: 'list_errors',
  }),
];
