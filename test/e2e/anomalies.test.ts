import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { AnomalyBody } from '../../schemas/anomalies/parts.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { tidemark as tidemarkCli } from '../support/cli.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { instantBefore } from '../support/instant-before.ts';
import { contentTypes, freshSpan, textOf } from '../support/otel-send.ts';
import { nanosOf, text, traces } from '../support/otlp.ts';
import { until } from '../support/until.ts';
import {
  checked,
  received,
  type WebhookCustomer,
  webhookCustomer,
  webhookReceivers,
} from '../support/webhook-client.ts';

const requestsAMinute = 10;

const boundsOf = ({ from, to }: { readonly from: string; readonly to: string }) => ({ from, to });

onBothEngines('anomalies', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: WebhookCustomer;
  const receivers = webhookReceivers();
  const startedMs = Date.now();
  /** The minute that is running, from which minutes are counted back. */
  let nowMinute: number;

  before(async function () {
    tidemark = await start(this);
    ada = await webhookCustomer(tidemark, 'ada');
    nowMinute = Math.floor(Date.now() / minuteMs);
  });
  after(async () => {
    await receivers.close();
    await tidemark?.close();
  });

  /** Sends requests of minutes in the past, all in one export. */
  const sendMinutes = async (
    [first, last]: readonly [number, number],
    { latencyMs = 25, version = '1.0.0', service = 'checkout' } = {},
  ): Promise<void> => {
    const spans = Array.from({ length: (last - first + 1) * requestsAMinute }, (_, index) => {
      const minute = nowMinute + first + Math.floor(index / requestsAMinute);
      const endMs = minute * minuteMs + (index % requestsAMinute) * 5_000 + 1_000;
      return freshSpan({
        startTimeUnixNano: nanosOf(endMs - latencyMs),
        endTimeUnixNano: nanosOf(endMs),
      });
    });
    const { resourceSpans } = traces(spans, service);
    const attributes = [text('service.name', service), text('service.version', version)];
    const [resource] = resourceSpans;
    const body = { resourceSpans: [{ ...resource, resource: { attributes } }] };
    const { status } = await ada.reader.send(textOf(body), { 'Content-Type': contentTypes.json });
    equal(status, 200);
    await tidemark.caughtUp();
  };
  const list = (query = '') => ada.get<ResponseOf<'listAnomalies'>>(`/v1/anomalies${query}`);
  const detail = (id: string) => ada.get<ResponseOf<'getAnomaly'>>(`/v1/anomalies/${id}`);
  const anomaly = (status: AnomalyBody['status']): Promise<AnomalyBody> =>
    until(`an anomaly that is ${status}`, async () => {
      const { anomalies } = await list(`?status=${status}`);
      return anomalies[0];
    });
  const items = async () =>
    (await ada.get<ResponseOf<'listTriageItems'>>('/v1/triage-inbox?type=anomaly')).items;
  const proved = async (id: string): Promise<void> => {
    const proof = await ada.get<ResponseOf<'proveAlert'>>(`/v1/alerts/${id}/proof`);
    deepEqual(
      proof.fields.filter(({ match: isSame }) => !isSame),
      [],
    );
    deepEqual([proof.match, proof.fires], [true, true]);
  };
  const backtest = async (body: object) => {
    const from = new Date(startedMs - minuteMs).toISOString();
    const answer = await ada.call('POST', '/v1/alert-rules/backtest', { from, ...body });
    equal(answer.status, 200, answer.text);
    return (answer.body as unknown as ResponseOf<'backtestAlertRules'>).results;
  };
  const anomalyRule = (fields: object) =>
    ada.create({ alert_type: 'anomaly', metric: 'latency', threshold: 1, cooldown: 0, ...fields });

  /** A log that is younger than an anomaly does not say that nothing was known of it: no rule is evaluated before it does. */
  const evaluated = (id: string): Promise<true> =>
    until('an evaluation', async () => {
      const path = `/v1/alert-rules/${id}/evaluations`;
      const { evaluations } = await ada.get<ResponseOf<'alertRuleEvaluations'>>(path);
      return evaluations.length > 0 || undefined;
    });

  it('learns an hour that lies in the past, and reports nothing', async () => {
    await sendMinutes([-75, -11]);
    deepEqual(await list(), {
      anomalies: [],
      total_count: 0,
      limit: 50,
      offset: 0,
      next_cursor: null,
    });
  });

  it('opens an anomaly after three slow minutes, with a triage item, a webhook, an event and alerts', async () => {
    const scope = { scope_type: 'service', scope_value: 'checkout' };
    const [own, whole] = [await anomalyRule(scope), await anomalyRule({})];
    const other = await anomalyRule({ metric: 'error_rate' });
    for (const { id } of [own, whole]) await evaluated(id);
    const receiver = await receivers.receive();
    const { secret } = await ada.createWebhook({ url: receiver.url, events: ['anomaly.detected'] });
    await sendMinutes([-10, -8], { latencyMs: 500, version: '2.0.0' });
    const found = await anomaly('open');
    deepEqual(
      [found.service_name, found.metric, found.direction, found.severity],
      ['checkout', 'latency_p95', 'above', 'critical'],
    );
    ok(Math.abs(found.value - 500) < 5 && found.expected_high < 100 && found.score > 10);
    match(found.message, /^p95 latency of checkout is \d+(\.\d+)? ms, expected \d/);
    deepEqual([found.acknowledged_at, found.ended_at, found.end_reason], [null, null, null]);
    const from = new Date((nowMinute - 10) * minuteMs).toISOString();
    deepEqual(
      found.metrics.map(({ window, status }) => [window.from, status]),
      [[from, 'open']],
    );
    const [item] = await items();
    deepEqual([item?.entity_id, item?.status, item?.severity], [found.id, 'open', 'critical']);
    const events = await until('the event', async () => {
      const { events: all } = await ada.get<ResponseOf<'listEvents'>>('/v1/events');
      return all.find(({ event }) => event === 'anomaly.detected')?.data;
    });
    deepEqual([events.anomaly_id, events.metric, events.test], [found.id, 'latency_p95', false]);
    const [sent] = await received(receiver, 1);
    const envelope = checked(sent, secret);
    deepEqual([envelope.event, envelope.data], ['anomaly.detected', events]);
    for (const rule of [own, whole]) {
      const alert = await ada.alertOf(rule.id, 'firing');
      equal(alert.current_value, found.score);
      await proved(alert.id);
    }
    equal((await ada.alerts(`?rule=${other.id}`)).alerts.length, 0);
    const summary = await ada.get<ResponseOf<'alertDashboard'>>('/v1/alerts/dashboard');
    deepEqual(summary.anomalies, { unacknowledged: 1, critical: 1 });
  });

  it('shows the scores around it, and the deployment that came before', async () => {
    const { id } = await anomaly('open');
    const { scores, possible_causes: causes } = await detail(id);
    deepEqual(
      causes.map(({ version, previous_version }) => [version, previous_version]),
      [['2.0.0', '1.0.0']],
    );
    const latencies = scores.filter(({ metric }) => metric === 'latency_p95').slice(-4);
    deepEqual(
      latencies.map(({ state }) => state),
      ['inside', 'outside', 'outside', 'anomaly'],
    );
    const instants = scores.map(({ at, metric }) => `${at} ${metric}`);
    deepEqual([...new Set(instants)], instants);
  });

  it('shows the band of a metric, also to a key that is restricted to the service', async () => {
    const issue = async (service: string) => {
      const body = { name: service, kind: 'read', services: [service] };
      const answer = await ada.call('POST', '/v1/api-keys', body);
      equal(answer.status, 201, answer.text);
      return String(answer.body.key);
    };
    const path = '/v1/services/checkout/anomaly-scores?metric=latency_p95';
    const band = await ada.get<ResponseOf<'serviceAnomalyScores'>>(path);
    const found = band.points.filter(({ state }) => state === 'anomaly');
    ok(found.length > 0);
    for (const { value, expected_high: high, score } of found)
      ok(value > (high ?? value) && (score ?? 0) > 1);
    const own = await tidemark.get(path, await issue('checkout'));
    deepEqual([own.status, own.body], [200, { ...band, ...boundsOf(own.body as typeof band) }]);
    equal((await tidemark.get(path, await issue('cart'))).status, 404);
  });

  it('is filtered, acknowledged once, and read as of the past', async () => {
    const before = await anomaly('open');
    for (const query of ['service=cart', 'metric=error_rate', 'severity=info', 'acknowledged=true'])
      equal((await list(`?${query}`)).total_count, 0, query);
    equal((await list('?service=checkout&metric=latency_p95&acknowledged=false')).total_count, 1);
    equal((await list('?offset=1')).anomalies.length, 0);
    const asOf = await instantBefore();
    const acknowledge = (id: string) => ada.call('POST', `/v1/anomalies/${id}/acknowledge`);
    const first = await acknowledge(before.id);
    equal(first.status, 200, first.text);
    const { anomaly: after } = first.body as unknown as { anomaly: AnomalyBody };
    ok(after.acknowledged_at !== null);
    match(after.acknowledged_by ?? '', /^key:/);
    deepEqual((await acknowledge(before.id)).body.anomaly, after);
    const then = await ada.get<ResponseOf<'getAnomaly'>>(
      `/v1/anomalies/${before.id}?as_of=${asOf}`,
    );
    equal(then.anomaly.acknowledged_at, null);
    equal((await acknowledge(randomUuid())).status, 404);
    equal((await ada.call('GET', `/v1/anomalies/${randomUuid()}`)).status, 404);
    equal((await ada.call('GET', '/v1/anomalies?metric=cpu')).status, 400);
  });

  it('has causes, as its alerts have, against the hour before', async () => {
    const { id, metrics } = await anomaly('open');
    const found = await ada.get<ResponseOf<'anomalyCauses'>>(`/v1/anomalies/${id}/causes`);
    const from = metrics[0]?.window.from ?? '';
    deepEqual([found.id, found.service_name], [id, 'checkout']);
    deepEqual([found.selection.from, found.baseline.to], [from, from]);
    equal(Date.parse(found.baseline.to) - Date.parse(found.baseline.from), 3_600_000);
    equal(found.causes.length === 0, found.reason !== null);
    const [alert] = (await ada.alerts()).alerts;
    const path = `/v1/alerts/${alert?.id}/causes`;
    equal((await ada.get<ResponseOf<'alertCauses'>>(path)).id, alert?.id);
    equal((await ada.call('GET', `${path}?as_of=2099-01-01T00:00:00Z`)).status, 400);
    equal((await ada.call('GET', `${path}?as_of=2001-01-01T00:00:00Z`)).status, 410);
    for (const kind of ['alerts', 'anomalies'])
      equal((await ada.call('GET', `/v1/${kind}/${randomUuid()}/causes`)).status, 404, kind);
  });

  it('ends after five minutes that are as expected, with its item and alerts', async () => {
    const { id } = await anomaly('open');
    await sendMinutes([-7, -3]);
    const ended = await anomaly('ended');
    deepEqual([ended.id, ended.end_reason, ended.metrics[0]?.status], [id, 'recovered', 'ended']);
    equal((await list('?status=open')).total_count, 0);
    const [item] = await items();
    deepEqual([item?.status, item?.resolved_by], ['resolved', 'cause']);
    const { alerts } = await until('the ends of the alerts', async () => {
      const all = await ada.alerts();
      return all.alerts.every(({ status }) => status === 'resolved') && all;
    });
    deepEqual(
      alerts.map(({ resolve_reason: reason }) => reason),
      ['recovered', 'recovered'],
    );
    equal((await ada.call('POST', `/v1/anomalies/${id}/acknowledge`)).status, 409);
  });

  it('proves its alerts, and tries rules on the same past', async () => {
    const { alerts } = await ada.alerts();
    for (const { id } of alerts) await proved(id);
    for (const { rule_id: id, current_value: score } of alerts) {
      const [own] = await backtest({ rule: { id } });
      deepEqual(
        own?.transitions.map(({ event, value, reason }) => [event, value, reason]),
        [
          ['triggered', score, null],
          ['resolved', null, 'recovered'],
        ],
      );
    }
    const score = alerts[0]?.current_value ?? 0;
    const rule = { alert_type: 'anomaly', metric: 'latency', operator: '>', threshold: 1 };
    const swept = await backtest({ rule, sweep: { thresholds: [1, score + 1] } });
    deepEqual(
      swept.map(({ alerts: count }) => count),
      [1, 0],
    );
    const compare = [rule, { ...rule, scope_type: 'service', scope_value: 'cart' }];
    deepEqual(
      (await backtest({ compare })).map(({ alerts: count }) => count),
      [1, 0],
    );
  });

  it('finds no proof of an alert that was put among the events', async () => {
    const rule = await anomalyRule({ metric: 'throughput' });
    const forged = await until('the forged alert', async () => {
      await ada.raise(rule.id, 0, { value: 99 });
      return (await ada.alerts(`?rule=${rule.id}`)).alerts[0];
    });
    const proof = await ada.get<ResponseOf<'proveAlert'>>(`/v1/alerts/${forged.id}/proof`);
    deepEqual([proof.match, proof.fires], [false, false]);
  });

  it('is tried on the past by tidemark backtest', async () => {
    const environment = { TIDEMARK_API_KEY: ada.reader.key };
    const condition = ['--type', 'anomaly', '--metric', 'latency', '--operator', '>'];
    const { out, err, code } = await tidemarkCli(
      ['backtest', '--url', tidemark.url, '--last', '10m', ...condition, '--sweep', '1,1000'],
      environment,
    );
    deepEqual([err, code], ['', 0]);
    match(out, /anomaly score of latency > 1 +1 /u);
    match(out, /anomaly score of latency > 1000 +0 /u);
  });
});
