import { temporalities } from '../metric-types.ts';
import { keyValue } from './attributes.ts';
import {
  enumeration,
  type Field,
  type Message,
  message,
  messages,
  packed,
  scalar,
  table,
} from './message.ts';
import { resource, scope } from './resources.ts';

const temporality = enumeration(
  'aggregationTemporality',
  2,
  new Map(Object.entries(temporalities).map(([name, value]) => [name.toUpperCase(), value])),
);

const points = (of: () => Message): Field<'dataPoints'> => message('dataPoints', 1, of, 'items');

const times = [
  scalar('startTimeUnixNano', 2, 'fixed64'),
  scalar('timeUnixNano', 3, 'fixed64'),
] as const;

export const exemplar = table([
  scalar('timeUnixNano', 2, 'fixed64'),
  scalar('asDouble', 3, 'anyDouble'),
  scalar('spanId', 4, 'id'),
  scalar('traceId', 5, 'id'),
  scalar('asInt', 6, 'sfixed64'),
  messages('filteredAttributes', 7, () => keyValue),
]);

export const numberPoint = table([
  ...times,
  scalar('asDouble', 4, 'anyDouble'),
  messages('exemplars', 5, () => exemplar),
  scalar('asInt', 6, 'sfixed64'),
  messages('attributes', 7, () => keyValue),
  scalar('flags', 8, 'uint32'),
]);

export const histogramPoint = table([
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

export const buckets = table([scalar('offset', 1, 'sint32'), packed('bucketCounts', 2, 'varint')]);

export const exponentialPoint = table([
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

export const quantile = table([
  scalar('quantile', 1, 'anyDouble'),
  scalar('value', 2, 'anyDouble'),
]);

export const summaryPoint = table([
  ...times,
  scalar('count', 4, 'fixed64'),
  scalar('sum', 5, 'anyDouble'),
  messages('quantileValues', 6, () => quantile),
  messages('attributes', 7, () => keyValue),
  scalar('flags', 8, 'uint32'),
]);

export const gauge = table([points(() => numberPoint)]);
export const sum = table([
  points(() => numberPoint),
  temporality,
  scalar('isMonotonic', 3, 'anyBool'),
]);
export const histogram = table([points(() => histogramPoint), temporality]);
export const exponentialHistogram = table([points(() => exponentialPoint), temporality]);
export const summary = table([points(() => summaryPoint)]);

export const metric = table([
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

export const scopeMetrics = table([
  message('scope', 1, () => scope),
  messages('metrics', 2, () => metric),
  scalar('schemaUrl', 3, 'text'),
]);

export const resourceMetrics = table([
  message('resource', 1, () => resource),
  messages('scopeMetrics', 2, () => scopeMetrics),
  scalar('schemaUrl', 3, 'text'),
]);

/** ExportMetricsServiceRequest. */
export const metricsRequest = table([messages('resourceMetrics', 1, () => resourceMetrics)]);
