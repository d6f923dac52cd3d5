import { ValueType } from '@opentelemetry/api';
import { DataPointType, type MetricData, type ResourceMetrics } from '@opentelemetry/sdk-metrics';
import { attributesToOtlp, attributeTextToOtlp } from '../../platform/otlp/attributes.ts';
import { metricTypes } from '../../platform/otlp/metric-types.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { nanosOf, pairs } from './otel-expected.ts';

/** Everything that one data point said, and its metric and scope with it. */
export type Point = { readonly metric: string; readonly [field: string]: unknown };

const types = {
  [DataPointType.GAUGE]: metricTypes.gauge,
  [DataPointType.SUM]: metricTypes.sum,
  [DataPointType.HISTOGRAM]: metricTypes.histogram,
  [DataPointType.EXPONENTIAL_HISTOGRAM]: metricTypes.exponential_histogram,
} as const;

/** The points of an export, as they must be read back. This SDK writes no exemplars. */
export const expectedPoints = (
  { resource, scopeMetrics }: ResourceMetrics,
  format: OtlpFormat,
): Point[] =>
  scopeMetrics.flatMap(({ scope, metrics }) =>
    metrics.flatMap(metric =>
      metric.dataPoints.map(point => ({
        service: String(resource.attributes['service.name']),
        resource: pairs(resource.attributes, format),
        scope: scope.name,
        scope_version: scope.version ?? '',
        metric: metric.descriptor.name,
        unit: metric.descriptor.unit,
        description: metric.descriptor.description,
        type: types[metric.dataPointType],
        ...kindOf(metric),
        start: String(nanosOf(point.startTime)),
        time: String(nanosOf(point.endTime)),
        attributes: pairs(point.attributes, format),
        exemplars: [],
        ...figuresOf(metric, point.value),
      })),
    ),
  );

/** Of gauges the protocol says neither. */
const kindOf = (metric: MetricData) =>
  metric.dataPointType === DataPointType.GAUGE
    ? { temporality: 0, is_monotonic: false }
    : {
        temporality: metric.aggregationTemporality + 1,
        is_monotonic: metric.dataPointType === DataPointType.SUM && metric.isMonotonic,
      };

type Figures = MetricData['dataPoints'][number]['value'];

function figuresOf({ descriptor }: MetricData, value: Figures): object {
  if (typeof value === 'number') {
    const isInt = descriptor.valueType === ValueType.INT;
    return isInt ? { int: String(value) } : { double: value };
  }
  const { count, sum, min, max } = value;
  const common = {
    count: String(count),
    ...(sum !== undefined && { sum }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  };
  if ('buckets' in value) {
    const { boundaries, counts } = value.buckets;
    return { ...common, bounds: [...boundaries], counts: counts.map(String) };
  }
  return {
    ...common,
    scale: value.scale,
    zero_count: String(value.zeroCount),
    positive_offset: value.positive.offset,
    negative_offset: value.negative.offset,
    positive: value.positive.bucketCounts.map(String),
    negative: value.negative.bucketCounts.map(String),
  };
}

type Row = Point & {
  readonly type: number;
  readonly value_type: number;
  readonly has: number;
  readonly keys: readonly string[];
  readonly types: readonly number[];
  readonly values: readonly string[];
  readonly resource_keys: readonly string[];
  readonly resource_types: readonly number[];
  readonly resource_values: readonly string[];
  readonly exemplars: readonly (readonly [
    time: string,
    traceId: string,
    spanId: string,
    attributes: string,
    valueType: number,
    int: string,
    double: number,
  ])[];
};

/** Every point that the warehouse has of a service. */
export async function storedPoints(
  warehouse: Warehouse,
  organization: string,
  service: string,
): Promise<Point[]> {
  const rows = await warehouse.query<Row>(
    `SELECT p.service AS service, p.metric AS metric, p.unit AS unit, p.description AS description,
            p.type AS type, p.temporality AS temporality, p.is_monotonic AS is_monotonic,
            toString(toUnixTimestamp64Nano(p.start)) AS start, toString(toUnixTimestamp64Nano(p.time)) AS time,
            p.value_type AS value_type, toString(p.int_value) AS int, p.double_value AS double,
            toString(p.count) AS count, p.has AS has, p.sum AS sum, p.min AS min, p.max AS max,
            p.bounds AS bounds, arrayMap(n -> toString(n), p.counts) AS counts,
            p.scale AS scale, toString(p.zero_count) AS zero_count,
            p.positive_offset AS positive_offset, arrayMap(n -> toString(n), p.positive) AS positive,
            p.negative_offset AS negative_offset, arrayMap(n -> toString(n), p.negative) AS negative,
            p.attributes.key AS keys, p.attributes.type AS types, p.attributes.value AS values,
            arrayMap((t, trace, span, text, type, int, double) ->
                       (toString(toUnixTimestamp64Nano(t)), replaceAll(toString(trace), '-', ''),
                        lower(leftPad(hex(span), 16, '0')), text, type, toString(int), double),
                     p.exemplars.time, p.exemplars.trace_id, p.exemplars.span_id, p.exemplars.attributes,
                     p.exemplars.value_type, p.exemplars.int_value, p.exemplars.double_value) AS exemplars,
            r.scope_name AS scope, r.scope_version AS scope_version, r.attributes.key AS resource_keys,
            r.attributes.type AS resource_types, r.attributes.value AS resource_values
     FROM metric_points AS p
     LEFT JOIN (SELECT * FROM resources WHERE organization = {organization:UUID} LIMIT 1 BY fingerprint) AS r
       ON r.fingerprint = p.resource
     WHERE p.organization = {organization:UUID} AND p.service = {service:String}`,
    { organization, service },
  );
  return rows.map(pointOf);
}

function pointOf(row: Row): Point {
  const { service, scope, scope_version, metric, unit, description } = row;
  const { type, temporality, is_monotonic, start, time } = row;
  return {
    service,
    scope,
    scope_version,
    metric,
    unit,
    description,
    type,
    temporality,
    is_monotonic,
    start,
    time,
    resource: attributesToOtlp(row.resource_keys, row.resource_types, row.resource_values),
    attributes: attributesToOtlp(row.keys, row.types, row.values),
    exemplars: row.exemplars.map(([at, trace_id, span_id, text, valueType, int, double]) => ({
      time: at,
      trace_id,
      span_id,
      attributes: attributeTextToOtlp(text),
      ...(valueType === 1 ? { int } : { double }),
    })),
    ...storedFigures(row),
  };
}

function storedFigures(row: Row): object {
  if (row.type === metricTypes.gauge || row.type === metricTypes.sum) {
    return row.value_type === 1 ? { int: row.int } : { double: row.double };
  }
  const common = {
    count: row.count,
    ...((row.has & 1) !== 0 && { sum: row.sum }),
    ...((row.has & 2) !== 0 && { min: row.min }),
    ...((row.has & 4) !== 0 && { max: row.max }),
  };
  if (row.type === metricTypes.histogram) {
    return { ...common, bounds: row.bounds, counts: row.counts };
  }
  const { scale, zero_count, positive_offset, positive, negative_offset, negative } = row;
  return { ...common, scale, zero_count, positive_offset, positive, negative_offset, negative };
}

/** In an order in which two lists of the same points are equal. */
export const ordered = (points: readonly Point[]): Point[] => {
  const texts = new Map(points.map(point => [point, textOf(point)]));
  return points.toSorted((left, right) =>
    (texts.get(left) ?? '') < (texts.get(right) ?? '') ? -1 : 1,
  );
};

const textOf = ({ metric, time, attributes, ...rest }: Point): string =>
  JSON.stringify([metric, time, attributes, Object.entries(rest).sort()]);
