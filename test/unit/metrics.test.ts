import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openMetrics, seriesMax } from '../../platform/metrics/registry.ts';
import { startRuntimeMetrics } from '../../platform/metrics/runtime.ts';

describe('metrics', () => {
  it('writes counters with help, type and escaped labels', async () => {
    const metrics = openMetrics();
    const spec = { name: 'ingest_bytes_total', help: 'Accepted\nbytes.', labels: ['http_route'] };
    metrics.counter(spec).add(2, { http_route: 'a"b\\c\nd' });
    metrics.counter(spec).add(3, { http_route: 'a"b\\c\nd' });
    assert.equal(
      await metrics.expose(),
      '# HELP ingest_bytes_total Accepted\\nbytes.\n' +
        '# TYPE ingest_bytes_total counter\n' +
        'ingest_bytes_total{http_route="a\\"b\\\\c\\nd"} 5\n',
    );
  });

  it('reads gauges on each exposition, sums their readers, and skips one that fails', async () => {
    const metrics = openMetrics();
    const spec = { name: 'lag', help: 'Lag.', labels: ['partition'] };
    metrics.gauge(spec, async () => [{ labels: { partition: '0' }, value: 2 }]);
    metrics.gauge(spec, () => [
      { labels: { partition: '0' }, value: 3 },
      { labels: { partition: '1' }, value: Number.NaN },
    ]);
    metrics.gauge(spec, () => {
      throw new Error('away');
    });
    const text = await metrics.expose();
    assert.match(text, /^lag\{partition="0"\} 5$/mu);
    assert.match(text, /^lag\{partition="1"\} NaN$/imu);
  });

  it('shows a counter that is 0, and no gauge without a reading', async () => {
    const metrics = openMetrics();
    metrics.counter({ name: 'a_total', help: 'A.' });
    metrics.gauge({ name: 'b', help: 'B.' }, () => Promise.reject(new Error('away')));
    const text = await metrics.expose();
    assert.match(text, /^a_total 0$/mu);
    assert.doesNotMatch(text, /^b /mu);
  });

  it('counts in every bucket that a value fits into', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double({ min: 0, max: 20, noNaN: true })), async values => {
        const metrics = openMetrics();
        const bounds = [1, 5, 10];
        const histogram = metrics.histogram({ name: 'd_seconds', help: 'D.', bounds });
        histogram.record(0, {});
        for (const value of values) histogram.record(value);
        const text = await metrics.expose();
        for (const bound of bounds) {
          const count = values.filter(value => value <= bound).length + 1;
          assert.ok(text.includes(`d_seconds_bucket{le="${bound}"} ${count}\n`));
        }
        assert.ok(text.includes(`d_seconds_bucket{le="+Inf"} ${values.length + 1}\n`));
        assert.ok(text.includes(`d_seconds_count ${values.length + 1}\n`));
      }),
      { numRuns: 30 },
    );
  });

  it('rejects one name for two kinds', () => {
    const metrics = openMetrics();
    metrics.counter({ name: 'a', help: 'A.' });
    assert.throws(
      () => metrics.gauge({ name: 'a', help: 'A.' }, () => 1),
      /already been registered/u,
    );
  });

  it('never keeps more than so many series', async () => {
    const metrics = openMetrics();
    const counter = metrics.counter({ name: 'a_total', help: 'A.', labels: ['index'] });
    for (let index = 0; index < seriesMax + 50; index++) counter.add(1, { index: String(index) });
    counter.add(1, { index: '0' });
    const text = await metrics.expose();
    assert.match(text, /^a_total\{index="0"\} 2$/mu);
    assert.match(text, /^a_total\{otel_metric_overflow="true"\} 50$/mu);
    assert.equal(text.trimEnd().split('\n').length, seriesMax + 3);
  });

  it('shows the delay of the event loop and the memory', async () => {
    const metrics = openMetrics();
    const running = startRuntimeMetrics(metrics);
    const text = await metrics.expose();
    assert.match(text, /^nodejs_eventloop_delay_seconds\{statistic="p99"\} \d/mu);
    assert.match(text, /^process_memory_usage_bytes \d/mu);
    await running.stop();
  });
});
