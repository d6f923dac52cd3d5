import { deepEqual, equal, match } from 'node:assert/strict';
import { nearestRank, openTruth } from '../../services/cli/demo/comparison/truth.ts';
import { type DemoResults, failedChecks } from '../../services/cli/demo/comparison/verdict.ts';
import { planOf } from '../../services/cli/demo/plan.ts';
import type { ServiceName } from '../../services/cli/demo/shop/shop.ts';
import { exporterSettings, exportLines } from '../../services/cli/sdk-settings.ts';
import { table } from '../../services/cli/table.ts';

const instant = '2026-01-01T00:00:00.000Z';
const traceId = '0af7651916cd43dd8448eb211c80319c';

const serviceOf = (service: ServiceName): DemoResults['services'][number] => ({
  truth: { service, requests: 1_000, errors: 25, quantilesMs: [10, 50, 120] },
  metrics: {
    p50_latency_ms: 10.05,
    p95_latency_ms: 49.8,
    p99_latency_ms: 120.5,
    error_rate: 2.5,
    success_rate: 97.5,
    throughput: 1_000,
    p99_is_maximum: false,
  },
  listed: {
    id: service,
    name: service,
    request_count: 1_000,
    error_rate: 2.5,
    p95_latency: 49.8,
    avg_latency: 15,
    last_seen: instant,
  },
  counted: 1_000,
  countedP95Ms: 51,
});

const trace = {
  id: traceId,
  trace_id: traceId,
  service_name: 'gateway',
  operation_name: 'GET /',
  start_time: instant,
  end_time: instant,
  duration_ms: 1,
  status_code: 'OK',
  has_error: false,
  span_count: 0,
  error_count: 0,
};

const good: DemoResults = {
  spans: 5_000,
  traces: new Map([[traceId, 0]]),
  services: [serviceOf('gateway'), serviceOf('checkout'), serviceOf('payments')],
  traceList: { traces: [trace], total_count: 1, limit: 20, offset: 0, next_cursor: null },
  trace: { trace, spans: [] },
};

const withFirst = (change: Partial<DemoResults['services'][number]>): DemoResults => ({
  ...good,
  services: [{ ...serviceOf('gateway'), ...change }, ...good.services.slice(1)],
});

describe('the verdict of the demo', () => {
  it('finds nothing wrong in figures within one percent and exact counts', () => {
    deepEqual(failedChecks(good), []);
  });

  it('names a percentile that is too far off', () => {
    const { metrics } = serviceOf('gateway');
    const off = metrics && { ...metrics, p99_latency_ms: 118 };
    const [only, ...others] = failedChecks(withFirst({ metrics: off }));
    match(only ?? '', /^a percentile of gateway is 1\.67 % off, expected at most 1 %$/);
    equal(others.length, 0);
  });

  it('names one request too many, in the figures and in the list', () => {
    const { metrics, listed } = serviceOf('gateway');
    const more = withFirst({
      metrics: metrics && { ...metrics, throughput: 1_001 },
      listed: listed && { ...listed, request_count: 1_001 },
    });
    deepEqual(failedChecks(more), [
      'expected 1000 requests of gateway, found 1001',
      'expected 1000 requests of gateway in the list of services, found 1001',
    ]);
  });

  it('names a count in a service’s own metrics that is not exact', () => {
    deepEqual(failedChecks(withFirst({ counted: 999 })), [
      'expected 1000 requests of gateway in its own metrics, found 999',
    ]);
  });

  it('names an error rate that is not exact', () => {
    const { metrics } = serviceOf('gateway');
    const other = metrics && { ...metrics, error_rate: 2.6 };
    match(
      failedChecks(withFirst({ metrics: other })).join(),
      /an error rate of 2\.5 %.* found 2\.6 %/,
    );
  });

  it('names a service, traces and spans that are missing', () => {
    match(failedChecks(withFirst({ metrics: undefined })).join(), /gateway cannot be read/);
    match(failedChecks({ ...good, spans: 4_999 }).join(), /at least 5000 spans, sent 4999/);
    match(failedChecks({ ...good, traces: new Map() }).join(), /expected 0 traces, found 1/);
    match(
      failedChecks({ ...good, traces: new Map([[traceId, 2]]) }).join(),
      /expected 2 spans of trace .*, found 0/,
    );
  });

  it('does not call even durations a proof', () => {
    const flat = good.services.map(one => ({
      ...one,
      truth: { ...one.truth, quantilesMs: [10.05, 49.8, 100] as const },
    }));
    match(failedChecks({ ...good, services: flat }).join(), /expected p99 to be 10 times p50/);
  });
});

describe('the truth of the demo', () => {
  it('takes percentiles by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    deepEqual(
      [0.01, 0.5, 0.95, 0.99, 1].map(q => nearestRank(hundred, q)),
      [1, 50, 95, 99, 100],
    );
    equal(nearestRank([7], 0.99), 7);
  });

  it('counts requests apart from other spans', () => {
    const truth = openTruth(['gateway']);
    const span = { service: 'gateway', traceId, durationNanos: 2_000_000 } as const;
    truth.add({ ...span, isEntry: true, isError: true });
    truth.add({ ...span, isEntry: false, isError: true });
    const [only] = truth.services();
    deepEqual(only, { service: 'gateway', requests: 1, errors: 1, quantilesMs: [2, 2, 2] });
    deepEqual([truth.spans(), truth.traces().get(traceId)], [2, 2]);
  });
});

describe('the plan of the demo', () => {
  it('leaves time for reading back, and sends enough in any case', () => {
    for (const seconds of [15, 20, 60, 240]) {
      const { trafficMs, requestsPerSecond } = planOf(seconds, 2_000, 1);
      const restMs = seconds * 1_000 - 2_000 - trafficMs;
      equal(restMs <= 12_000 && restMs >= 5_000, true);
      equal((trafficMs / 1_000) * requestsPerSecond * 4 >= 5_000, true);
    }
  });
});

describe('lines for people', () => {
  it('put columns below each other', () => {
    deepEqual(
      table(
        [
          ['a', 'bb'],
          ['ccc', 'd'],
        ],
        ['left', 'right'],
      ),
      ['a    bb', 'ccc   d'],
    );
  });

  it('can be pasted into a shell, whatever the service is called', () => {
    const settings = exporterSettings({ url: 'http://h:1', key: 'k', service: "it's" });
    equal(exportLines(settings).at(-1), "export OTEL_SERVICE_NAME='it'\\''s'");
  });
});
