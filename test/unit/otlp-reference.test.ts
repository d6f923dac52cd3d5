import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  attributesToOtlp,
  attributeTextToOtlp,
  type KeyValue,
} from '../../platform/otlp/attributes.ts';
import { checkTraces } from '../support/check-otlp.ts';
import { body, protobufBody, receivedAtMs, requestType } from '../support/otlp.ts';
import { anySpan, tracesOf, validSpan } from '../support/otlp-arbitraries.ts';
import { decoded, type Row, resourceRows, spanRows } from '../support/otlp-rows.ts';
import { keyValuesOf } from '../support/protobuf-values.ts';

type Parts = Readonly<Record<string, unknown>>;

describe('traces in protobuf, against protobufjs', () => {
  it('become rows with the same content, attribute by attribute', () => {
    fc.assert(
      fc.property(tracesOf(validSpan), request => {
        const bytes = protobufBody(request);
        const batch = decoded(bytes, 'protobuf');
        const resources = new Map(resourceRows(batch).map(row => [row.fingerprint, row]));
        const found = spanRows(batch).map(row => readable(row, resources.get(row.resource)));
        assert.deepEqual(found, expectedRows(bytes));
      }),
      { numRuns: 150 },
    );
  });
});

describe('traces in JSON', () => {
  it('become the same columns as the same traces in protobuf', () => {
    fc.assert(
      fc.property(tracesOf(validSpan), request => {
        const fromJson = decoded(body(request, 'json'), 'json');
        const fromProtobuf = decoded(body(request, 'protobuf'), 'protobuf');
        assert.deepEqual(spanRows(fromJson), spanRows(fromProtobuf));
        assert.deepEqual(resourceRows(fromJson), resourceRows(fromProtobuf));
        assert.deepEqual(fromJson.facts(), fromProtobuf.facts());
      }),
      { numRuns: 150 },
    );
  });

  it('are refused and taken like the same traces in protobuf', () => {
    fc.assert(
      fc.property(tracesOf(anySpan), request => {
        const [json, protobuf] = (['json', 'protobuf'] as const).map(format =>
          checkTraces(body(request, format), format, { receivedAtMs }),
        );
        assert.deepEqual(json, protobuf);
      }),
      { numRuns: 150 },
    );
  });
});

function readable(row: Row, resource: Row | undefined): Parts {
  const lists = (prefix: string, from: Row | undefined = row): KeyValue[] =>
    attributesToOtlp(
      from?.[`${prefix}.key`] as string[],
      from?.[`${prefix}.type`] as number[],
      from?.[`${prefix}.value`] as string[],
    );
  const nested = (prefix: string): Parts[] =>
    (row[`${prefix}.attributes`] as string[]).map((text, index) => ({
      ...Object.fromEntries(
        Object.keys(row)
          .filter(name => name.startsWith(`${prefix}.`))
          .map(name => [name.slice(prefix.length + 1), (row[name] as unknown[])[index]]),
      ),
      attributes: attributeTextToOtlp(text),
    }));
  const plain = Object.entries(row).filter(
    ([name]) =>
      !/\.|^(resource|organization|bucket|http_status|request|received_at|known|batch)$/.test(name),
  );
  return {
    ...Object.fromEntries(plain),
    attributes: lists('attributes'),
    events: nested('events'),
    links: nested('links'),
    resource: lists('attributes', resource),
    scope: lists('scope_attributes', resource),
    scopeName: resource?.scope_name,
    scopeVersion: resource?.scope_version,
    schemas: [resource?.schema_url, resource?.scope_schema_url],
    droppedOnes: [resource?.dropped_attributes, resource?.scope_dropped_attributes],
  };
}

/** The slow and plain way to the same rows. */
function expectedRows(bytes: Buffer): Parts[] {
  const type = requestType();
  const options = { longs: String, bytes: String, defaults: true, arrays: true };
  const request = type.toObject(type.decode(bytes), options);
  return list(request.resourceSpans).flatMap(resourceSpans =>
    list(resourceSpans.scopeSpans).flatMap(scopeSpans =>
      list(scopeSpans.spans).map(span => expectedRow(span, resourceSpans, scopeSpans)),
    ),
  );
}

function expectedRow(span: Parts, resourceSpans: Parts, scopeSpans: Parts): Parts {
  const resource = resourceSpans.resource as Parts;
  const scope = scopeSpans.scope as Parts;
  const start = BigInt(span.startTimeUnixNano as string);
  const end = BigInt(span.endTimeUnixNano as string);
  const status = span.status as Parts;
  return {
    trace_id: hex(span.traceId),
    span_id: number(span.spanId),
    parent_span_id: number(span.parentSpanId),
    service: serviceOf(keyValuesOf(resource.attributes)),
    name: span.name,
    kind: span.kind,
    start: String(start),
    duration: String(end - start),
    status: status.code,
    status_message: status.message,
    trace_state: span.traceState,
    flags: span.flags,
    dropped_attributes: span.droppedAttributesCount,
    dropped_events: span.droppedEventsCount,
    dropped_links: span.droppedLinksCount,
    attributes: keyValuesOf(span.attributes),
    events: list(span.events).map(event => ({
      time: event.timeUnixNano,
      name: event.name,
      attributes: keyValuesOf(event.attributes),
      dropped_attributes: event.droppedAttributesCount,
    })),
    links: list(span.links).map(link => ({
      trace_id: hex(link.traceId).padStart(32, '0'),
      span_id: number(link.spanId),
      trace_state: link.traceState,
      flags: link.flags,
      attributes: keyValuesOf(link.attributes),
      dropped_attributes: link.droppedAttributesCount,
    })),
    resource: keyValuesOf(resource.attributes),
    scope: keyValuesOf(scope.attributes),
    scopeName: scope.name,
    scopeVersion: scope.version,
    schemas: [resourceSpans.schemaUrl, scopeSpans.schemaUrl],
    droppedOnes: [resource.droppedAttributesCount, scope.droppedAttributesCount],
  };
}

function serviceOf(attributes: readonly KeyValue[]): string {
  const names = attributes.filter(({ key }) => key === 'service.name');
  return names.map(({ value }) => value.stringValue).find(name => name) ?? 'unknown_service';
}

const list = (value: unknown): Parts[] => value as Parts[];

const hex = (base64: unknown): string => Buffer.from(String(base64), 'base64').toString('hex');

const number = (base64: unknown): string => String(BigInt(`0x${hex(base64) || '0'}`));
