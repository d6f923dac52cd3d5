import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exemplarsMax, pointListMax } from '../../platform/otlp/limits.ts';
import { MalformedBody } from '../../platform/otlp/malformed-body.ts';
import type { CheckedMetrics } from '../../platform/otlp/metrics.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { checkMetrics } from '../support/check-otlp.ts';
import { int, nanosOf, receivedAtMs, text } from '../support/otlp.ts';
import { decodedMetrics, pointRows } from '../support/otlp-metric-rows.ts';
import { gauge, metrics, metricsBody, point } from '../support/otlp-metrics.ts';

const formats = ['json', 'protobuf'] as const;

const check = (request: object, format: OtlpFormat = 'json'): CheckedMetrics =>
  checkMetrics(metricsBody(request, format), format, { receivedAtMs });

const rowsOf = (list: readonly object[], scope?: string) =>
  pointRows(decodedMetrics(metricsBody(metrics(list, 'a', scope), 'json'), 'json'));

const timeUnixNano = nanosOf(receivedAtMs);

const histogram = (fields: object) => ({
  name: 'h',
  histogram: { dataPoints: [{ timeUnixNano, count: 0, ...fields }], aggregationTemporality: 2 },
});

const exponential = (fields: object) => ({
  name: 'e',
  exponentialHistogram: { dataPoints: [{ timeUnixNano, count: 0, ...fields }] },
});

const summary = (quantile: number) => ({
  name: 's',
  summary: { dataPoints: [{ timeUnixNano, quantileValues: [{ quantile, value: 1 }] }] },
});

describe('metrics that were received', () => {
  const refused: readonly [string, object, RegExp][] = [
    ['no time', gauge('g', [point(1, { timeUnixNano: '0' })]), /\(g\): it has no time/],
    [
      'an old time',
      gauge('g', [point(1, { timeUnixNano: nanosOf(receivedAtMs - 8 * 86_400_000) })]),
      /is of 8 days before/,
    ],
    [
      'a time to come',
      gauge('g', [point(1, { timeUnixNano: nanosOf(receivedAtMs + 601_000) })]),
      /is of 10.1 minutes after/,
    ],
    [
      'a start after its time',
      gauge('g', [point(1, { startTimeUnixNano: timeUnixNano })]),
      /starts after its time/,
    ],
    ['no value', gauge('g', [{ timeUnixNano }]), /it has no value/],
    ['no name', gauge('', [point(1)]), /its metric has no name/],
    [
      'bounds that do not ascend',
      histogram({ explicitBounds: [1, 1], bucketCounts: [1, 2, 3] }),
      /do not ascend: 1 after 1/,
    ],
    [
      'a bucket too few',
      histogram({ explicitBounds: [1, 2], bucketCounts: [1, 2] }),
      /2 buckets and 2 bounds/,
    ],
    ['bounds without buckets', histogram({ explicitBounds: [1] }), /0 buckets and 1 bounds/],
    ['a scale beyond all', exponential({ scale: 21 }), /a scale from -10 to 20, found 21/],
    ['a threshold below zero', exponential({ zeroThreshold: -1 }), /from 0 on, found -1/],
    [
      'buckets past the last index',
      exponential({ positive: { offset: 2147483647, bucketCounts: [1] } }),
      /reach index 2147483648/,
    ],
    ['a quantile above one', summary(1.01), /from 0 to 1, found 1.01/],
    [
      'a trace id cut short',
      gauge('g', [point(1, { exemplars: [{ traceId: 'ab', asDouble: 1 }] })]),
      /trace id of 1 bytes/,
    ],
    [
      'too many buckets',
      histogram({
        explicitBounds: Array.from({ length: pointListMax + 1 }, (_, i) => i),
        bucketCounts: [],
      }),
      /more than 2000 values/,
    ],
    [
      'too many exemplars',
      gauge('g', [point(1, { exemplars: Array.from({ length: exemplarsMax + 1 }, () => ({})) })]),
      /more than 1000 exemplars/,
    ],
  ];

  for (const [what, metric, reason] of refused) {
    it(`are refused alone, with a reason, for ${what}`, () => {
      for (const format of formats) {
        const found = check(metrics([gauge('before', [point(1)]), metric]), format);
        assert.deepEqual([found.points, found.refused], [1, 1]);
        assert.match(found.reason ?? '', reason);
      }
    });
  }

  it('may have no value where their sender says so', () => {
    const [row] = rowsOf([gauge('g', [{ timeUnixNano, flags: 1 }])]);
    assert.deepEqual([row?.value_type, row?.flags], [0, 1]);
  });

  it('keep numbers that JSON has no words for, and the type of each', () => {
    const points = [
      ...['NaN', 'Infinity', '-Infinity', '-0'].map(asDouble => ({ timeUnixNano, asDouble })),
      { timeUnixNano, asInt: '-9223372036854775808' },
      { timeUnixNano, asInt: 5 },
      { timeUnixNano, asInt: 5.0 },
      { timeUnixNano, asDouble: 5 },
    ];
    assert.deepEqual(
      rowsOf([gauge('g', points)]).map(row => [row.value_type, row.int_value, row.double_value]),
      [
        [2, '0', 'NaN'],
        [2, '0', 'Infinity'],
        [2, '0', '-Infinity'],
        [2, '0', '-0'],
        [1, '-9223372036854775808', '0'],
        [1, '5', '0'],
        [1, '5', '0'],
        [2, '0', '5'],
      ],
    );
  });

  it('may be written in snake_case, with names or numbers for enums, and texts for numbers', () => {
    const spellings = [
      { aggregationTemporality: 'AGGREGATION_TEMPORALITY_DELTA', isMonotonic: true },
      { aggregation_temporality: 'delta', is_monotonic: 'true' },
      { aggregationTemporality: 1, isMonotonic: true },
      { aggregationTemporality: '1', isMonotonic: true },
    ];
    for (const spelling of spellings) {
      const [row] = rowsOf([
        {
          name: 'c',
          sum: { ...spelling, data_points: [{ time_unix_nano: timeUnixNano, as_int: 3 }] },
        },
      ]);
      assert.deepEqual([row?.temporality, row?.is_monotonic, row?.int_value], [1, 1, '3']);
    }
  });

  it('may lack whatever is not theirs to have', () => {
    assert.deepEqual(check({}), { points: 0, refused: 0 });
    assert.deepEqual(
      check({ resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'a' }] }] }] }),
      {
        points: 0,
        refused: 0,
      },
    );
  });

  it('are refused together when a part above the points cannot be read', () => {
    for (const broken of [
      Buffer.from('[]'),
      Buffer.from('{"resourceMetrics":7}'),
      Buffer.from('{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"unit":[]}]}]}]}'),
    ]) {
      assert.throws(() => checkMetrics(broken, 'json', { receivedAtMs }), MalformedBody);
    }
    const broken = Buffer.from([0x0a, 0x04, 0x12, 0x02, 0x12, 0x05]);
    assert.throws(() => checkMetrics(broken, 'protobuf', { receivedAtMs }), MalformedBody);
  });
});

describe('the values of a counter', () => {
  const sum = (fields: object, data: object = {}) => ({
    name: 'c',
    sum: {
      isMonotonic: true,
      aggregationTemporality: 2,
      ...data,
      dataPoints: [{ timeUnixNano, asInt: 1, ...fields }],
    },
  });
  const isDelta = (metric: object, scope?: string) => rowsOf([metric], scope)[0]?.is_delta;

  it('are increments where the sender says delta', () => {
    assert.equal(isDelta(sum({}, { aggregationTemporality: 1 })), 1);
    assert.equal(isDelta(sum({})), 0);
  });

  it('are increments, whatever they are called, of the SDKs that send each one', () => {
    assert.equal(isDelta(sum({}), 'tracekit'), 1);
    assert.equal(isDelta(sum({ startTimeUnixNano: '1' }), 'tracekit'), 0);
    assert.equal(isDelta(sum({}, { isMonotonic: false }), 'tracekit'), 0);
    assert.equal(isDelta(gauge('g', [point(1)]), 'tracekit'), 0);
    assert.equal(isDelta(sum({}), 'tracekit2'), 0);
  });
});

describe('a series', () => {
  const series = (attributes: readonly object[], fields: object = {}, service = 'a') =>
    pointRows(
      decodedMetrics(
        metricsBody(
          metrics([{ ...gauge('g', [point(1, { attributes })]), ...fields }], service),
          'json',
        ),
        'json',
      ),
    )[0]?.series;

  it('is the same whatever the order of its attributes', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.nat(50), { minLength: 2, maxLength: 8 })
          .chain(keys =>
            fc.tuple(fc.constant(keys), fc.shuffledSubarray(keys, { minLength: keys.length })),
          ),
        ([keys, shuffled]) => {
          const list = (order: readonly number[]) => order.map(key => int(`k${key}`, key));
          assert.equal(series(list(keys)), series(list(shuffled)));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is another for another value, type, unit or resource', () => {
    const all = [
      series([text('a', 'b')]),
      series([text('a', 'c')]),
      series([text('b', 'a')]),
      series([text('a', '1')]),
      series([int('a', 1)]),
      series([]),
      series([text('a', 'b'), text('a', 'b')]),
      series([text('a', 'b')], { unit: 'ms' }),
      series([text('a', 'b')], {}, 'b'),
    ];
    assert.equal(new Set(all).size, all.length);
  });
});
