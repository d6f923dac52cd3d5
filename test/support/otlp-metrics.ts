import fc from 'fast-check';
import { otlpTypes } from '../../platform/otlp/schema.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { type JsonKeyValue, nanosOf, receivedAtMs, text } from './otlp.ts';
import { attributes, hex, words } from './otlp-arbitraries.ts';

type Parts = Readonly<Record<string, unknown>>;

/** A metric in OTLP/JSON: a name, and one of gauge, sum, histogram, … */
export type JsonMetric = Parts & { readonly name: string };

export const requestType = () =>
  otlpTypes().lookupType('opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest');

export const metrics = (list: readonly object[], service = 'checkout', scope = 'test') => ({
  resourceMetrics: [
    {
      resource: { attributes: [text('service.name', service)] },
      scopeMetrics: [{ scope: { name: scope, version: '1.0.0' }, metrics: list }],
    },
  ],
});

/** A point of a number, a second before it was received. */
export const point = (asDouble: number, fields: object = {}) => ({
  timeUnixNano: nanosOf(receivedAtMs - 1000),
  asDouble,
  ...fields,
});

export const gauge = (name: string, dataPoints: readonly object[]): JsonMetric => ({
  name,
  gauge: { dataPoints },
});

export const metricsBody = (request: object, format: OtlpFormat): Buffer =>
  format === 'json' ? Buffer.from(JSON.stringify(request)) : protobufMetrics(request);

/** The request by protobufjs and our schema: a second opinion on every byte. */
export function protobufMetrics(request: object): Buffer {
  const type = requestType();
  return Buffer.from(type.encode(type.fromObject(rewrite(request) as object)).finish());
}

const idKeys = new Set(['traceId', 'spanId']);
const doubleKeys = new Set([
  'asDouble',
  'doubleValue',
  'sum',
  'min',
  'max',
  'quantile',
  'value',
  'zeroThreshold',
]);

function rewrite(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    return key === 'explicitBounds' ? value.map(Number) : value.map(item => rewrite(item));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, rewrite(item, name)]),
    );
  }
  if (idKeys.has(key)) return Buffer.from(String(value), 'hex');
  if (key === 'bytesValue') return Buffer.from(String(value), 'base64');
  return doubleKeys.has(key) ? Number(value) : value;
}

const maxUint64 = 2n ** 64n - 1n;
const maxInt64 = 2n ** 63n - 1n;
const nanosPerDay = 86_400_000_000_000n;
const receivedAtNanos = BigInt(receivedAtMs) * 1_000_000n;

/** Texts where JSON has no number. */
const doubles = fc
  .double()
  .map(value => (Number.isFinite(value) && !Object.is(value, -0) ? value : textOf(value)));
const textOf = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
const uint64 = fc.oneof(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 0n, max: maxUint64 }));
const uint64Text = uint64.map(String);
const int64Text = fc.bigInt({ min: -maxInt64 - 1n, max: maxInt64 }).map(String);
const flags = fc.nat(3).map(value => value & 2);

const number = fc.oneof(
  doubles.map(asDouble => ({ asDouble })),
  int64Text.map(asInt => ({ asInt })),
);

const times = fc
  .tuple(fc.bigInt({ min: -7n * nanosPerDay, max: 600_000_000_000n }), fc.option(uint64))
  .map(([ahead, age]) => {
    const time = receivedAtNanos + ahead;
    if (age === null) return { timeUnixNano: String(time) };
    return { timeUnixNano: String(time), startTimeUnixNano: String(time - (age % time)) };
  });

const exemplar = fc
  .record({
    timeUnixNano: fc.bigInt({ min: 0n, max: maxInt64 }).map(String),
    traceId: fc.oneof(hex(16), fc.constant('')),
    spanId: fc.oneof(hex(8), fc.constant('')),
    filteredAttributes: attributes,
    number,
  })
  .map(({ number: value, ...fields }) => ({ ...fields, ...value }));

const common = {
  times,
  attributes,
  flags,
  exemplars: fc.array(exemplar, { maxLength: 2 }),
};

type Common = { readonly times: object };

const flat = <Fields extends Common>({ times: both, ...fields }: Fields): object => ({
  ...fields,
  ...both,
});

const numberPoint = fc
  .record({ ...common, number })
  .map(({ number: value, ...fields }) => ({ ...flat(fields), ...value }));

const optional = {
  sum: doubles,
  min: doubles,
  max: doubles,
};

const bounds = fc
  .uniqueArray(fc.double({ noNaN: true }), { maxLength: 6, selector: value => value + 0 })
  .map(list => list.sort((left, right) => left - right).map(value => value + 0))
  .map(list => list.map(value => (Number.isFinite(value) ? value : String(value))));

const histogramPoint = fc
  .record(
    {
      ...common,
      ...optional,
      count: uint64Text,
      buckets: fc.oneof(
        fc.constant({}),
        bounds.chain(explicitBounds =>
          fc
            .array(uint64Text, {
              minLength: explicitBounds.length + 1,
              maxLength: explicitBounds.length + 1,
            })
            .map(bucketCounts => ({ explicitBounds, bucketCounts })),
        ),
      ),
    },
    { requiredKeys: ['times', 'attributes', 'flags', 'exemplars', 'count', 'buckets'] },
  )
  .map(({ buckets, ...fields }) => ({ ...flat(fields), ...buckets }));

const side = fc.record({
  offset: fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.constantFrom(-2147483648, 2147480000)),
  bucketCounts: fc.array(uint64Text, { maxLength: 8 }),
});

const exponentialPoint = fc
  .record(
    {
      ...common,
      ...optional,
      count: uint64Text,
      zeroCount: uint64Text,
      scale: fc.integer({ min: -10, max: 20 }),
      positive: side,
      negative: side,
      zeroThreshold: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    },
    { requiredKeys: ['times', 'attributes', 'flags', 'exemplars', 'count', 'scale'] },
  )
  .map(flat);

const summaryPoint = fc
  .record({
    times,
    attributes,
    flags,
    count: uint64Text,
    sum: doubles,
    quantileValues: fc.array(
      fc.record({ quantile: fc.double({ min: 0, max: 1, noNaN: true }), value: doubles }),
      { maxLength: 3 },
    ),
  })
  .map(flat);

const listOf = (item: fc.Arbitrary<object>) => fc.array(item, { maxLength: 3 });
const aggregationTemporality = fc.nat(2);

const data: fc.Arbitrary<object> = fc.oneof(
  listOf(numberPoint).map(dataPoints => ({ gauge: { dataPoints } })),
  fc
    .record({ dataPoints: listOf(numberPoint), aggregationTemporality, isMonotonic: fc.boolean() })
    .map(sum => ({ sum })),
  fc
    .record({ dataPoints: listOf(histogramPoint), aggregationTemporality })
    .map(histogram => ({ histogram })),
  fc
    .record({ dataPoints: listOf(exponentialPoint), aggregationTemporality })
    .map(exponentialHistogram => ({ exponentialHistogram })),
  listOf(summaryPoint).map(dataPoints => ({ summary: { dataPoints } })),
);

/** Metrics of every type, all points of which are taken when they are received at `receivedAtMs`. */
export const validMetric: fc.Arbitrary<object> = fc
  .record({ name: words.filter(name => name !== ''), description: words, unit: words, data })
  .chain(({ data: typed, ...fields }) =>
    fc.option(attributes, { nil: [] }).map(metadata => ({ ...fields, metadata, ...typed })),
  );

const spoiled: fc.Arbitrary<object> = fc.constantFrom<object>(
  { timeUnixNano: '0' },
  { timeUnixNano: '5' },
  { timeUnixNano: nanosOf(receivedAtMs + 700_000) },
  { startTimeUnixNano: '18446744073709551615' },
  { exemplars: [{ traceId: 'abcd' }] },
  { exemplars: [{ spanId: 'abcd' }] },
  { explicitBounds: [2, 1], bucketCounts: ['1', '2', '3'] },
  { explicitBounds: [1], bucketCounts: ['1'] },
  { explicitBounds: ['NaN'], bucketCounts: ['1', '2'] },
  { scale: 21 },
  { scale: -11 },
  { zeroThreshold: -1 },
  { zeroThreshold: 'NaN' },
  { quantileValues: [{ quantile: 1.5, value: 1 }] },
  { positive: { offset: 2147483647, bucketCounts: ['1'] } },
);

const members = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'];

/** Any metric; often points of it are refused. */
export const anyMetric: fc.Arbitrary<object> = fc
  .tuple(validMetric, fc.option(spoiled, { nil: {} }), fc.boolean())
  .map(([metric, spoil, isNameless]) => {
    const typed = Object.entries(metric).map(([name, value]) =>
      members.includes(name)
        ? [
            name,
            { ...value, dataPoints: value.dataPoints.map((p: object) => ({ ...p, ...spoil })) },
          ]
        : [name, value],
    );
    return { ...Object.fromEntries(typed), ...(isNameless && { name: '' }) };
  });

export const metricsOf = (metric: fc.Arbitrary<object>): fc.Arbitrary<object> => {
  const scopeMetrics = fc.record({
    scope: fc.record({
      name: fc.oneof(words, fc.constant('tracekit')),
      version: words,
      attributes,
    }),
    metrics: fc.array(metric, { maxLength: 3 }),
    schemaUrl: words,
  });
  const resource = fc.record({
    attributes: attributes.map((list): JsonKeyValue[] => [text('service.name', 'a'), ...list]),
  });
  const resourceMetrics = fc.record({
    resource,
    scopeMetrics: fc.array(scopeMetrics, { maxLength: 2 }),
    schemaUrl: words,
  });
  return fc.record({ resourceMetrics: fc.array(resourceMetrics, { maxLength: 2 }) });
};
