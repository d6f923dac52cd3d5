import { z } from 'zod';
import { instant, jsonObject } from '../http/parts.ts';
import { symbolicatedStack, unmappedStack } from './symbolicated.ts';

/** Upper case and dashes are other spellings of the same id. */
export const traceIdParameter = z.string().transform(id => id.replaceAll('-', '').toLowerCase());

/** One attribute as OTLP/JSON writes it, so that no type is lost. */
const otlpAttribute = z.object({ key: z.string(), value: jsonObject });

/** The same attributes twice: plain for people, typed for programs. */
const attributes = {
  attributes: jsonObject,
  otlp_attributes: z.array(otlpAttribute),
};

export const traceSummary = z.object({
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
  /** Of an exception with frames of code, none of which is in a source map. */
  unmapped: unmappedStack.optional(),
});

const spanLink = z.object({
  trace_id: z.string(),
  span_id: z.string(),
  trace_state: z.string(),
  flags: z.int(),
  ...attributes,
  dropped_attributes_count: z.int(),
});

export const span = z.object({
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
