import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { webhookData } from '../../schemas/webhooks/payload.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { tidemark as command } from '../support/cli.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import {
  type HealthCustomer,
  healthCustomer,
  healthChecksPath as path,
} from '../support/health-client.ts';
import { instantBefore } from '../support/instant-before.ts';
import { startReceiver } from '../support/receiver.ts';
import { refused } from '../support/refused-checks.ts';
import { until } from '../support/until.ts';

const nobody = '11111111-2222-5333-8444-555555555555';

onBothEngines('health checks', function (start) {
  this.timeout(240_000);
  let tidemark: WholeTidemark;
  let ada: HealthCustomer;
  let eve: HealthCustomer;
  const receivers: Awaited<ReturnType<typeof startReceiver>>[] = [];

  before(async function () {
    tidemark = await start(this);
    ada = await healthCustomer(tidemark, 'ada');
    eve = await healthCustomer(tidemark, 'eve');
  });
  after(async () => {
    for (const receiver of receivers) await receiver.close();
    await tidemark?.close();
  });

  it('are none at first', async () => {
    deepEqual(await eve.list(), { health_checks: [], total: 0, next_cursor: null });
  });

  it('have every field, with defaults, and no header and body of the request', async () => {
    const {
      health_check: nested,
      success,
      ...flat
    } = await ada.create({
      service_name: 'checkout',
      check_name: 'Front page',
      endpoint_url: 'https://shop.example.org/a?b=C',
      check_method: 'POST',
      headers: { Authorization: 'Bearer s3cret' },
      body: '{"a":"s3cret"}',
      assertions: { json_path: { path: '$.status', equals: 'ok' }, certificate_days: 14 },
      enabled: false,
    });
    equal(success, true);
    deepEqual(nested, flat);
    const { id, created_at, updated_at, ...rest } = flat;
    match(id, /^[0-9a-f-]{36}$/);
    equal(created_at, updated_at);
    deepEqual(rest, {
      service_name: 'checkout',
      check_name: 'Front page',
      check_type: 'pull',
      endpoint_url: 'https://shop.example.org/a?b=C',
      check_method: 'POST',
      expected_status_code: 200,
      check_interval_seconds: 60,
      timeout_seconds: 10,
      has_headers: true,
      has_body: true,
      assertions: {
        body_contains: null,
        json_path: { path: '$.status', equals: 'ok' },
        response_time_ms: null,
        certificate_days: 14,
      },
      heartbeat_interval_seconds: null,
      recovery_successes: 1,
      alert_enabled: true,
      enabled: false,
      status: 'unknown',
      uptime_percentage: 100,
      uptime_percentage_original: 100,
      last_check_at: null,
      last_error: null,
      consecutive_failures: 0,
    });
    deepEqual(await ada.get(id), { success: true, health_check: flat, ...flat });
    const audit = await ada.call('GET', '/v1/audit?limit=500');
    ok(!audit.text.includes('s3cret'));
  });

  it('are one of a name, and are changed in part', async () => {
    const named = { service_name: 'shop', check_name: 'once', endpoint_url: 'http://example.org/' };
    const { id } = await ada.create({
      ...named,
      enabled: false,
      assertions: { body_contains: 'ok' },
    });
    const again = await ada.call('POST', path, named);
    deepEqual([again.status, again.body.code], [409, 'check_exists']);
    const changed = await ada.change(id, { headers: { A: 'b' }, check_interval_seconds: 30 });
    deepEqual(
      [changed.has_headers, changed.check_interval_seconds, changed.assertions?.body_contains],
      [true, 30, 'ok'],
    );
    const same = await ada.change(id, { headers: { A: 'b' }, check_name: 'once' });
    equal(same.updated_at, changed.updated_at);
    const withHeaders = await instantBefore();
    const cleared = await ada.change(id, { headers: null, assertions: null });
    deepEqual([cleared.has_headers, cleared.assertions], [false, null]);
    equal((await ada.get(id, `?as_of=${withHeaders}`)).has_headers, true);
    equal((await ada.call('DELETE', `${path}/${id}`)).status, 200);
    equal((await ada.call('GET', `${path}/${id}`)).status, 404);
    equal((await ada.create({ ...named, enabled: false })).id, id);
  });

  it('take heartbeats, of which the first creates a check', async () => {
    const metadata = { memory_usage: 1, nested: { list: [1, 'ü'] } };
    const sentAtMs = Date.now();
    const { next_expected_at: next, ...body } = await ada.beat({
      service_name: 'worker',
      metadata,
    });
    deepEqual(body, { success: true, message: 'heartbeat received' });
    const nextMs = Date.parse(next) - 60_000;
    ok(nextMs >= sentAtMs - 1_000 && nextMs <= Date.now() + 1_000, next);
    const check = await ada.checkOf('worker', ({ status }) => status === 'healthy');
    const { check_name, check_type, heartbeat_interval_seconds, endpoint_url } = check;
    deepEqual(
      [check_name, check_type, heartbeat_interval_seconds, endpoint_url],
      ['heartbeat', 'push', 60, null],
    );
    equal(check.uptime_percentage, 100);
    const [first, ...others] = await ada.results(check.id);
    deepEqual(others, []);
    deepEqual(
      [first?.kind, first?.outcome, first?.metadata, first?.at],
      ['heartbeat', 'passed', metadata, check.last_check_at],
    );
    await ada.beat({ service_name: 'worker', status: 'degraded' });
    await ada.checkOf('worker', ({ status }) => status === 'degraded');
    equal((await ada.results(check.id, '?limit=1'))[0]?.outcome, 'degraded');
    equal(await ada.count('worker'), 1);
    deepEqual(await eve.list(), { health_checks: [], total: 0, next_cursor: null });
  });

  it('give the numbers of metadata back as they were sent', async () => {
    const metadata = '{"id":9007199254740993,"of":[18446744073709551615,0.5]}';
    const send = (method: string, to: string, body?: string) =>
      fetch(`${tidemark.url}${to}`, {
        method,
        headers: { 'X-API-Key': ada.reader.key, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body }),
      }).then(response => response.text());
    const beat = `{"service_name":"exact","metadata":${metadata}}`;
    match(await send('POST', '/v1/health/heartbeat', beat), /"success":true/);
    const { id } = await ada.checkOf('exact', ({ status }) => status === 'healthy');
    const results = await send('GET', `${path}/${id}/results`);
    ok(results.includes(`"metadata":${metadata}`), results);
  });

  it('count a heartbeat for each check of the service that waits for one', async () => {
    const fields = { service_name: 'batch', alert_enabled: false };
    const slow = await ada.create({
      ...fields,
      check_name: 'slow',
      heartbeat_interval_seconds: 600,
    });
    const quick = await ada.create({
      ...fields,
      check_name: 'quick',
      heartbeat_interval_seconds: 10,
    });
    const { next_expected_at: next } = await ada.beat({
      service_name: 'batch',
      status: 'unhealthy',
    });
    ok(Date.parse(next) < Date.now() + 11_000);
    for (const { id } of [slow, quick]) {
      const check = await until('the failure', async () => {
        const found = await ada.get(id);
        return found.consecutive_failures === 1 && found;
      });
      deepEqual([check.status, check.uptime_percentage], ['degraded', 0]);
      match(check.last_error ?? '', /unhealthy/u);
    }
    equal(await ada.count('batch'), 2);
  });

  it('have an uptime by day, which a maintenance window changes', async () => {
    const fields = { service_name: 'daily', check_name: 'job', alert_enabled: false };
    const { id } = await ada.create(fields);
    const uptime = (query = '') =>
      ada.read<ResponseOf<'healthCheckUptime'>>(`${path}/${id}/uptime${query}`);
    const { days, known_at } = await uptime();
    deepEqual([days.length, known_at], [90, null]);
    ok(days.every(day => day.uptime_percentage === null && day.outages === 0));
    await ada.beat({ service_name: 'daily', status: 'unhealthy' });
    await ada.beat({ service_name: 'daily' });
    const today = await until('both heartbeats', async () => {
      const last = (await uptime()).days.findLast(day => day.passed + day.failed > 0);
      return last?.passed === 1 && last.failed === 1 && last;
    });
    deepEqual([today.down_seconds, today.outages], [60, 1]);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 3_600_000).toISOString();
    equal(
      (await ada.call('POST', `${path}/${id}/maintenance`, { from, to, reason: 'x' })).status,
      201,
    );
    const covered = (await uptime('?days=2')).days;
    deepEqual(
      covered.map(day => [day.uptime_percentage, day.passed, day.failed]),
      [
        [null, 0, 0],
        [null, 0, 0],
      ],
    );
  });

  it('have maintenance windows, also in the past, that do not count', async () => {
    const fields = { service_name: 'night', check_name: 'job', alert_enabled: false };
    const { id } = await ada.create(fields);
    const before = await instantBefore();
    await ada.beat({ service_name: 'night', status: 'unhealthy' });
    const failed = await until('the failure, as it was known', async () => {
      const asOf = new Date().toISOString();
      return (await ada.get(id, `?as_of=${asOf}`)).uptime_percentage < 100 && asOf;
    });
    const windows = `${path}/${id}/maintenance`;
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 3_600_000).toISOString();
    const declared = await ada.call('POST', windows, { from, to, reason: 'Migration' });
    equal(declared.status, 201, declared.text);
    const window = declared.body.maintenance as ResponseOf<'declareMaintenance'>['maintenance'];
    deepEqual(window, { id: window.id, from, to, reason: 'Migration' });
    deepEqual(await ada.read(windows), { maintenance: [window], total: 1 });
    equal((await ada.get(id)).uptime_percentage, 100);
    ok((await ada.get(id, `?as_of=${failed}`)).uptime_percentage < 100);
    equal((await ada.get(id, `?as_of=${before}`)).last_check_at, null);
    equal((await ada.call('DELETE', `${windows}/${window.id}`)).status, 200);
    equal((await ada.call('DELETE', `${windows}/${window.id}`)).status, 404);
    ok((await ada.get(id)).uptime_percentage < 100);
    const bad = [
      { from: to, to: from, reason: 'x' },
      { from, to },
      { from, to, reason: ' ' },
    ];
    deepEqual(await ada.statuses('POST', windows, bad), [400, 400, 400]);
  });

  it('send requests at once, and tell the triage inbox and webhooks of failure and recovery', async () => {
    const target = await startReceiver([503, 503, 503, 503]);
    const hook = await startReceiver();
    receivers.push(target, hook);
    await ada.call('POST', '/v1/webhooks', {
      name: 'Checks',
      url: hook.url,
      events: ['health_check.failed', 'health_check.recovered'],
    });
    const { id } = await ada.create({
      service_name: 'target',
      check_name: 'page',
      endpoint_url: target.url,
      headers: { 'X-Secret': 's3cret' },
      check_interval_seconds: 10,
      timeout_seconds: 5,
    });
    const failing = await until('the failure', async () => {
      const check = await ada.get(id);
      return check.status === 'degraded' && check.last_error !== null && check;
    });
    deepEqual(
      [failing.last_error, failing.consecutive_failures, failing.uptime_percentage],
      ['expected status 200, found 503', 1, 0],
    );
    equal(target.requests[0]?.headers['x-secret'], 's3cret');
    await ada.change(id, { expected_status_code: 503 });
    await until('the recovery', async () => (await ada.get(id)).status === 'healthy');
    const told = await until('both deliveries', () => hook.requests.length >= 2 && hook.requests);
    const [failed, recovered] = told.map(({ body }) => JSON.parse(body));
    deepEqual([failed.event, recovered.event], ['health_check.failed', 'health_check.recovered']);
    for (const type of ['health_check.failed', 'health_check.recovered'] as const)
      webhookData[type].strict().parse((type === failed.event ? failed : recovered).data);
    deepEqual(
      [failed.data.check_id, failed.data.error, recovered.data.status, recovered.data.error],
      [id, 'expected status 200, found 503', 'healthy', null],
    );
    const text = (await ada.call('GET', `${path}/${id}/results`)).text;
    ok(!text.includes('s3cret') && !text.includes('thanks'));
  });

  it('open an item in the triage inbox at the third failure, which the first success resolves', async () => {
    const { id } = await ada.create({ service_name: 'flaky', check_name: 'job' });
    const item = async () =>
      (await ada.reader.read('listTriageItems', '/v1/triage-inbox?service=flaky')).body.items[0];
    for (let failure = 0; failure < 2; failure++)
      await ada.beat({ service_name: 'flaky', status: 'unhealthy' });
    await until('the failure', async () => (await ada.get(id)).status === 'degraded');
    equal(await item(), undefined);
    await ada.beat({ service_name: 'flaky', status: 'unhealthy' });
    await until('the third', async () => (await ada.get(id)).status === 'unhealthy');
    const opened = await until('the item', item);
    deepEqual(
      [opened.entity_type, opened.severity, opened.status, opened.title],
      ['alert', 'critical', 'open', 'job of flaky is unhealthy'],
    );
    await ada.beat({ service_name: 'flaky' });
    await until('the recovery', async () => (await ada.get(id)).status === 'healthy');
    const resolved = await until('the end', async () => {
      const found = await item();
      return found?.status === 'resolved' && found;
    });
    equal(resolved.resolved_by, 'cause');
    const say = (...argv: readonly string[]) =>
      command([...argv, 'list', '--url', tidemark.url], { TIDEMARK_API_KEY: ada.reader.key });
    match((await say('checks')).out, /flaky +job +push +healthy/u);
    match((await say('triage')).out, /critical +resolved +0 +flaky +job of flaky is unhealthy/u);
    equal((await say('--json', 'checks')).records.length, (await ada.list()).total);
  });

  it('refuse what makes no sense', async () => {
    deepEqual(
      await ada.statuses('POST', path, refused.checks),
      refused.checks.map(() => 400),
    );
    const { beats, good, changes } = refused;
    deepEqual(
      await ada.statuses('POST', '/v1/health/heartbeat', beats),
      beats.map(() => 400),
    );
    const { id } = await ada.create(good);
    deepEqual(await ada.statuses('PUT', `${path}/${id}`, changes), [400, 400, 400]);
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/results'],
      ['GET', '/uptime'],
    ]) {
      const body = method === 'PUT' ? {} : undefined;
      equal((await ada.call(method ?? '', `${path}/${nobody}${rest}`, body)).status, 404);
    }
    for (const of of ['', '/uptime'])
      equal(
        (await ada.call('GET', `${path}/${id}${of}?known_at=2026-01-01T00:00:01Z`)).status,
        400,
      );
  });
});
