import { z } from 'zod';
import { breakpointStatuses } from '../../../../schemas/snapshots/breakpoint.ts';
import { pageUnder, within } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { limit, offset, service } from './parts.ts';

export const snapshotTools = [
  readTool({
    name: 'list_breakpoints',
    title: 'List breakpoints',
    description:
      'Places in running programs at which variables are captured, the newest first: function, file and line, condition, and how many captures there are.',
    input: z.object({
      service: service.optional(),
      status: z.enum(breakpointStatuses).optional(),
      limit,
    }),
    route: 'listBreakpoints',
    request: given => ({ query: asQuery(given) }),
    page: given => within('/snapshots', { service: given.service }),
    list: { field: 'breakpoints', goesOn: 'cursor', total: 'total' },
  }),
  readTool({
    name: 'search_snapshots',
    title: 'Search snapshots',
    description:
      'What breakpoints captured in the last 30 days, the newest first, with the trace of each; without the variables, which get_snapshot gives.',
    input: z.object({
      service: service.optional(),
      breakpoint_id: z.string().optional(),
      trace_id: z.string().optional(),
      limit,
      offset,
    }),
    route: 'listSnapshots',
    request: given => ({ query: asQuery(given) }),
    page: given => within('/snapshots', { service: given.service }),
    list: { field: 'snapshots', goesOn: 'cursor', total: 'total' },
  }),
  readTool({
    name: 'get_snapshot',
    title: 'One snapshot',
    description:
      'One capture of a breakpoint with its variables, stack and request; personal and secret values are masked. It never changes; `as_of` before it was taken says that it was not there yet.',
    input: z.object({ snapshot_id: z.string() }),
    route: 'getSnapshot',
    request: ({ snapshot_id: id }) => ({ params: { id } }),
    page: ({ snapshot_id: id }) => pageUnder('/snapshots', id),
    thereSince: ({ taken_at: at }: { readonly taken_at: string }) => at,
    rest: 'The page shows all variables.',
    idsFrom: 'search_snapshots',
  }),
];
