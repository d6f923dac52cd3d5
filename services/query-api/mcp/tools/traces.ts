import { z } from 'zod';
import { pageUnder, within } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { instant, limit, offset, service, tableLimit } from './parts.ts';

const traceId = z.string().describe('32 hexadecimal digits.');

export const traceTools = [
  readTool({
    name: 'search_traces',
    title: 'Search traces',
    description:
      'Traces by service, operation, attributes of a span, status, errors, duration in milliseconds and time, the latest first. Without a time range: the 24 hours up to the newest trace. get_trace_detail gives the spans of one.',
    input: z.object({
      service: service.optional(),
      operation: z.string().optional().describe('Name of a span.'),
      attributes: z
        .record(z.string(), z.string())
        .optional()
        .describe(
          'Values that one span has, its own or of its resource, such as {"http.route":"/cart"}; list_attributes gives names and values.',
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
    page: given => within('/traces', { service: given.service }),
    list: { field: 'traces', goesOn: 'cursor', total: 'total_count' },
  }),
  readTool({
    name: 'get_trace_detail',
    title: 'One trace with its spans',
    description:
      'Spans of a trace in the order of their starts, with attributes, events (exceptions with their stacks) and status. `truncated` counts what a long trace leaves out; spans that failed stay before others.',
    input: z.object({ trace_id: traceId }),
    route: 'getTrace',
    request: ({ trace_id: id, as_of }) => ({ params: { id }, query: asQuery({ as_of }) }),
    page: ({ trace_id: id }) => pageUnder('/traces', id),
    hasOwnBudget: true,
    idsFrom: 'search_traces',
  }),
  readTool({
    name: 'get_critical_path',
    title: 'Critical path of a trace',
    description:
      'Which spans the end of a trace waited for, and how long in nanoseconds, in order and without gaps, as a table. The sum is the duration of the root span.',
    input: z.object({ trace_id: traceId, limit: tableLimit }),
    route: 'getCriticalPath',
    request: ({ trace_id: id, as_of }) => ({ params: { id }, query: asQuery({ as_of }) }),
    page: ({ trace_id: id }) => pageUnder('/traces', id),
    list: {
      field: 'segments',
      goesOn: {},
      columns: ['span_id', 'service_name', 'operation_name', 'from_ns', 'duration_ns'],
    },
    idsFrom: 'search_traces',
  }),
  readTool({
    name: 'diff_traces',
    title: 'Compare two traces',
    description:
      'What two traces spent at the same places, as a table: spans, errors and time in nanoseconds of `a` and `b`, and what `b` spent more itself. `above` is the number of the row (from 0, over all pages) that calls the place.',
    input: z.object({ a: traceId, b: traceId, limit: tableLimit }),
    route: 'diffTraces',
    request: ({ a, b, as_of }) => ({ body: { a, b, as_of } }),
    page: ({ a, b }) => within('/traces/compare', { a, b }),
    list: {
      field: 'places',
      goesOn: {},
      columns: ['service_name', 'operation_name', 'depth', 'above', 'self_difference_ns', 'a', 'b'],
    },
    idsFrom: 'search_traces',
  }),
];
