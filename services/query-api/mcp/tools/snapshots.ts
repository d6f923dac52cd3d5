import { z } from 'zod';
import { asQuery, tool } from '../tool.ts';
import { asOf, limit, service } from './parts.ts';

export const snapshotTools = [
  tool({
    name: 'list_breakpoints',
    title: 'List breakpoints',
    description:
      'Breakpoints at which running services capture their variables: place, condition, captures so far and whether they are enabled.',
    input: z.object({ service: service.optional(), limit, as_of: asOf }),
    route: 'listBreakpoints',
    request: given => ({ query: asQuery(given) }),
  }),
];
