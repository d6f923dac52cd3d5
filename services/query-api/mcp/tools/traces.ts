import { z } from 'zod';
import { asQuery, tool } from '../tool.ts';
import { instant, limit, offset, service } from './parts.ts';

export const traceTools = [
  tool({
    name: 'search_traces',
    title: 'Search traces',
    description:
      'Traces by service, operation, attributes of a span, status, errors, duration in milliseconds and time, the latest first. Without a time range: the 24 hours up to the newest trace.',
    input: z.object({
      service: service.optional(),
      operation: z.string().optional().describe('Name of a span.'),
      attributes: z
        .record(z.string(), z.string())
        .optional()
        .describe(
          'Values that one span has, its own or of its resource, such as {"http.route":"/cart"}.',
        ),
      status: z.enum(['ok', 'error', 'unset']).optional(),
      has_error: z.boolean().optional().describe('Only traces with errors, or only without.'),
      min_duration_ms: z.int().min(0).optional(),
      max_duration_ms: z.int().min(0).optional(),
      from: instant.optional().describe('Traces that began then or later.'),
      to: instant.optional().describe('Traces that began before.'),
      sort_by: z.enum(['start_time', 'duration_ms', 'span_count', 'error_count']).optional(),
      sort_order: z.enum(['asc', 'desc']).optional(),
      limit,
      offset,
    }),
    route: 'listTraces',
    request: ({ min_duration_ms, max_duration_ms, from, to, attributes = {}, ...query }) => ({
      query: {
        ...asQuery({
          ...query,
          min_duration: min_duration_ms,
          max_duration: max_duration_ms,
          start_time_from: from,
          start_time_to: to,
        }),
        ...Object.fromEntries(
          Object.entries(attributes).map(([key, value]) => [`attr.${key}`, value]),
        ),
      },
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
