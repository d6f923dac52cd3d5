import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openMetrics, seriesMax } from '../../platform/metrics/registry.ts';
import { startRuntimeMetrics } from '../../platform/metrics/runtime.ts';

describe('metrics', () => {
  it('writes counters with help, type, unit and escaped labels', async () => {
    const metrics = openMetrics();
    const spec = { name: 'tidemark.ingest.accepted', help: 'Accepted\nbytes.', unit: 'By' };
    metrics.counter(spec).add(2, { 'http.route': 'a"b\\c\nd' });
    metrics.counter(spec).add(3, { 'http.route': 'a"b\\c\nd' });
    assert.equal(
      await metrics.expose(),
      '# HELP tidemark_ingest_accepted_bytes_total Accepted\\nbytes.\n' +
        '# TYPE tidemark_ingest_accepted_bytes_total counter\n' +
        'tidemark_ingest_accepted_bytes_total{http_route="a\\"b\\\\c\\nd"} 5\n',
    );
  });

  it('reads gauges when asked, adds up readers, and leaves out one that fails', async () => {
    const metrics = openMetrics();
    const spec = { name: 'lag', help: 'Lag.' };
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
    assert.match(text, /^lag\{partition="1"\} NaN$/mu);
  });

  it('counts in every bucket that a value fits into', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double({ min: 0, max: 20, noNaN: true })), async values => {
        const metrics = openMetrics();
        const bounds = [1, 5, 10];
        const histogram = metrics.histogram({ name: 'd', help: 'D.', unit: 's', bounds });
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

  it('refuses one name for two kinds', () => {
    const metrics = openMetrics();
    metrics.counter({ name: 'a', help: 'A.' });
    assert.throws(() => metrics.gauge({ name: 'a', help: 'A.' }, () => 1), /found a counter/u);
  });

  it('never keeps more than so many series', async () => {
    const metrics = openMetrics();
    const counter = metrics.counter({ name: 'a', help: 'A.' });
    for (let index = 0; index < seriesMax + 50; index++) counter.add(1, { index: String(index) });
    counter.add(1, { index: '0' });
    const text = await metrics.expose();
    assert.match(text, /^a_total\{index="0"\} 2$/mu);
    assert.match(text, /^a_total\{otel_metric_overflow="true"\} 50$/mu);
    assert.equal(text.trimEnd().split('\n').length, seriesMax + 3);
  });

  it('tells how long the event loop kept others waiting', async () => {
    const metrics = openMetrics();
    const running = startRuntimeMetrics(metrics);
    const text = await metrics.expose();
    assert.match(text, /^nodejs_eventloop_delay_seconds\{statistic="p99"\} \d/mu);
    assert.match(text, /^process_memory_usage_bytes \d/mu);
    await running.stop();
  });
});
