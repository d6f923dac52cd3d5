import { gzipSync } from 'node:zlib';
import { dayMs } from '../../../schemas/durations.ts';
import { nanosOf } from '../otlp.ts';
import type { MalformedBody } from './case.ts';
import { field, fixed64, number, repeated } from './wire.ts';

const path = '/v1/metrics';
const time = (ms = Date.now() - 1_000): string => `"timeUnixNano":"${nanosOf(ms)}"`;
const request = (metrics: string): string =>
  `{"resourceMetrics":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"checkout"}}]},` +
  `"scopeMetrics":[{"metrics":[${metrics}]}]}]}`;
const gauge = (point: string, name = 'g', more = ''): string =>
  `{"name":"${name}",${more}"gauge":{"dataPoints":[${point}]}}`;
const level = (more = ''): string => `{${time()},"asDouble":1${more}}`;
const histogram = (more: string): string =>
  `{"name":"h","histogram":{"aggregationTemporality":1,"dataPoints":[{${time()},"count":3,${more}}]}}`;
const exponential = (more: string): string =>
  `{"name":"e","exponentialHistogram":{"aggregationTemporality":"AGGREGATION_TEMPORALITY_DELTA","dataPoints":[{${time()},"count":3,${more}}]}}`;
const many = (count: number, text: string): string => new Array<string>(count).fill(text).join();

const taken = (name: string, text: () => string): MalformedBody => ({
  name: `metrics: ${name}`,
  path,
  format: 'json',
  status: 200,
  body: () => Buffer.from(text()),
});

const refused = (name: string, reason: RegExp, metric: () => string): MalformedBody => ({
  ...taken(name, () => request(metric())),
  refused: 1,
  reason,
});

const malformed = (name: string, reason: RegExp, text: () => string): MalformedBody => ({
  ...taken(name, text),
  status: 400,
  reason,
});

const oversized = (name: string, reason: RegExp, text: () => string): MalformedBody => ({
  ...taken(name, text),
  status: 413,
  reason,
  headers: { 'Content-Encoding': 'gzip' },
  body: () => gzipSync(Buffer.from(text()), { level: 1 }),
});

const inJson: readonly MalformedBody[] = [
  taken('a member __proto__ everywhere', () =>
    request(`{"__proto__":{"name":"x"},${gauge(`{"__proto__":[],${level().slice(1)}`).slice(1)}`),
  ),
  taken('spans in the place of metrics', () => '{"resourceSpans":[{"scopeSpans":[]}]}'),
  taken('a metric of a type that is not known', () => request('{"name":"x","future":{"a":[1]}}')),
  taken('a metric without points', () => request('{"name":"x","sum":{}}')),
  taken('NaN and infinities', () =>
    request(
      ['NaN', 'Infinity', '-Infinity'].map(v => gauge(`{${time()},"asDouble":"${v}"}`)).join(),
    ),
  ),
  taken('a thousand points of one series and instant', () => {
    const point = level();
    return request(gauge(many(1_000, point)));
  }),
  taken('an unpaired surrogate in a name', () => request(gauge(level(), 'a\\ud800b'))),
  taken('3,000 series', () =>
    request(
      gauge(
        Array.from({ length: 3_000 }, (_, at) =>
          level(`,"attributes":[{"key":"user","value":{"intValue":${at}}}]`),
        ).join(),
        'crowd',
      ),
    ),
  ),
  refused('a metric without a name', /its metric has no name/, () => gauge(level(), '')),
  refused('a name of 2 KB', /expected a metric name of at most 1024 bytes, found 2000/, () =>
    gauge(level(), 'n'.repeat(2_000)),
  ),
  refused('a unit of 2 KB', /expected a unit of at most 1024 bytes/, () =>
    gauge(level(), 'g', `"unit":"${'u'.repeat(2_000)}",`),
  ),
  refused('a description of 20 KB', /expected a description of at most 16384 bytes/, () =>
    gauge(level(), 'g', `"description":"${'d'.repeat(20_000)}",`),
  ),
  refused('metadata of 20 KB', /expected a list of metadata of at most 16384 bytes/, () =>
    gauge(
      level(),
      'g',
      `"metadata":[{"key":"k","value":{"stringValue":"${'m'.repeat(20_000)}"}}],`,
    ),
  ),
  refused('a point without a value', /it has no value/, () => gauge(`{${time()}}`)),
  refused('a point without a time', /it has no time/, () => gauge('{"asDouble":1}')),
  refused('a point of 1970', /is of .* before it was received/, () =>
    gauge(`{"timeUnixNano":"1","asDouble":1}`),
  ),
  refused('a point of next month', /is of .* after it was received/, () =>
    gauge(`{${time(Date.now() + 30 * dayMs)},"asDouble":1}`),
  ),
  refused('a start after the time', /starts after its time/, () =>
    gauge(level(`,"startTimeUnixNano":"${nanosOf(Date.now() + dayMs)}"`)),
  ),
  refused('a value that is an object', /asDouble: expected a plain value, found object/, () =>
    gauge(`{${time()},"asDouble":{}}`),
  ),
  refused('a value that is a word', /expected a number, found "lots"/, () =>
    gauge(`{${time()},"asDouble":"lots"}`),
  ),
  refused('a whole number past 64 bits', /expected a whole number/, () =>
    gauge(`{${time()},"asInt":"99999999999999999999"}`),
  ),
  refused('60,000 attributes', /it has 120000 attributes, values, quantiles and exemplars/, () =>
    gauge(level(`,"attributes":[${many(60_000, '{"key":"k","value":{"intValue":1}}')}]`)),
  ),
  refused('buckets without bounds', /expected one bucket more than bounds, found 3 buckets/, () =>
    histogram('"bucketCounts":[1,2,3]'),
  ),
  refused('bounds that fall', /bounds do not ascend: 1 after 2/, () =>
    histogram('"bucketCounts":[1,1,1],"explicitBounds":[2,1]'),
  ),
  refused('a bound that is no number', /bounds do not ascend: NaN/, () =>
    histogram('"bucketCounts":[1,1],"explicitBounds":["NaN"]'),
  ),
  refused('a negative count', /expected a whole number from 0 on, found "-1"/, () =>
    histogram('"bucketCounts":[-1]'),
  ),
  refused('2,001 buckets', /a list of more than 2000 values/, () =>
    histogram(`"bucketCounts":[${many(2_001, '0')}]`),
  ),
  refused('a million buckets', /a list of more than 2000 values/, () =>
    histogram(`"bucketCounts":[${many(1_000_000, '0')}]`),
  ),
  refused('1,001 exemplars', /more than 1000 exemplars/, () =>
    gauge(level(`,"exemplars":[${many(1_001, '{"asInt":1}')}]`)),
  ),
  refused('an exemplar with half an id', /a trace id of 2 bytes, expected 16/, () =>
    gauge(level(',"exemplars":[{"traceId":"abcd","asInt":1}]')),
  ),
  refused('a scale of 21', /expected a scale from -10 to 20, found 21/, () =>
    exponential('"scale":21'),
  ),
  refused('buckets past every index', /its buckets reach index/, () =>
    exponential('"scale":20,"positive":{"offset":2147483647,"bucketCounts":[1]}'),
  ),
  refused('a zero threshold below zero', /expected a zero threshold from 0 on/, () =>
    exponential('"zeroThreshold":-1'),
  ),
  refused(
    'a quantile of 1.5',
    /expected a quantile from 0 to 1, found 1.5/,
    () => `{"name":"s","summary":{"dataPoints":[{${time()},"quantileValues":[{"quantile":1.5}]}]}}`,
  ),
  malformed(
    'resources that are a number',
    /resourceMetrics: expected an array, found number/,
    () => '{"resourceMetrics":5}',
  ),
  malformed('points that are an object', /dataPoints: expected an array, found object/, () =>
    request('{"name":"g","gauge":{"dataPoints":{}}}'),
  ),
  malformed('a request that is cut', /JSON|expected/, () => request(gauge(level())).slice(0, -9)),
  oversized('200,001 points', /at most 200000 data points in a request/, () =>
    request(gauge(many(200_001, '{}'))),
  ),
  oversized('three million metrics', /at most 3000000 metrics, data points, attributes/, () =>
    request(many(3_000_001, '{}')),
  ),
  oversized('twelve million buckets', /at most 10000000 buckets, bounds and quantiles/, () => {
    const point = `{${time()},"count":1,"bucketCounts":[${many(1_500, '0')}]}`;
    const name = '{"name":"h","histogram":{"dataPoints":[';
    return request(`${name}${many(8_000, point)}]}}`);
  }),
];

const asProtobuf = (name: string, body: () => Buffer): MalformedBody => ({
  name: `metrics: ${name}`,
  path,
  format: 'protobuf',
  status: 200,
  body,
});

const nanos = (): Buffer => fixed64(3, BigInt(Date.now() - 1_000) * 1_000_000n);
const inScope = (...metrics: readonly Buffer[]): Buffer => field(1, field(2, ...metrics));
const levels = (...points: readonly Buffer[]): Buffer =>
  inScope(field(2, field(1, 'g'), field(5, ...points)));
const point = (...more: readonly Buffer[]): Buffer => field(1, nanos(), fixed64(4, 0n), ...more);

const inProtobuf: readonly MalformedBody[] = [
  asProtobuf('nothing, in protobuf', () => Buffer.alloc(0)),
  asProtobuf('a temporality and a type from the future', () =>
    inScope(
      field(2, field(1, 'x'), field(7, number(2, 99), field(1, nanos(), fixed64(4, 0n)))),
      field(2, field(1, 'y'), field(42, field(1, nanos()))),
    ),
  ),
  {
    ...asProtobuf('a request in protobuf that is cut', () => levels(point()).subarray(0, -1)),
    status: 400,
    reason: /a length leaves its message/,
  },
  {
    ...asProtobuf('a point of no bytes', () => levels(field(1))),
    refused: 1,
    reason: /data point number 1 \(g\): it has no time/,
  },
  {
    ...asProtobuf('a list of fixed numbers that is cut', () =>
      inScope(field(2, field(1, 'h'), field(9, field(1, nanos(), field(6, Buffer.alloc(9)))))),
    ),
    refused: 1,
    reason: /malformed: a list of 64-bit values is cut off/,
  },
  {
    ...asProtobuf('a group in a metric', () =>
      inScope(field(2, field(1, 'g'), Buffer.from([0xa3, 0x06, 0xa4, 0x06]))),
    ),
    status: 400,
    reason: /wire type 3/,
  },
  {
    ...asProtobuf('a long resource with many scopes of metrics', () =>
      field(1, field(1, field(1, field(1, 'k'.repeat(1_000_000)))), repeated(field(2), 20)),
    ),
    status: 413,
    reason: /bytes of resources and scopes in a request/,
  },
];

/** What no well-meaning client sends to the address of metrics. */
export const metricBodies: readonly MalformedBody[] = [...inJson, ...inProtobuf];
