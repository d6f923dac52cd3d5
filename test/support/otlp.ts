import { otlpTypes } from '../../platform/otlp/schema.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';

/** The instant at which test bodies are received, unless a test is about it. */
export const receivedAtMs = Date.UTC(2026, 4, 5, 6, 7, 8);

export const nanosOf = (ms: number, nanos = 0): string =>
  String(BigInt(ms) * 1_000_000n + BigInt(nanos));

/** OTLP/JSON values; ids are hex, 64-bit numbers are texts, bytes are base64. */
export type JsonAnyValue = {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: string | number;
  readonly doubleValue?: number | string;
  readonly arrayValue?: { readonly values: readonly JsonAnyValue[] };
  readonly kvlistValue?: { readonly values: readonly JsonKeyValue[] };
  readonly bytesValue?: string;
};

export type JsonKeyValue = { readonly key: string; readonly value?: JsonAnyValue };

export type JsonEvent = {
  readonly timeUnixNano?: string;
  readonly name?: string;
  readonly attributes?: readonly JsonKeyValue[];
  readonly droppedAttributesCount?: number;
};

export type JsonLink = {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly traceState?: string;
  readonly attributes?: readonly JsonKeyValue[];
  readonly droppedAttributesCount?: number;
  readonly flags?: number;
};

export type JsonSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
  readonly parentSpanId?: string;
  readonly name?: string;
  readonly kind?: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly JsonKeyValue[];
  readonly droppedAttributesCount?: number;
  readonly events?: readonly JsonEvent[];
  readonly droppedEventsCount?: number;
  readonly links?: readonly JsonLink[];
  readonly droppedLinksCount?: number;
  readonly status?: { readonly code?: number; readonly message?: string };
  readonly flags?: number;
};

export type JsonTraces = {
  readonly resourceSpans: readonly {
    readonly resource?: {
      readonly attributes?: readonly JsonKeyValue[];
      readonly droppedAttributesCount?: number;
    };
    readonly scopeSpans: readonly {
      readonly scope?: {
        readonly name?: string;
        readonly version?: string;
        readonly attributes?: readonly JsonKeyValue[];
        readonly droppedAttributesCount?: number;
      };
      readonly spans: readonly JsonSpan[];
      readonly schemaUrl?: string;
    }[];
    readonly schemaUrl?: string;
  }[];
};

export const text = (key: string, stringValue: string): JsonKeyValue => ({
  key,
  value: { stringValue },
});

export const int = (key: string, intValue: string | number): JsonKeyValue => ({
  key,
  value: { intValue },
});

/** A server span of 25 ms that ended a second before it was received. */
export const span = (fields: Partial<JsonSpan> = {}): JsonSpan => ({
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  name: 'GET /cart',
  kind: 2,
  startTimeUnixNano: nanosOf(receivedAtMs - 1025),
  endTimeUnixNano: nanosOf(receivedAtMs - 1000),
  ...fields,
});

/** A request with these spans of one service and one scope. */
export const traces = (spans: readonly JsonSpan[], service = 'checkout'): JsonTraces => ({
  resourceSpans: [
    {
      resource: { attributes: [text('service.name', service)] },
      scopeSpans: [{ scope: { name: 'test', version: '1.0.0' }, spans }],
    },
  ],
});

export const body = (request: object, format: OtlpFormat): Buffer =>
  format === 'json' ? Buffer.from(JSON.stringify(request)) : protobufBody(request);

/** The request by protobufjs and our schema: a second opinion on every byte. */
export function protobufBody(request: object): Buffer {
  const type = requestType();
  return Buffer.from(type.encode(type.fromObject(rewrite(request) as object)).finish());
}

export const requestType = () =>
  otlpTypes().lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');

const idKeys = new Set(['traceId', 'spanId', 'parentSpanId']);

/** The schema calls ids bytes, which in protobufjs are base64 or buffers, and knows no words for doubles. */
function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (idKeys.has(key)) return [key, Buffer.from(String(item), 'hex')];
      if (key === 'doubleValue') return [key, Number(item)];
      if (key === 'bytesValue') return [key, Buffer.from(String(item), 'base64')];
      return [key, rewrite(item)];
    }),
  );
}
