import assert from 'node:assert/strict';
import fc from 'fast-check';
import { attributesToOtlp, attributeTextToOtlp } from '../../platform/otlp/attributes.ts';
import { hasBits, metricTypes } from '../../platform/otlp/metric-types.ts';
import { checkMetrics } from '../support/check-otlp.ts';
import { receivedAtMs } from '../support/otlp.ts';
import { decodedMetrics, metricResourceRows, pointRows } from '../support/otlp-metric-rows.ts';
import {
  anyMetric,
  metricsBody,
  metricsOf,
  protobufMetrics,
  requestType,
  validMetric,
} from '../support/otlp-metrics.ts';
import type { Row } from '../support/otlp-rows.ts';
import { keyValuesOf } from '../support/protobuf-values.ts';

type Parts = Readonly<Record<string, unknown>>;

describe('metrics in protobuf, against protobufjs', () => {
  it('become rows with the same content, figure by figure', () => {
    fc.assert(
      fc.property(metricsOf(validMetric), request => {
        const bytes = protobufMetrics(request);
        const found = pointRows(decodedMetrics(bytes, 'protobuf')).map(readable);
        assert.deepEqual(found, expectedRows(bytes));
      }),
      { numRuns: 200 },
    );
  });
});

describe('metrics in JSON', () => {
  it('become the same columns as the same metrics in protobuf', () => {
    fc.assert(
      fc.property(metricsOf(validMetric), request => {
        const json = decodedMetrics(metricsBody(request, 'json'), 'json');
        const protobuf = decodedMetrics(metricsBody(request, 'protobuf'), 'protobuf');
        assert.deepEqual(pointRows(json), pointRows(protobuf));
        assert.deepEqual(metricResourceRows(json), metricResourceRows(protobuf));
        assert.deepEqual(json.facts(), protobuf.facts());
      }),
      { numRuns: 200 },
    );
  });

  it('are refused and taken like the same metrics in protobuf', () => {
    fc.assert(
      fc.property(metricsOf(anyMetric), request => {
        const [json, protobuf] = (['json', 'protobuf'] as const).map(format =>
          checkMetrics(metricsBody(request, format), format, { receivedAtMs }),
        );
        assert.deepEqual(json, protobuf);
      }),
      { numRuns: 200 },
    );
  });
});

const hidden = new Set([
  'organization',
  'service',
  'series',
  'resource',
  'is_delta',
  'is_other',
  'received_at',
  'request',
  'known',
  'batch',
]);

function readable(row: Row): Parts {
  const plain = Object.entries(row).filter(([name]) => !hidden.has(name) && !name.includes('.'));
  const column = (name: string) => row[name] as unknown[];
  return {
    ...Object.fromEntries(plain),
    metadata: attributeTextToOtlp(String(row.metadata)),
    attributes: attributesToOtlp(
      row['attributes.key'] as string[],
      row['attributes.type'] as number[],
      row['attributes.value'] as string[],
    ),
    quantiles: column('quantiles.quantile').map((quantile, index) => [
      quantile,
      column('quantiles.value')[index],
    ]),
    exemplars: column('exemplars.time').map((time, index) => ({
      time,
      type: column('exemplars.value_type')[index],
      int: column('exemplars.int_value')[index],
      double: column('exemplars.double_value')[index],
      trace: column('exemplars.trace_id')[index],
      span: column('exemplars.span_id')[index],
      attributes: attributeTextToOtlp(String(column('exemplars.attributes')[index])),
    })),
  };
}

/** The slow and plain way to the same rows. */
function expectedRows(bytes: Buffer): Parts[] {
  const type = requestType();
  const options = { longs: String, bytes: String, defaults: true, arrays: true, oneofs: true };
  const request = type.toObject(type.decode(bytes), options);
  return list(request.resourceMetrics)
    .flatMap(({ scopeMetrics }) => list(scopeMetrics))
    .flatMap(scope => list(scope.metrics))
    .flatMap(expectedOfMetric);
}

const typeOf: Readonly<Record<string, number>> = {
  gauge: metricTypes.gauge,
  sum: metricTypes.sum,
  histogram: metricTypes.histogram,
  exponentialHistogram: metricTypes.exponential_histogram,
  summary: metricTypes.summary,
};

function expectedOfMetric(metric: Parts): Parts[] {
  const member = String(metric.data);
  const data = metric[member] as Parts;
  return list(data.dataPoints).map(point => ({
    metric: metric.name,
    description: metric.description,
    unit: metric.unit,
    metadata: keyValuesOf(metric.metadata),
    type: typeOf[member],
    temporality: data.aggregationTemporality ?? 0,
    is_monotonic: data.isMonotonic === true ? 1 : 0,
    time: point.timeUnixNano,
    start: point.startTimeUnixNano,
    flags: point.flags,
    attributes: keyValuesOf(point.attributes),
    ...value('value_type', 'int_value', 'double_value', point),
    ...figures(point, member),
    exemplars: list(point.exemplars ?? []).map(exemplar => ({
      time: exemplar.timeUnixNano,
      ...value('type', 'int', 'double', exemplar),
      trace: hex(exemplar.traceId).padStart(32, '0'),
      span: String(BigInt(`0x${hex(exemplar.spanId) || '0'}`)),
      attributes: keyValuesOf(exemplar.filteredAttributes),
    })),
  }));
}

function value(type: string, int: string, double: string, from: Parts): Parts {
  if (from.value === 'asInt') return { [type]: 1, [int]: from.asInt, [double]: '0' };
  if (from.value === 'asDouble') return { [type]: 2, [int]: '0', [double]: word(from.asDouble) };
  return { [type]: 0, [int]: '0', [double]: '0' };
}

/** What a message holds when nothing is said, of every type of point. */
const nothing: Parts = {
  count: '0',
  sum: 0,
  min: 0,
  max: 0,
  explicitBounds: [],
  bucketCounts: [],
  scale: 0,
  zeroCount: '0',
  zeroThreshold: 0,
  quantileValues: [],
};

function figures(given: Parts, member: string): Parts {
  const point: Parts = { ...nothing, ...given };
  const has = (name: 'sum' | 'min' | 'max'): number =>
    given[name] === undefined ? 0 : hasBits[name];
  const [positive, negative] = [point.positive, point.negative].map(sideOf);
  return {
    count: point.count,
    has: member === 'summary' ? hasBits.sum : has('sum') + has('min') + has('max'),
    sum: word(point.sum),
    min: word(point.min),
    max: word(point.max),
    bounds: (point.explicitBounds as unknown[]).map(word),
    counts: point.bucketCounts,
    scale: point.scale,
    zero_count: point.zeroCount,
    zero_threshold: word(point.zeroThreshold),
    positive_offset: positive?.offset,
    positive: positive?.bucketCounts,
    negative_offset: negative?.offset,
    negative: negative?.bucketCounts,
    quantiles: list(point.quantileValues).map(pair => [word(pair.quantile), word(pair.value)]),
  };
}

const sideOf = (side: unknown): Parts => ({ offset: 0, bucketCounts: [], ...(side as object) });

const word = (number: unknown): string => (Object.is(number, -0) ? '-0' : String(Number(number)));

const list = (values: unknown): Parts[] => values as Parts[];

const hex = (base64: unknown): string => Buffer.from(String(base64), 'base64').toString('hex');
