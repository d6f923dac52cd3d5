import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { openMetricBatch } from '../../platform/otlp/metric-batch.ts';
import { decodeMetrics } from '../../platform/otlp/metrics.ts';
import { packageRoot } from '../../platform/package.ts';
import { checkMetrics } from '../support/check-otlp.ts';
import { mutated, mutations } from '../support/mutations.ts';
import { orMalformed } from '../support/or-malformed.ts';
import { receivedAtMs } from '../support/otlp.ts';
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

const other = { ...recordContext, organization: Buffer.alloc(16, 0xee), requestIndex: 5 };

describe('a batch of data points', () => {
  it('has the columns of the table, in their order', () => {
    const batch = decodedMetrics(metricsBody(metrics([gauge('g', [point(1)])]), 'json'), 'json');
    const ddl = readFileSync(
      join(packageRoot(), 'schemas/clickhouse/0008-metric-points.sql'),
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
      batch: 'metrics-0:1-2',
      known: 7,
      time: '86400000000000',
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
  describe(`malformed metrics in ${format}`, function () {
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
          const checked = orMalformed(() => checkMetrics(bytes, format, { receivedAtMs }));
          const decoded = orMalformed(() => decodeMetrics(bytes, format, recordContext, batch));
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
