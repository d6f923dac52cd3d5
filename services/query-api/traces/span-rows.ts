/**
 * A row of `spans` as it is read: 64-bit numbers, ids of spans among them, as decimal text, and
 * times for `unixNanosOf`.
 */
export type SpanRow = {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_span_id: string;
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly start: string;
  readonly duration: string;
  readonly status: number;
  readonly status_message: string;
  readonly trace_state: string;
  readonly flags: number;
  readonly resource: string;
  readonly keys: readonly string[];
  readonly types: readonly number[];
  readonly values: readonly string[];
  readonly dropped_attributes: number;
  readonly event_times: readonly string[];
  readonly event_names: readonly string[];
  readonly event_attributes: readonly string[];
  readonly event_dropped: readonly number[];
  readonly dropped_events: number;
  readonly link_traces: readonly string[];
  readonly link_spans: readonly string[];
  readonly link_states: readonly string[];
  readonly link_flags: readonly number[];
  readonly link_attributes: readonly string[];
  readonly link_dropped: readonly number[];
  readonly dropped_links: number;
};

/** What a shortening statement dropped from a row: shortened or dropped texts, events and links. */
export type Lost = {
  readonly lost_values: number;
  readonly lost_events: number;
  readonly lost_links: number;
};

/**
 * As they are stored: each function costs a few tenths of a millisecond before the first row. Lists of
 * names of any length are cast: a limit of bytes counts what is stored once only once, however
 * often it is in the answer.
 */
export const spanColumns = `
  spans.trace_id AS trace_id, spans.span_id AS span_id, spans.parent_span_id AS parent_span_id,
  service, name, kind, spans.start AS start, spans.duration AS duration,
  status, status_message, trace_state, flags, spans.resource AS resource,
  CAST(attributes.key, 'Array(String)') AS keys, attributes.type AS types,
  attributes.value AS values, dropped_attributes,
  events.time AS event_times, CAST(events.name, 'Array(String)') AS event_names,
  events.attributes AS event_attributes, events.dropped_attributes AS event_dropped, dropped_events,
  links.trace_id AS link_traces, links.span_id AS link_spans, links.trace_state AS link_states,
  links.flags AS link_flags, links.attributes AS link_attributes,
  links.dropped_attributes AS link_dropped, dropped_links`;

/** A row of `resources`: what a resource and a scope said of themselves. */
export type ResourceRow = {
  readonly fingerprint: string;
  readonly keys: readonly string[];
  readonly types: readonly number[];
  readonly values: readonly string[];
  readonly scope_name: string;
  readonly scope_version: string;
};

export const resourceColumns = `
  resources.fingerprint AS fingerprint, CAST(attributes.key, 'Array(String)') AS keys, attributes.type AS types,
  attributes.value AS values, scope_name, scope_version`;

export const noResource: ResourceRow = {
  fingerprint: '0',
  keys: [],
  types: [],
  values: [],
  scope_name: '',
  scope_version: '',
};
