import assert from 'node:assert/strict';
import protobuf from 'protobufjs';
import { arrayValue, keyValueList } from '../../platform/otlp/messages/attributes.ts';
import type { Field, Message } from '../../platform/otlp/messages/message.ts';
import * as metrics from '../../platform/otlp/messages/metrics.ts';
import * as traces from '../../platform/otlp/messages/traces.ts';
import { otlpTypes } from '../../platform/otlp/schema.ts';

const requests: readonly (readonly [string, Message])[] = [
  ['trace.v1.ExportTraceServiceRequest', traces.traceRequest],
  ['metrics.v1.ExportMetricsServiceRequest', metrics.metricsRequest],
];

const typesOfKinds: Readonly<Record<string, string>> = {
  text: 'string',
  id: 'bytes',
  flags: 'fixed32',
  anyText: 'string',
  anyBool: 'bool',
  anyInt: 'int64',
  anyDouble: 'double',
  anyBytes: 'bytes',
  varint: 'uint64',
};

/** Field number, type of the values, whether they are a list: of a field as `schemas/proto` has it. */
const published = ({ id, type, resolvedType, repeated }: protobuf.Field): unknown => ({
  id,
  type: resolvedType === null ? type : resolvedType instanceof protobuf.Enum ? 'enum' : 'message',
  repeated,
});

const described = (field: Field): unknown => ({
  id: field.tag >>> 3,
  type: typeOf(field),
  repeated: ['messages', 'items', 'packed'].includes(field.kind),
});

function typeOf(field: Field): string {
  if (field.kind === 'packed') return typesOfKinds[field.of] ?? field.of;
  if ('message' in field) return 'message';
  return typesOfKinds[field.kind] ?? field.kind;
}

const wireTypeOf = ({ type, resolvedType, repeated }: protobuf.Field): number =>
  resolvedType instanceof protobuf.Type || (repeated && type in protobuf.types.packed)
    ? 2
    : (protobuf.types.basic[type as 'bool'] ?? 0);

const fieldOf = ({ names }: Message, name: string): Field | undefined =>
  names.find(Buffer.from(name), 0, name.length);

function sameFields(message: Message, type: protobuf.Type, seen: Set<Message>): void {
  if (seen.has(message)) return;
  seen.add(message);
  const names = type.fieldsArray.map(({ name }) => name);
  assert.deepEqual(Object.keys(message.tags).sort(), names.toSorted(), type.fullName);
  for (const other of type.fieldsArray) sameField(message, other.resolve(), seen);
}

function sameField(message: Message, other: protobuf.Field, seen: Set<Message>): void {
  const field = fieldOf(message, other.name);
  assert.ok(field !== undefined, other.fullName);
  assert.deepEqual(described(field), published(other), other.fullName);
  assert.equal(message.tags[other.name], other.id * 8 + wireTypeOf(other), other.fullName);
  assert.equal(field.tag, message.tags[other.name], other.fullName);
  if (field.kind === 'enum') sameValues(field.values, other);
  if ('message' in field) {
    assert.ok(other.resolvedType instanceof protobuf.Type);
    sameFields(field.message(), other.resolvedType, seen);
  }
}

function sameValues(values: ReadonlyMap<string, number>, { resolvedType }: protobuf.Field): void {
  assert.ok(resolvedType instanceof protobuf.Enum);
  const expected = Object.entries(resolvedType.values).map(([name, value]) => [
    name.replace(/^(SPAN_KIND|STATUS_CODE|AGGREGATION_TEMPORALITY)_/, ''),
    value,
  ]);
  assert.deepEqual([...values], expected);
}

const { gauge, histogram, exponentialHistogram, summary } = metrics;
const dataOfMetrics = [gauge, histogram, exponentialHistogram, summary];
const { numberPoint, histogramPoint, exponentialPoint, summaryPoint } = metrics;
const points = [numberPoint, histogramPoint, exponentialPoint, summaryPoint];

/** Names differ between signals, numbers do not. */
const sameTags = (some: Message['tags'], others: Message['tags']): void =>
  assert.deepEqual(Object.values(some), Object.values(others));

describe('the messages of OTLP', () => {
  for (const [name, request] of requests) {
    it(`have the fields, numbers and types of schemas/proto: ${name}`, () => {
      const type = otlpTypes().lookupType(`opentelemetry.proto.collector.${name}`);
      sameFields(request, type, new Set());
    });
  }

  it('have those fields under the same numbers that the decoder reads by one', () => {
    assert.deepEqual(Object.values(metrics.metricsRequest.tags), [
      traces.traceRequest.tags.resourceSpans,
    ]);
    sameTags(metrics.resourceMetrics.tags, traces.resourceSpans.tags);
    sameTags(metrics.scopeMetrics.tags, traces.scopeSpans.tags);
    assert.deepEqual(keyValueList.tags, arrayValue.tags);
    for (const data of dataOfMetrics) {
      for (const [name, tag] of Object.entries<number>(data.tags)) {
        assert.equal(tag, (metrics.sum.tags as Message['tags'])[name], name);
      }
    }
    for (const { tags } of points) {
      assert.equal(tags.startTimeUnixNano, metrics.numberPoint.tags.startTimeUnixNano);
      assert.equal(tags.timeUnixNano, metrics.numberPoint.tags.timeUnixNano);
    }
  });

  it('give the values of packed lists the tags of single ones as well', () => {
    const { bucketCounts, explicitBounds, count } = metrics.histogramPoint.singleTags;
    assert.deepEqual([bucketCounts, explicitBounds], [6 * 8 + 1, 7 * 8 + 1]);
    assert.equal(count, metrics.histogramPoint.tags.count);
    assert.equal(metrics.buckets.singleTags.bucketCounts, 2 * 8);
  });

  it('know numbers up to that of the last field, and a status none below 2', () => {
    assert.deepEqual([traces.span.first, traces.span.last], [1, 16]);
    assert.deepEqual([metrics.exemplar.first, metrics.exemplar.last], [1, 7]);
    assert.deepEqual([traces.status.first, traces.status.last], [2, 3]);
  });
});
