import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { exemplarsMax, pointListMax } from '../../platform/otlp/limits.ts';
import { MalformedBody } from '../../platform/otlp/malformed-body.ts';
import { openMetricBatch } from '../../platform/otlp/metric-batch.ts';
import { type CheckedMetrics, checkMetrics, decodeMetrics } from '../../platform/otlp/metrics.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { mutated, mutations } from '../support/mutations.ts';
import { int, nanosOf, receivedAtMs, text } from '../support/otlp.ts';
import { decodedMetrics, metricResourceRows, pointRows } from '../support/otlp-metric-rows.ts';
import {
  anyMetric,
  gauge,
  metrics,
  metricsBody,
  metricsOf,
  point,
} from '../support/otlp-metrics.ts';
import { recordContext } from '../support/otlp-rows.ts';

const formats = ['json', 'protobuf'] as const;

const check = (request: object, format: OtlpFormat = 'json'): CheckedMetrics =>
  checkMetrics(metricsBody(request, format), format, { receivedAtMs });

const rowsOf = (list: readonly object[], scope?: string) =>
  pointRows(decodedMetrics(metricsBody(metrics(list, 'a', scope), 'json'), 'json'));

const timeUnixNano = nanosOf(receivedAtMs);
const other = { ...recordContext, organization: Buffer.alloc(16, 0xee), requestIndex: 5 };

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
      ...{ isMonotonic: true, aggregationTemporality: 2, ...data },
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

describe('a batch of data points', () => {
  it('has the columns of the table, in their order', () => {
    const batch = decodedMetrics(metricsBody(metrics([gauge('g', [point(1)])]), 'json'), 'json');
    const ddl = readFileSync(
      new URL('../../schemas/clickhouse/0008-metric-points.sql', import.meta.url),
      'utf8',
    );
    const lines = ddl
      .slice(ddl.indexOf('('), ddl.indexOf('ENGINE'))
      .matchAll(/^ {2}`?([a-z_.]+)`? ([A-Z]\S*(?: 'UTC'\)+)?)/gm);
    const found = batch.columns({ knownSeconds: 1 });
    assert.deepEqual(
      found.map(({ name, type }) => [name, type]),
      Array.from(lines, ([, name = '', type = '']) => [name, type.replace(/,$/, '')]),
    );
  });

  it('takes marker rows that hold nothing but their name and day', () => {
    const batch = decodedMetrics(metricsBody(metrics([gauge('g', [point(1)])]), 'json'), 'json');
    batch.pushMarker({ dayNanos: 86_400_000_000_000n, batch: 'metrics-0:1-2' });
    const [, marker] = pointRows(batch);
    const filled = Object.entries(marker ?? {}).filter(
      ([, value]) => !(value === 0 || /^0*$/.test(String(value))),
    );
    assert.deepEqual(Object.fromEntries(filled), {
      ...{ batch: 'metrics-0:1-2', known: 7, time: '86400000000000' },
    });
  });

  it('is the same whether records are decoded together or apart, and after a rollback', () => {
    fc.assert(
      fc.property(
        fc.array(metricsOf(anyMetric), { maxLength: 4 }),
        metricsOf(anyMetric),
        (requests, undone) => {
          const together = openMetricBatch();
          const apart = requests.map(request => {
            const bytes = metricsBody(request, 'json');
            decodeMetrics(metricsBody(undone, 'json'), 'json', other, together);
            return { bytes, batch: decodedMetrics(bytes, 'json') };
          });
          const mark = together.mark();
          decodeMetrics(metricsBody(undone, 'json'), 'json', other, together);
          together.rollback(mark);
          assert.ok(together.reset());
          for (const { bytes } of apart) decodeMetrics(bytes, 'json', recordContext, together);
          assert.deepEqual(
            pointRows(together),
            apart.flatMap(({ batch }) => pointRows(batch)),
          );
          const resources = new Map(
            apart
              .flatMap(({ batch }) => metricResourceRows(batch))
              .map(row => [row.fingerprint, row]),
          );
          assert.deepEqual(metricResourceRows(together), [...resources.values()]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

for (const format of formats) {
  describe(`hostile metrics in ${format}`, function () {
    this.timeout(20_000);

    it('are decided alike when checked and when decoded, and throw nothing but MalformedBody', () => {
      fc.assert(
        fc.property(metricsOf(anyMetric), mutations, (request, changes) => {
          const bytes = mutated(metricsBody(request, format), changes);
          const batch = openMetricBatch();
          decodeMetrics(
            metricsBody(metrics([gauge('g', [point(1)])]), format),
            format,
            other,
            batch,
          );
          const before = pointRows(batch);
          const checked = attempt(() => checkMetrics(bytes, format, { receivedAtMs }));
          const decoded = attempt(() => decodeMetrics(bytes, format, recordContext, batch));
          assert.deepEqual(decoded, checked);
          const taken = typeof checked === 'string' ? 0 : checked.points;
          assert.equal(pointRows(batch).length, 1 + taken);
          assert.equal(batch.facts().rows, 1 + taken);
          assert.deepEqual(pointRows(batch)[0], before[0]);
        }),
        { numRuns: 250 },
      );
    });
  });
}

const attempt = (work: () => CheckedMetrics): CheckedMetrics | string => {
  try {
    return work();
  } catch (error) {
    assert.ok(error instanceof MalformedBody, `expected MalformedBody, found ${error}`);
    return error.message;
  }
};
