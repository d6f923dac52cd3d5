import { z } from 'zod';
import { breakpointStatuses } from '../../../../schemas/snapshots/breakpoint.ts';
import { asQuery, tool } from '../tool.ts';
import { asOf, limit, offset, service } from './parts.ts';

export const snapshotTools = [
  tool({
    name: 'list_breakpoints',
    title: 'List breakpoints',
    description:
      'Places in running programs at which variables are captured, the newest first: function, file and line, condition, and how many captures there are.',
    input: z.object({
      service: service.optional(),
      status: z.enum(breakpointStatuses).optional(),
      limit,
      as_of: asOf,
    }),
    route: 'listBreakpoints',
    request: given => ({ query: asQuery(given) }),
  }),
  tool({
    name: 'search_snapshots',
    title: 'Search snapshots',
    description:
      'What breakpoints captured in the last 30 days, the newest first, with the trace of each; without the variables.',
    input: z.object({
      service: service.optional(),
      breakpoint_id: z.string().optional(),
      trace_id: z.string().optional(),
      limit,
      offset,
      as_of: asOf,
    }),
    route: 'listSnapshots',
    request: given => ({ query: asQuery(given) }),
  }),
];
