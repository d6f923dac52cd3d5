import assert from 'node:assert/strict';
import fc from 'fast-check';
import { metricLimits } from '../../platform/metrics/instruments.ts';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { startRuntimeMetrics } from '../../platform/metrics/runtime.ts';
import type { MetricCatalog } from '../../schemas/probes/metric-spec.ts';

const catalog = {
  ingest_bytes_total: { type: 'counter', help: 'Accepted\nbytes.', labels: { http_route: [] } },
  lag: { type: 'gauge', help: 'Lag.', labels: { partition: [] } },
  a_total: { type: 'counter', help: 'A.' },
  b: { type: 'gauge', help: 'B.' },
  d_seconds: { type: 'histogram', help: 'D.', bounds: [1, 5, 10] },
  indexed_total: { type: 'counter', help: 'Indexed.', labels: { index: [] } },
  sent_total: {
    type: 'counter',
    help: 'Sent.',
    labels: { via: ['mail', 'post'], outcome: ['done', 'failed'] },
  },
} as const satisfies MetricCatalog;

describe('metrics', () => {
  it('writes counters with help, type and escaped labels', async () => {
    const metrics = openMetrics(catalog);
    metrics.counter('ingest_bytes_total').add(2, { http_route: 'a"b\\c\nd' });
    metrics.counter('ingest_bytes_total').add(3, { http_route: 'a"b\\c\nd' });
    assert.equal(
      await metrics.expose(),
      '# HELP ingest_bytes_total Accepted\\nbytes.\n' +
        '# TYPE ingest_bytes_total counter\n' +
        'ingest_bytes_total{http_route="a\\"b\\\\c\\nd"} 5\n',
    );
  });

  it('reads gauges on each exposition, sums their readers, and skips one that fails', async () => {
    const metrics = openMetrics(catalog);
    metrics.gauge('lag', async () => [{ labels: { partition: '0' }, value: 2 }]);
    metrics.gauge('lag', () => [
      { labels: { partition: '0' }, value: 3 },
      { labels: { partition: '1' }, value: Number.NaN },
    ]);
    metrics.gauge('lag', () => {
      throw new Error('away');
    });
    const text = await metrics.expose();
    assert.match(text, /^lag\{partition="0"\} 5$/mu);
    assert.match(text, /^lag\{partition="1"\} NaN$/imu);
  });

  it('shows a counter that is 0, and no gauge without a reading', async () => {
    const metrics = openMetrics(catalog);
    metrics.counter('a_total');
    metrics.gauge('b', () => Promise.reject(new Error('away')));
    metrics.gauge('b', () => undefined);
    const text = await metrics.expose();
    assert.match(text, /^a_total 0$/mu);
    assert.doesNotMatch(text, /^b /mu);
  });

  it('shows a counter with 0 for each of its listed values, and with no other', async () => {
    const metrics = openMetrics(catalog);
    metrics.counter('sent_total').add(2, { via: 'post', outcome: 'failed' });
    metrics.counter('indexed_total');
    const samples = (await metrics.expose()).split('\n').filter(line => /^[a-z]/u.test(line));
    assert.deepEqual(samples.sort(), [
      'sent_total{via="mail",outcome="done"} 0',
      'sent_total{via="mail",outcome="failed"} 0',
      'sent_total{via="post",outcome="done"} 0',
      'sent_total{via="post",outcome="failed"} 2',
    ]);
  });

  it('does not wait for a reader that gives no answer, and shows the others', async () => {
    const metrics = openMetrics(catalog, { readMsMax: 10 });
    metrics.gauge('b', () => new Promise(() => undefined));
    metrics.gauge('lag', async () => [{ labels: { partition: '0' }, value: 2 }]);
    const alive = setInterval(() => undefined, 1_000);
    const text = await metrics.expose();
    clearInterval(alive);
    assert.doesNotMatch(text, /^b /mu);
    assert.match(text, /^lag\{partition="0"\} 2$/mu);
  });

  it('shows a total that somebody else counts', async () => {
    const metrics = openMetrics(catalog);
    let total = 3;
    metrics.observedCounter('a_total', () => total);
    assert.match(await metrics.expose(), /^a_total 3$/mu);
    total = 5;
    assert.match(await metrics.expose(), /^a_total 5$/mu);
  });

  it('counts in every bucket that a value fits into', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double({ min: 0, max: 20, noNaN: true })), async values => {
        const metrics = openMetrics(catalog);
        const { bounds } = catalog.d_seconds;
        const histogram = metrics.histogram('d_seconds');
        histogram.record(0);
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

  it('rejects a name of another kind, and one that is not in the catalog', () => {
    const metrics = openMetrics(catalog);
    metrics.counter('a_total');
    // @ts-expect-error: it is a counter
    assert.throws(() => metrics.gauge('a_total', () => 1), /a_total to be a gauge, found counter/u);
    // @ts-expect-error: there is none
    assert.throws(() => metrics.counter('c_total'), /c_total to be a counter, found undefined/u);
    const sent = metrics.counter('sent_total');
    // @ts-expect-error: it lacks a label
    sent.add(1, { via: 'mail' });
    // @ts-expect-error: the value is not listed
    sent.add(1, { via: 'pigeon', outcome: 'done' });
  });

  it('never keeps more than so many series', async () => {
    const metrics = openMetrics(catalog);
    const { seriesMax } = metricLimits;
    const counter = metrics.counter('indexed_total');
    for (let index = 0; index < seriesMax + 50; index++) counter.add(1, { index: String(index) });
    counter.add(1, { index: '0' });
    const text = await metrics.expose();
    assert.match(text, /^indexed_total\{index="0"\} 2$/mu);
    assert.match(text, /^indexed_total\{otel_metric_overflow="true"\} 50$/mu);
    assert.equal(text.trimEnd().split('\n').length, seriesMax + 3);
  });

  it('shows the delay of the event loop, memory, processor time and the start', async () => {
    const metrics = openMetrics();
    const running = startRuntimeMetrics(metrics);
    const text = await metrics.expose();
    assert.match(text, /^nodejs_eventloop_delay_seconds\{statistic="p99"\} \d/mu);
    assert.match(text, /^process_memory_usage_bytes \d/mu);
    assert.match(text, /^process_cpu_seconds_total [1-9\d.]/mu);
    const [, start] = /^process_start_time_seconds (\d+)$/mu.exec(text) ?? [];
    const expected = Date.now() / 1_000 - process.uptime();
    assert.ok(Math.abs(Number(start) - expected) < 2, `found ${start}`);
    await running.stop();
  });
});
