import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { isWithinOnePercent, nearestRank } from '../support/durations.ts';
import { until } from '../support/until.ts';
import { type WidgetCustomer, widgetCustomer, widgetPage } from '../support/widget-client.ts';

const steps = { '1h': 60, '24h': 900, '7d': 7_200, '30d': 21_600 } as const;
const seconds = { '1h': 3_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const;
const ranges = ['1h', '24h', '7d', '30d'] as const;

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

onBothEngines('widgets', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: WidgetCustomer;
  const durations = Array.from({ length: 40 }, (_, index) => 10 + index * 7);

  before(async function () {
    tidemark = await start(this);
    ada = await widgetCustomer(tidemark, 'ada');
  });
  after(() => tidemark?.close());

  it('show nothing at first, and of a service without data that it is unknown', async () => {
    deepEqual((await ada.overview()).services, []);
    equal((await ada.overview()).overall_status, 'unknown');
    const { alerts, counts, status } = await ada.firing();
    deepEqual([alerts, counts.total, status], [[], 0, 'healthy']);
    const { status: known, metrics, trend } = await ada.badge('checkout');
    deepEqual(
      [known, metrics],
      [
        'unknown',
        {
          response_time_ms: 0,
          uptime_percentage: 100,
          uptime_source: 'requests',
          error_rate: 0,
          throughput: 0,
        },
      ],
    );
    equal(trend.length, 96);
  });

  it('show the requests of a service: exact ranks, and all of them in the step of now', async () => {
    await ada.sendRequests('checkout', durations, 1);
    const beforeMs = Date.now();
    const badge = await ada.badge('checkout');
    const { metrics, trend } = badge;
    const p95 = nearestRank(durations, 0.95);
    ok(isWithinOnePercent(metrics.response_time_ms, p95), `${metrics.response_time_ms} of ${p95}`);
    deepEqual(
      [badge.service, badge.status, badge.range, metrics.throughput, metrics.error_rate],
      ['checkout', 'healthy', '24h', 40, 2.5],
    );
    deepEqual([metrics.uptime_percentage, metrics.uptime_source], [97.5, 'requests']);
    ok(trend.some(({ value }) => isWithinOnePercent(value, p95)));
    const last = Date.parse(trend.at(-1)?.timestamp ?? '');
    ok(last <= Date.now() && last + 900_000 > beforeMs, 'the last step is the running one');
  });

  for (const range of ranges) {
    it(`show a series of ${range} whose steps sum up to its summary`, async () => {
      for (const query of [`?range=${range}`, `?timeRange=${range}`, `?time_range=${range}`]) {
        const nowMs = Date.now();
        const series = await ada.series('checkout', query);
        const { timeseries, summary } = series;
        deepEqual([series.range, series.step_seconds], [range, steps[range]]);
        equal(Date.parse(series.to) - Date.parse(series.from), seconds[range] * 1_000);
        equal(timeseries.length, seconds[range] / steps[range]);
        const lastMs = Date.parse(timeseries.at(-1)?.timestamp ?? '');
        ok(lastMs <= Date.now() && lastMs + steps[range] * 1_000 > nowMs, 'the running step');
        equal(sumOf(timeseries.map(({ requests }) => requests)), 40);
        equal(sumOf(timeseries.map(({ errors }) => errors)), 1);
        deepEqual([series.sample_count, summary.throughput, summary.error_rate], [40, 40, 2.5]);
        for (const [q, value] of [
          [0.5, summary.p50_latency_ms],
          [0.95, summary.p95_latency_ms],
          [0.99, summary.p99_latency_ms],
        ] as const)
          ok(isWithinOnePercent(value, nearestRank(durations, q)), `${q}: ${value}`);
        ok(isWithinOnePercent(summary.avg_latency_ms, average(durations)));
      }
    });
  }

  it('reject a range that there is not, and a format', async () => {
    for (const path of [
      'metrics?range=2h',
      'metrics?timeRange=',
      'badge?time_range=1y',
      'badge?format=png',
    ])
      equal((await ada.fetchAs(ada.reader.key, ada.badgePath('checkout', path))).status, 400, path);
  });

  it('say the same as the reads of services', async () => {
    const { timeseries } = await ada.series('checkout', '?range=1h');
    const from = encodeURIComponent(timeseries[0]?.timestamp ?? '');
    const { body } = await ada.reader.timeseries('checkout', `?step=60s&from=${from}`);
    deepEqual(
      timeseries.filter(({ requests }) => requests > 0),
      body.points
        .filter(({ requests }) => requests > 0)
        .map(({ timestamp, requests, errors, avg_ms, p95_ms }) => ({
          timestamp,
          requests,
          errors,
          avg_ms,
          p95_ms,
        })),
    );
  });

  it('show failures in the status, of a name with anything in it', async () => {
    const name = 'shop/<b onload="x">&\'é 店';
    await ada.sendRequests(name, [10, 10, 10, 10], 1);
    equal((await ada.badge(name)).status, 'degraded');
    await ada.sendRequests(name, [10, 10], 2);
    equal((await ada.badge(name)).status, 'unhealthy');
    const { services, overall_status } = await ada.overview();
    deepEqual(
      services.map(({ name: each, status }) => [each, status]),
      [
        ['checkout', 'healthy'],
        [name, 'unhealthy'],
      ],
    );
    equal(overall_status, 'unhealthy');
  });

  it('show what health checks say, and their uptime', async () => {
    const check = { service_name: 'mailer', check_name: 'beats' };
    equal((await ada.call('POST', '/api/health-checks', check)).status, 201);
    equal((await ada.badge('mailer')).status, 'unknown');
    await ada.beat('mailer');
    await until('the first beat', async () => (await ada.badge('mailer')).status === 'healthy');
    await ada.beat('mailer', 'degraded');
    const badge = await until('the second beat', async () => {
      const seen = await ada.badge('mailer');
      return seen.status === 'degraded' && seen;
    });
    equal(badge.metrics.uptime_source, 'health_checks');
    equal(badge.metrics.throughput, 0);
    const { health_checks: checks } = await ada.get<{
      health_checks: { service_name: string; uptime_percentage: number }[];
    }>('/api/health-checks');
    const found = checks.find(({ service_name: name }) => name === 'mailer');
    equal(badge.metrics.uptime_percentage, found?.uptime_percentage);
  });

  it('count and show the alerts that fire, and stop when they are resolved', async () => {
    const rules = [];
    for (const [name, severity, scope] of [
      ['Slow', 'warning', 'checkout'],
      ['Down', 'critical', 'ghost'],
      ['All', 'info', undefined],
    ] as const)
      rules.push(
        await ada.create({
          name,
          severity,
          // The evaluator of the server never has enough to resolve them.
          min_samples: 1_000,
          no_data: 'ignore',
          ...(scope && { scope_type: 'service', scope_value: scope }),
        }),
      );
    for (const { id } of rules) {
      await ada.adopt(id);
      await ada.raise(id, 0);
    }
    const firing = await until('three alerts', async () => {
      const found = await ada.firing();
      return found.counts.total === 3 && found;
    });
    deepEqual(firing.counts, { critical: 1, warning: 1, info: 1, total: 3 });
    equal(firing.status, 'unhealthy');
    deepEqual(firing.alerts.map(({ name, service_name }) => [name, service_name]).sort(), [
      ['All', ''],
      ['Down', 'ghost'],
      ['Slow', 'checkout'],
    ]);
    equal((await ada.firing('?limit=1')).alerts.length, 1);
    equal((await ada.badge('checkout')).status, 'degraded');
    equal((await ada.badge('ghost')).status, 'unhealthy');
    // What is resolved in this millisecond would belong to it.
    const atMs = Date.now() - 1;
    for (const { id } of rules) await ada.resolve(id, 1);
    await until('no alert', async () => (await ada.firing()).counts.total === 0);
    equal((await ada.badge('checkout')).status, 'healthy');
    const past = `?as_of=${new Date(atMs).toISOString()}`;
    equal((await ada.firing(past)).counts.total, 3);
    const { services } = await ada.overview(past);
    equal(services.find(({ name }) => name === 'ghost')?.status, 'unhealthy');
    equal((await ada.badge('checkout', past)).status, 'degraded');
  });

  it('show a badge as a picture that contains the name as text alone', async () => {
    const name = 'shop/<b onload="x">&\'é 店';
    const path = ada.badgePath(name, 'badge?format=svg&range=1h');
    const response = await ada.fetchAs(ada.reader.key, path);
    equal(response.headers.get('Content-Type'), 'image/svg+xml; charset=utf-8');
    match(response.headers.get('Content-Security-Policy') ?? '', /^default-src 'none'; .*sandbox$/);
    const text = await response.text();
    match(text, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    ok(text.includes('&lt;b onload=&quot;x&quot;&gt;&amp;&#39;é 店'), text);
    ok(!text.includes('<b'), text);
    match(text, /unhealthy/);
  });

  it('take each kind of key but pub, also in the address', async () => {
    const widget = await ada.issue('widget', { allowed_origins: [widgetPage] });
    const pub = await ada.issue('pub', { allowed_origins: [widgetPage] });
    const read = await ada.issue('read');
    const paths = [
      ada.badgePath('checkout', 'badge'),
      ada.badgePath('checkout', 'metrics'),
      '/v1/widgets/alerts/summary',
      '/v1/widgets/overview',
    ];
    const codeOf = async (response: Response): Promise<string> =>
      response.status === 200 ? '200' : `${response.status} ${(await codeIn(response)) ?? ''}`;
    for (const path of paths) {
      const asked = async (key: string, headers: Record<string, string> = {}) =>
        codeOf(await ada.fetchAs(key, path, headers));
      equal(await asked(ada.reader.key), '200');
      equal(await asked(read, { Origin: 'https://evil.example' }), '200');
      equal(await asked(widget, { Origin: widgetPage }), '200');
      equal(await asked(widget, { Referer: `${widgetPage}/status` }), '200');
      equal(await asked(widget, { Origin: 'https://evil.example' }), '403 origin_not_allowed');
      equal(await asked(widget), '403 origin_not_allowed');
      equal(await asked(pub, { Origin: widgetPage }), '403 public_key_not_allowed');
      const inQuery = await fetch(`${tidemark.url}${path}?api_key=${widget}`, {
        headers: { Origin: widgetPage },
      });
      equal(inQuery.status, 200);
      equal(inQuery.headers.get('Access-Control-Allow-Origin'), widgetPage);
      equal(inQuery.headers.get('Cache-Control'), 'no-store');
      equal((await fetch(`${tidemark.url}${path}`)).status, 401);
      const preflight = await fetch(`${tidemark.url}${path}`, {
        method: 'OPTIONS',
        headers: { Origin: widgetPage, 'Access-Control-Request-Method': 'GET' },
      });
      equal(preflight.status, 204);
      equal(preflight.headers.get('Access-Control-Allow-Origin'), widgetPage);
    }
  });

  it('are not there for a service that nobody knows', async () => {
    for (const rest of ['badge', 'metrics', 'badge?format=svg'])
      equal((await ada.fetchAs(ada.reader.key, ada.badgePath('nobody', rest))).status, 404);
  });
});

const codeIn = async (response: Response): Promise<string | undefined> =>
  ((await response.json()) as { code?: string }).code;
