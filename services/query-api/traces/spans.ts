import {
  attributesToOtlp,
  attributeTextToOtlp,
  type KeyValue,
  otlpToJson,
} from '../../../platform/otlp/attributes.ts';
import type { TraceSpan } from '../../../schemas/traces/routes.ts';
import type { EventStacks } from '../source-maps/span-stacks.ts';
import type { Symbolicated } from '../source-maps/symbolicate.ts';
import {
  hexOf,
  instantOf,
  millisecondsOf,
  spanIdOf,
  spanKindName,
  statusName,
  unixNanosOf,
} from './span-names.ts';
import type { ResourceRow, SpanRow } from './span-rows.ts';

type WithStacks = { readonly stacks?: EventStacks };

/** As a parent, that there is none. */
const noSpan = '0';

/** A span as the API gives it, with every attribute both plain and typed. */
export function spanOf(row: SpanRow & WithStacks, resource: ResourceRow): TraceSpan {
  const id = spanIdOf(row.span_id);
  const start = unixNanosOf(row.start);
  const duration = BigInt(row.duration);
  const end = String(BigInt(start) + duration);
  return {
    id,
    trace_id: hexOf(row.trace_id),
    span_id: id,
    parent_span_id: row.parent_span_id === noSpan ? null : spanIdOf(row.parent_span_id),
    service_name: row.service,
    operation_name: row.name,
    kind: spanKindName(row.kind),
    start_time: instantOf(start),
    end_time: instantOf(end),
    duration_ms: millisecondsOf(duration),
    start_time_unix_nano: start,
    end_time_unix_nano: end,
    duration_ns: row.duration,
    status_code: statusName(row.status),
    status_message: row.status_message,
    ...attributesOf(row),
    events: eventsOf(row),
    links: linksOf(row),
    resource: attributesOf(resource),
    scope_name: resource.scope_name,
    scope_version: resource.scope_version,
    trace_state: row.trace_state,
    flags: row.flags,
    dropped_attributes_count: row.dropped_attributes,
    dropped_events_count: row.dropped_events,
    dropped_links_count: row.dropped_links,
  };
}

const attributesOf = ({ keys, types, values }: Pick<SpanRow, 'keys' | 'types' | 'values'>) =>
  bothOf(attributesToOtlp(keys, types, values));

const textAttributesOf = (text: string | undefined) => bothOf(attributeTextToOtlp(text ?? ''));

const bothOf = (otlp: KeyValue[]) => ({
  attributes: otlpToJson(otlp),
  otlp_attributes: otlp,
});

const eventsOf = (row: SpanRow & WithStacks): TraceSpan['events'] =>
  row.event_times.map(unixNanosOf).map((time, index) => ({
    name: row.event_names[index] ?? '',
    time: instantOf(time),
    time_unix_nano: time,
    ...textAttributesOf(row.event_attributes[index]),
    dropped_attributes_count: row.event_dropped[index] ?? 0,
    ...symbolicatedOf(row.stacks?.get(index)),
  }));

const symbolicatedOf = ({ stack, unmapped }: Symbolicated = {}) => ({
  ...(stack && { symbolicated: stack }),
  ...(unmapped && { unmapped }),
});

const linksOf = (row: SpanRow): TraceSpan['links'] =>
  row.link_traces.map((trace, index) => ({
    trace_id: hexOf(trace),
    span_id: spanIdOf(row.link_spans[index] ?? noSpan),
    trace_state: row.link_states[index] ?? '',
    flags: row.link_flags[index] ?? 0,
    ...textAttributesOf(row.link_attributes[index]),
    dropped_attributes_count: row.link_dropped[index] ?? 0,
  }));
