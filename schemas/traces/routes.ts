import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { cursorQuery, knownAsOf, nextCursor, paging, queryFlag } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { filtersOfSpans, traceFilters } from './filters.ts';
import { span, traceIdParameter, traceSummary } from './parts.ts';

export const tracesLimit = { maximum: 200, preset: 20 } as const;

/** What traces can be ordered by; `duration` is another name of `duration_ms`. */
const traceSorts = ['start_time', 'duration_ms', 'duration', 'span_count', 'error_count'] as const;

/** What a response drops because it would be too long. */
const truncatedTrace = z.object({
  /** The last by their starts. */
  spans: z.int(),
  /** Attributes and other texts that were shortened or dropped. A shortened one ends with `…` and its length. */
  values: z.int(),
  events: z.int(),
  links: z.int(),
  reason: z.string(),
});

const traceStreamQuery = z.object({
  service: z.string().optional(),
  errors: queryFlag.default(false).meta({ description: 'Only traces with errors.' }),
});

const traceQuery = z
  .object({
    ...traceFilters,
    ...paging(tracesLimit),
    ...cursorQuery,
    sort_by: z.enum(traceSorts).default('start_time'),
    sort_order: z.enum(['asc', 'desc']).default('desc'),
  })
  .meta({ description: filtersOfSpans });

const exportAnswer = z.object({
  partialSuccess: z.object({
    rejectedSpans: z.string().optional(),
    errorMessage: z.string().optional(),
  }),
});

const listAnswer = z.object({
  traces: z.array(traceSummary),
  total_count: z.int(),
  limit: z.int(),
  offset: z.int(),
  next_cursor: nextCursor,
});

export const traceRoutes = [
  {
    name: 'exportTraces',
    method: 'POST',
    path: '/v1/traces',
    // Browser SDKs are configured with …/v1/traces as their endpoint and append the path again.
    aliases: ['/v1/traces/v1/traces'],
    role: 'ingest-api',
    keys: keysFor.sending,
    perService: true,
    keyInQuery: true,
    cors: 'send',
    body: 'otlp',
    response: exportAnswer,
    // OTLP: who sends protobuf is answered in it, also with the reason of a refusal.
    otherTypes: ['application/x-protobuf'],
    refusalType: 'application/x-protobuf',
    summary: 'Accepts OTLP spans as JSON or protobuf; the answer comes when they are durable.',
    example: examples.exportTraces,
    statuses: [200, 400, 413, 415],
  },
  {
    name: 'listTraces',
    method: 'GET',
    path: '/v1/traces',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'none',
    query: traceQuery,
    response: listAnswer,
    summary:
      'Lists traces by time, duration, service, operation, status and attributes, the latest first by default.',
    example: examples.listTraces,
    statuses: [200, 400, 410],
  },
  {
    name: 'streamTraces',
    waits: true,
    method: 'GET',
    path: '/v1/traces/stream',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'none',
    query: traceStreamQuery,
    contentType: 'text/event-stream; charset=utf-8',
    summary:
      'Streams each trace once its root has arrived, as server-sent events named `trace`; resumes after `Last-Event-ID`.',
    statuses: [200, 400],
  },
  {
    name: 'getTrace',
    method: 'GET',
    path: '/v1/traces/:id',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'none',
    params: z.object({ id: traceIdParameter }),
    query: z.object(knownAsOf),
    response: z.object({
      trace: traceSummary,
      spans: z.array(span),
      truncated: truncatedTrace.optional(),
    }),
    summary:
      'Gives one trace with its spans, the first 10,000 and at most 16 MiB of them; `truncated` counts what was dropped.',
    example: examples.getTrace,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];

export type TraceSummary = z.infer<typeof traceSummary>;
export type TraceSpan = z.infer<typeof span>;
