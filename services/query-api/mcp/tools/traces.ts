import { z } from 'zod';
import { asQuery, tool } from '../tool.ts';
import { instant, limit, offset, service } from './parts.ts';

export const traceTools = [
  tool({
    name: 'search_traces',
    title: 'Search traces',
    description:
      'Traces by service, errors, duration in milliseconds and time, the latest first. Without a time range: the 24 hours up to the newest trace.',
    input: z.object({
      service: service.optional(),
      has_error: z.boolean().optional().describe('Only traces with errors, or only without.'),
      min_duration_ms: z.int().min(0).optional(),
      from: instant.optional().describe('Traces that began then or later.'),
      to: instant.optional().describe('Traces that began before.'),
      sort_by: z.enum(['start_time', 'duration_ms', 'span_count', 'error_count']).optional(),
      sort_order: z.enum(['asc', 'desc']).optional(),
      limit,
      offset,
    }),
    route: 'listTraces',
    request: ({ min_duration_ms: min_duration, from, to, ...query }) => ({
      query: asQuery({ ...query, min_duration, start_time_from: from, start_time_to: to }),
    }),
  }),
  tool({
    name: 'get_trace_detail',
    title: 'One trace with its spans',
    description:
      'Spans of a trace in the order of their starts, with attributes, events (exceptions with their stacks) and status. `truncated` counts what a long trace leaves out; spans that failed stay before others.',
    input: z.object({ trace_id: z.string().describe('32 hexadecimal digits.') }),
    route: 'getTrace',
    request: ({ trace_id: id }) => ({ params: { id } }),
  }),
];
