import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant, knownAsOf, numberWithin } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { sentInstant, sentInstantMs } from '../http/sent-instant.ts';
import { filtersOfSpans, traceFilters } from './filters.ts';
import { span, traceIdParameter, traceSummary } from './parts.ts';
import { treeExamples } from './tree-examples.ts';

const ofTrace = z.object({ id: traceIdParameter });

const nanoseconds = z
  .number()
  .meta({ description: 'Nanoseconds; beyond 2^53 (104 days) rounded to what a double holds.' });

const outlineAnswer = z.object({
  trace: traceSummary,
  spans: z.int().meta({ description: 'How many spans the columns have.' }),
  is_whole: z.boolean().meta({ description: 'False when the trace has more spans than that.' }),
  services: z.array(z.string()),
  names: z.array(z.string()),
  columns: z.object({
    span_id: z.array(z.string()),
    parent: z.array(z.int()).meta({
      description:
        'Place of the parent in the columns; -1: a root, -2: the parent is not here. Circles are possible: parents are as they were sent.',
    }),
    start_ns: z.array(nanoseconds).meta({ description: 'Since the start of the trace.' }),
    duration_ns: z.array(nanoseconds),
    service: z.array(z.int()).meta({ description: 'Place in `services`.' }),
    name: z.array(z.int()).meta({ description: 'Place in `names`.' }),
    kind: z.array(z.int()).meta({ description: 'As OTLP counts the kinds of spans.' }),
    status: z.array(z.int()).meta({ description: '0 unset, 1 ok, 2 error.' }),
  }),
});

const criticalPathAnswer = z.object({
  trace: traceSummary,
  root_span_id: z.string(),
  duration_ns: nanoseconds.meta({ description: 'Of the root span: the sum of all segments.' }),
  segments: z.array(
    z.object({
      span_id: z.string(),
      service_name: z.string(),
      operation_name: z.string(),
      from_ns: nanoseconds.meta({ description: 'Since the start of the trace.' }),
      duration_ns: nanoseconds,
    }),
  ),
  is_whole: z.boolean().meta({
    description: 'False when spans or segments are left out because there are too many.',
  }),
});

const spent = z.object({
  spans: z.int(),
  errors: z.int(),
  duration_ns: nanoseconds,
  self_ns: nanoseconds.meta({ description: 'Time in which no child ran.' }),
});

const diffAnswer = z.object({
  a: traceSummary,
  b: traceSummary,
  places: z.array(
    z.object({
      service_name: z.string(),
      operation_name: z.string(),
      depth: z.int(),
      above: z.int().nullable().meta({ description: 'Place in this list; null for a root.' }),
      a: spent,
      b: spent,
      self_difference_ns: nanoseconds.meta({ description: 'What `b` spent more than `a`.' }),
    }),
  ),
  is_whole: z.boolean(),
});

const diffRequest = z.strictObject({
  a: traceIdParameter,
  b: traceIdParameter,
  as_of: sentInstant.transform(sentInstantMs).optional(),
});

const secondsMax = 86_400 * 30;

const histogramQuery = z
  .object({
    ...traceFilters,
    step: numberWithin({ minimum: 1, maximum: secondsMax })
      .optional()
      .meta({ description: 'Seconds; a sixtieth of the range, rounded up, when absent.' }),
  })
  .meta({ description: filtersOfSpans });

const histogramAnswer = z.object({
  from: instant,
  to: instant,
  step_seconds: z.int(),
  total_count: z.int(),
  points: z.array(
    z.object({ time: instant, traces: z.int(), errors: z.int(), max_duration_ms: z.number() }),
  ),
});

/** Reads that look at the spans of traces as trees, and at many traces as a figure. */
export const traceTreeRoutes = [
  {
    name: 'traceHistogram',
    method: 'GET',
    path: '/v1/traces/histogram',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'none',
    query: histogramQuery,
    response: histogramAnswer,
    summary: 'Counts the traces that pass the filters of the list, by the time of their starts.',
    example: treeExamples.traceHistogram,
    statuses: [200, 400, 410],
  },
  {
    name: 'getTraceOutline',
    method: 'GET',
    path: '/v1/traces/:id/outline',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'none',
    params: ofTrace,
    query: z.object(knownAsOf),
    response: outlineAnswer,
    summary: 'Gives the first 200,000 spans of a trace by columns, without attributes.',
    example: treeExamples.getTraceOutline,
    statuses: [200, 400, 404, 410],
  },
  {
    name: 'getTraceSpan',
    method: 'GET',
    path: '/v1/traces/:id/spans/:span_id',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'none',
    params: z.object({
      id: traceIdParameter,
      span_id: z.string().transform(id => id.toLowerCase()),
    }),
    query: z.object(knownAsOf),
    response: z.object({ spans: z.array(span) }),
    summary:
      'Gives the whole of one span; more than one where spans share an id, as client and server do in Zipkin.',
    example: treeExamples.getTraceSpan,
    statuses: [200, 400, 404, 410],
  },
  {
    name: 'getCriticalPath',
    method: 'GET',
    path: '/v1/traces/:id/critical-path',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'none',
    params: ofTrace,
    query: z.object(knownAsOf),
    response: criticalPathAnswer,
    summary:
      'Says which spans the end of a trace waited for, and how long, without gaps or overlaps.',
    example: treeExamples.getCriticalPath,
    statuses: [200, 400, 404, 410],
  },
  {
    name: 'diffTraces',
    method: 'POST',
    path: '/v1/traces/diff',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'json',
    request: diffRequest,
    response: diffAnswer,
    summary:
      'Compares what two traces spent at the same places, those that differ most if there are many.',
    example: treeExamples.diffTraces,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
