import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant, jsonObject, numberWithin, paging, queryFlag } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { examples } from './examples.ts';
import { symbolicatedStack } from './symbolicated.ts';

export const tracesLimit = { maximum: 200, preset: 20 } as const;

/** Thirty years: longer than anything that is kept. */
const durationMsMax = 999_999_999_999;

/** What traces can be ordered by; `duration` is another name of `duration_ms`. */
const traceSorts = ['start_time', 'duration_ms', 'duration', 'span_count', 'error_count'] as const;

/** One attribute as OTLP/JSON writes it, so that no type is lost. */
const otlpAttribute = z.object({ key: z.string(), value: jsonObject });

/** The same attributes twice: plain for people, typed for programs. */
const attributes = {
  attributes: jsonObject,
  otlp_attributes: z.array(otlpAttribute),
};

const traceSummary = z.object({
  id: z.string(),
  trace_id: z.string(),
  service_name: z.string(),
  operation_name: z.string(),
  start_time: instant,
  end_time: instant,
  duration_ms: z.int(),
  status_code: z.string(),
  has_error: z.boolean(),
  span_count: z.int(),
  error_count: z.int(),
});

const spanEvent = z.object({
  name: z.string(),
  time: instant,
  time_unix_nano: z.string(),
  ...attributes,
  dropped_attributes_count: z.int(),
  /** Of an exception in a browser, if a source map is there for its code. */
  symbolicated: symbolicatedStack.optional(),
});

const spanLink = z.object({
  trace_id: z.string(),
  span_id: z.string(),
  trace_state: z.string(),
  flags: z.int(),
  ...attributes,
  dropped_attributes_count: z.int(),
});

const span = z.object({
  id: z.string(),
  trace_id: z.string(),
  span_id: z.string(),
  parent_span_id: z.string().nullable(),
  service_name: z.string(),
  operation_name: z.string(),
  kind: z.string(),
  start_time: instant,
  end_time: instant,
  duration_ms: z.int(),
  start_time_unix_nano: z.string(),
  end_time_unix_nano: z.string(),
  duration_ns: z.string(),
  status_code: z.string(),
  status_message: z.string(),
  ...attributes,
  events: z.array(spanEvent),
  links: z.array(spanLink),
  resource: z.object(attributes),
  scope_name: z.string(),
  scope_version: z.string(),
  trace_state: z.string(),
  flags: z.int(),
  dropped_attributes_count: z.int(),
  dropped_events_count: z.int(),
  dropped_links_count: z.int(),
});

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

const traceQuery = z.object({
  service: z.string().optional(),
  ...paging(tracesLimit),
  sort_by: z.enum(traceSorts).default('start_time'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
  has_error: queryFlag.optional(),
  min_duration: numberWithin({ minimum: 0, maximum: durationMsMax })
    .optional()
    .meta({ description: 'Milliseconds; traces that took at least that long.' }),
  start_time_from: queryInstant.optional().meta({
    description:
      'Traces that began then or later. Without this and `start_time_to`, the traces of the 24 hours up to the newest one.',
  }),
  start_time_to: queryInstant.optional().meta({ description: 'Traces that began before.' }),
});

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
    summary: 'Lists traces by time, duration, service and errors, the latest first by default.',
    example: examples.listTraces,
    statuses: [200, 400],
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
    // Upper case and dashes are other spellings of the same id.
    params: z.object({ id: z.string().transform(id => id.replaceAll('-', '').toLowerCase()) }),
    response: z.object({
      trace: traceSummary,
      spans: z.array(span),
      truncated: truncatedTrace.optional(),
    }),
    summary:
      'Gives one trace with its spans, the first 10,000 and at most 16 MiB of them; `truncated` counts what was dropped.',
    example: examples.getTrace,
    statuses: [200, 404],
  },
] as const satisfies readonly Route[];

export type TraceSummary = z.infer<typeof traceSummary>;
export type TraceSpan = z.infer<typeof span>;
