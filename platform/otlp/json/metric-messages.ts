import {
  type Field,
  keyValue,
  type Message,
  message,
  messages,
  type PackedKind,
  resource,
  scalar,
  scope,
  table,
  tagOf,
} from './messages.ts';

const temporalities = new Map(
  ['UNSPECIFIED', 'DELTA', 'CUMULATIVE'].map((name, value) => [name, value] as const),
);

const temporality: Field = {
  name: 'aggregationTemporality',
  tag: tagOf(2, 'enum'),
  kind: 'enum',
  values: temporalities,
};

const packed = (name: string, number: number, of: PackedKind): Field => ({
  name,
  tag: tagOf(number, 'packed'),
  kind: 'packed',
  of,
});

const points = (of: () => Message): Field => message('dataPoints', 1, of, 'items');

const times = [
  scalar('startTimeUnixNano', 2, 'fixed64'),
  scalar('timeUnixNano', 3, 'fixed64'),
] as const;

const exemplar = table([
  scalar('timeUnixNano', 2, 'fixed64'),
  scalar('asDouble', 3, 'anyDouble'),
  scalar('spanId', 4, 'id'),
  scalar('traceId', 5, 'id'),
  scalar('asInt', 6, 'sfixed64'),
  messages('filteredAttributes', 7, () => keyValue),
]);

const numberPoint = table([
  ...times,
  scalar('asDouble', 4, 'anyDouble'),
  messages('exemplars', 5, () => exemplar),
  scalar('asInt', 6, 'sfixed64'),
  messages('attributes', 7, () => keyValue),
  scalar('flags', 8, 'uint32'),
]);

const histogramPoint = table([
  ...times,
  scalar('count', 4, 'fixed64'),
  scalar('sum', 5, 'anyDouble'),
  packed('bucketCounts', 6, 'fixed64'),
  packed('explicitBounds', 7, 'double'),
  messages('exemplars', 8, () => exemplar),
  messages('attributes', 9, () => keyValue),
  scalar('flags', 10, 'uint32'),
  scalar('min', 11, 'anyDouble'),
  scalar('max', 12, 'anyDouble'),
]);

const buckets = table([scalar('offset', 1, 'sint32'), packed('bucketCounts', 2, 'varint')]);

const exponentialPoint = table([
  messages('attributes', 1, () => keyValue),
  ...times,
  scalar('count', 4, 'fixed64'),
  scalar('sum', 5, 'anyDouble'),
  scalar('scale', 6, 'sint32'),
  scalar('zeroCount', 7, 'fixed64'),
  message('positive', 8, () => buckets),
  message('negative', 9, () => buckets),
  scalar('flags', 10, 'uint32'),
  messages('exemplars', 11, () => exemplar),
  scalar('min', 12, 'anyDouble'),
  scalar('max', 13, 'anyDouble'),
  scalar('zeroThreshold', 14, 'anyDouble'),
]);

const quantile = table([scalar('quantile', 1, 'anyDouble'), scalar('value', 2, 'anyDouble')]);

const summaryPoint = table([
  ...times,
  scalar('count', 4, 'fixed64'),
  scalar('sum', 5, 'anyDouble'),
  messages('quantileValues', 6, () => quantile),
  messages('attributes', 7, () => keyValue),
  scalar('flags', 8, 'uint32'),
]);

const gauge = table([points(() => numberPoint)]);
const sum = table([points(() => numberPoint), temporality, scalar('isMonotonic', 3, 'anyBool')]);
const histogram = table([points(() => histogramPoint), temporality]);
const exponentialHistogram = table([points(() => exponentialPoint), temporality]);
const summary = table([points(() => summaryPoint)]);

const metric = table([
  scalar('name', 1, 'text'),
  scalar('description', 2, 'text'),
  scalar('unit', 3, 'text'),
  message('gauge', 5, () => gauge),
  message('sum', 7, () => sum),
  message('histogram', 9, () => histogram),
  message('exponentialHistogram', 10, () => exponentialHistogram),
  message('summary', 11, () => summary),
  messages('metadata', 12, () => keyValue),
]);

const scopeMetrics = table([
  message('scope', 1, () => scope),
  messages('metrics', 2, () => metric),
  scalar('schemaUrl', 3, 'text'),
]);

const resourceMetrics = table([
  message('resource', 1, () => resource),
  messages('scopeMetrics', 2, () => scopeMetrics),
  scalar('schemaUrl', 3, 'text'),
]);

/** ExportMetricsServiceRequest. */
export const metricsRequest = table([messages('resourceMetrics', 1, () => resourceMetrics)]);
