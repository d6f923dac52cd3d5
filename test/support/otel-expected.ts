import type { HrTime, Link, SpanContext, SpanKind, SpanStatus } from '@opentelemetry/api';
import type { OtlpFormat } from '../../schemas/topics.ts';
import type { TraceSpan } from '../../schemas/traces/routes.ts';

type Scope = { readonly name: string; readonly version?: string | undefined };
type Attributes = { readonly [key: string]: unknown };

/** A finished span as the SDKs of 2023 and of today hand it to an exporter. */
export type SentSpan = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly spanContext: () => SpanContext;
  readonly parentSpanId?: string;
  readonly parentSpanContext?: SpanContext;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly status: SpanStatus;
  readonly attributes: Attributes;
  readonly links: readonly (Omit<Link, 'attributes'> & { readonly attributes?: Attributes })[];
  readonly events: readonly {
    readonly name: string;
    readonly time: HrTime;
    readonly attributes?: Attributes;
    readonly droppedAttributesCount?: number;
  }[];
  readonly resource: { readonly attributes: Attributes };
  readonly instrumentationLibrary?: Scope;
  readonly instrumentationScope?: Scope;
  readonly droppedAttributesCount: number;
  readonly droppedEventsCount: number;
  readonly droppedLinksCount: number;
};

/** What an exporter makes of a span beyond what the span says. */
export type Writing = {
  readonly format: OtlpFormat;
  /** Whether it writes the flags of the span and of its links. */
  readonly flags: boolean;
};

/** Everything that a span said, in the words of `GET /v1/traces/:id`. */
export function expectedSpan(span: SentSpan, writing: Writing) {
  const { traceId, spanId, traceState, traceFlags } = span.spanContext();
  const scope = span.instrumentationScope ?? span.instrumentationLibrary;
  const [start, end] = [nanosOf(span.startTime), nanosOf(span.endTime)];
  return {
    id: spanId,
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: span.parentSpanContext?.spanId ?? span.parentSpanId ?? null,
    service_name: span.resource.attributes['service.name'],
    operation_name: span.name,
    kind: ['INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'][span.kind],
    start_time_unix_nano: String(start),
    end_time_unix_nano: String(end),
    duration_ns: String(end - start),
    status_code: ['UNSET', 'OK', 'ERROR'][span.status.code],
    status_message: span.status.message ?? '',
    otlp_attributes: pairs(span.attributes, writing.format),
    events: span.events.map(event => ({
      name: event.name,
      time_unix_nano: String(nanosOf(event.time)),
      otlp_attributes: pairs(event.attributes ?? {}, writing.format),
      dropped_attributes_count: event.droppedAttributesCount ?? 0,
    })),
    links: span.links.map(link => ({
      trace_id: link.context.traceId,
      span_id: link.context.spanId,
      trace_state: link.context.traceState?.serialize() ?? '',
      flags: writing.flags ? flagsOf(link.context.traceFlags, link.context.isRemote) : 0,
      otlp_attributes: pairs(link.attributes ?? {}, writing.format),
      dropped_attributes_count: link.droppedAttributesCount ?? 0,
    })),
    resource: { otlp_attributes: pairs(span.resource.attributes, writing.format) },
    scope_name: scope?.name,
    scope_version: scope?.version ?? '',
    trace_state: traceState?.serialize() ?? '',
    flags: writing.flags ? flagsOf(traceFlags, span.parentSpanContext?.isRemote) : 0,
    dropped_attributes_count: span.droppedAttributesCount,
    dropped_events_count: span.droppedEventsCount,
    dropped_links_count: span.droppedLinksCount,
  };
}

/** A span that was read, without what is only another spelling of the rest. */
export function withoutSpellings(span: TraceSpan) {
  const { start_time, end_time, duration_ms, attributes, resource, events, links, ...rest } = span;
  return {
    ...rest,
    resource: { otlp_attributes: resource.otlp_attributes },
    events: events.map(({ time, attributes, ...event }) => event),
    links: links.map(({ attributes, ...link }) => link),
  };
}

export const nanosOf = ([seconds, nanos]: HrTime): bigint =>
  BigInt(seconds) * 1_000_000_000n + BigInt(nanos);

/** W3C's flags, with the two bits of OTLP that tell whether the parent is remote. */
const flagsOf = (traceFlags: number, isRemote: boolean | undefined): number =>
  traceFlags + 0x100 + (isRemote ? 0x200 : 0);

export const pairs = (attributes: Attributes, format: OtlpFormat): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value, format) }));

function anyValue(value: unknown, format: OtlpFormat): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return numberValue(value, format);
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) {
    return { arrayValue: { values: value.map(item => anyValue(item, format)) } };
  }
  if (typeof value !== 'object' || value === null) return {};
  return { kvlistValue: { values: pairs(value as Attributes, format) } };
}

/**
 * The exporters write whole numbers as integers, JSON with the fewest digits that give the same
 * number again; it has no words for the three that are none.
 */
function numberValue(value: number, format: OtlpFormat): object {
  if (!Number.isFinite(value)) return format === 'json' ? {} : { doubleValue: String(value) };
  const digits = format === 'json' ? JSON.stringify(value) : BigInt(Math.trunc(value)).toString();
  const isInt64 =
    Number.isInteger(value) &&
    /^-?\d+$/.test(digits) &&
    BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
  return isInt64 ? { intValue: digits } : { doubleValue: value };
}
