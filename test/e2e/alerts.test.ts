import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { AlertBody } from '../../schemas/alerts/parts.ts';
import { triageItemOf } from '../../schemas/triage/ids.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan } from '../support/otel-send.ts';
import { until } from '../support/until.ts';

onBothEngines('alerts', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;
  let eve: AlertCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
    eve = await alertCustomer(tidemark, 'eve');
  });
  after(() => tidemark?.close());

  /** A rule whose alert fires in window 0. */
  const firingRule = async (customer: AlertCustomer, fields: object = {}) => {
    const rule = await customer.create({ cooldown: 0, no_data: 'ignore', ...fields });
    await customer.adopt(rule.id);
    await customer.raise(rule.id, 0);
    return { rule, alert: await customer.alertOf(rule.id, 'firing') };
  };
  /** An instant after all that was acknowledged and before all that follows. */
  const instant = async (): Promise<string> => {
    const atMs = Date.now();
    await until('the next millisecond', () => Date.now() > atMs);
    return new Date(atMs).toISOString();
  };
  const settled = async (customer: AlertCustomer, id: string): Promise<void> => {
    // A later command about the same rule is decided after the earlier ones.
    await customer.call('PUT', `/v1/alert-rules/${id}`, {});
  };

  describe('of a customer who had none', () => {
    it('are none, in every count and list', async () => {
      const grace = await alertCustomer(tidemark, 'grace');
      deepEqual(await grace.summary(), {
        total_rules: 0,
        enabled_rules: 0,
        active_alerts: 0,
        resolved_24h: 0,
        by_severity: { critical: 0, warning: 0, info: 0 },
      });
      const { body } = await grace.active();
      deepEqual(body, {
        success: true,
        alerts: [],
        count: 0,
        total: 0,
        limit: 50,
        next_cursor: null,
        stale_since: null,
      });
      deepEqual(await grace.alerts(), {
        success: true,
        alerts: [],
        total: 0,
        next_cursor: null,
        limit: 50,
        offset: 0,
      });
    });
  });

  describe('that fire', () => {
    let rule: { readonly id: string; readonly name: string };
    let alert: AlertBody;
    let earlier: string;

    const scope = { scope_type: 'service', scope_value: 'checkout' };

    before(async () => {
      const quiet = await ada.create();
      equal(quiet.status, 'quiet');
      earlier = await instant();
      ({ rule, alert } = await firingRule(ada, { ...scope, severity: 'critical' }));
    });

    it('say what fired, why and since when', async () => {
      const { id, triggered_at, duration, duration_seconds, window, ...rest } = alert;
      match(id, /^[0-9a-f-]{36}$/);
      ok(Date.parse(triggered_at) <= Date.now());
      match(duration, /^\d+[sm]$/);
      ok(duration_seconds >= 0);
      equal(Date.parse(window.to) - Date.parse(window.from), 300_000);
      deepEqual(rest, {
        rule_id: rule.id,
        alert_rule_id: rule.id,
        rule_version: 1,
        name: 'Errors',
        severity: 'critical',
        service_name: 'checkout',
        alert_type: 'threshold',
        metric: 'error_rate',
        operator: '>',
        threshold: 5,
        ...scope,
        current_value: 12.5,
        status: 'firing',
        resolved_at: null,
        resolve_reason: null,
        resolved_value: null,
        late: false,
        triage_item_id: triageItemOf(id),
        message: 'Errors: error_rate of checkout is 12.5 % over 5 min, the rule fires at > 5 %',
      });
    });

    it('are active, and count in the summary and on the dashboard', async () => {
      const { body } = await ada.active('?limit=1');
      deepEqual([body.count, body.total, body.limit], [1, 1, 1]);
      equal(body.alerts[0]?.id, alert.id);
      const { active_alerts, by_severity } = await ada.summary();
      deepEqual([active_alerts, by_severity], [1, { critical: 1, warning: 0, info: 0 }]);
      const { alerts } = (await ada.reader.read('alertDashboard', '/v1/alerts/dashboard')).body;
      const { id, name, severity, message, triggered_at } = alert;
      const [{ duration, ...item } = { duration: '' }] = alerts.items;
      deepEqual([alerts.count, item], [1, { id, name, severity, message, triggered_at }]);
      match(duration, /^\d+[sm]/);
    });

    it('show at their rule, which remembers them', async () => {
      const { status, last_triggered_at } = await ada.rule(rule.id);
      deepEqual([status, last_triggered_at], ['firing', alert.triggered_at]);
    });

    it('were not there before', async () => {
      const asOf = `?as_of=${earlier}`;
      deepEqual((await ada.active(asOf)).body.alerts, []);
      deepEqual((await ada.alerts(asOf)).alerts, []);
      equal((await ada.summary(asOf)).active_alerts, 0);
      equal((await ada.call('GET', `/v1/alerts/${alert.id}${asOf}`)).status, 404);
      const future = new Date(Date.now() + 3_600_000).toISOString();
      for (const path of ['', '/active', '/summary', '/dashboard', `/${alert.id}`])
        equal((await ada.call('GET', `/v1/alerts${path}?as_of=${future}`)).status, 400, path);
    });

    it('do not fire again, nor for a version that does not decide', async () => {
      await ada.raise(rule.id, 3);
      const quiet = await ada.create();
      await ada.raise(quiet.id, 0);
      await Promise.all([settled(ada, rule.id), settled(ada, quiet.id)]);
      equal((await ada.alerts(`?rule=${rule.id}`)).total, 1);
      equal((await ada.alerts(`?rule=${quiet.id}`)).total, 0);
    });

    it('rest on evidence, of which late spans change the figures', async () => {
      const first = await ada.alert(alert.id);
      equal(first.evidence.samples, 40);
      deepEqual([first.evidence.p95_ms, first.evidence.p50_ms], [120, null]);
      deepEqual(first.evidence.log, [{ topic: 'windows', partition: 0, first: 1, last: 9 }]);
      deepEqual([first.amendments, first.time_to_resolve_seconds], [[], null]);
      await ada.amend(rule.id, ada.evidence(0), ada.evidence(0, { late: 3, samples: 43 }));
      const amended = await until('the amendment', async () => {
        const found = await ada.alert(alert.id);
        return found.amendments.length > 0 && found;
      });
      const [{ before: old, after } = { before: undefined, after: undefined }] = amended.amendments;
      deepEqual([old?.samples, after?.samples, after?.late], [40, 43, 3]);
      deepEqual(
        amended.timeline.map(({ event }) => event),
        ['triggered', 'evidence_amended'],
      );
    });

    it('resolve, and stay in the history with their end', async () => {
      await ada.resolve(rule.id, 1);
      const resolved = await ada.alertOf(rule.id, 'resolved');
      deepEqual([resolved.id, resolved.resolve_reason], [alert.id, 'recovered']);
      equal(resolved.resolved_value, 1.5);
      const detail = await ada.alert(alert.id);
      equal(detail.time_to_resolve_seconds, detail.duration_seconds);
      deepEqual(
        detail.timeline.map(({ event, message }) => [event, message.slice(0, 9)]),
        [
          ['triggered', 'Errors: e'],
          ['evidence_amended', 'late span'],
          ['resolved', 'recovered'],
        ],
      );
      const { history, total, limit } = (await ada.history(rule.id)).body;
      deepEqual([total, limit, history.length], [1, 100, 1]);
      const [entry] = history;
      deepEqual([entry?.alert_rule_id, entry?.status], [rule.id, 'resolved']);
      deepEqual([entry?.current_value, entry?.threshold], [12.5, 5]);
      equal(entry?.amendments.length, 1);
      const { active_alerts, resolved_24h } = await ada.summary();
      deepEqual([active_alerts, resolved_24h], [0, 1]);
      const { status, last_triggered_at } = await ada.rule(rule.id);
      deepEqual([status, last_triggered_at], ['quiet', alert.triggered_at]);
    });

    it('are another alert when they fire again', async () => {
      await ada.raise(rule.id, 2, { value: null });
      const again = await ada.alertOf(rule.id, 'firing');
      ok(again.id !== alert.id);
      deepEqual(
        [again.current_value, again.message],
        [null, 'Errors: no data for error_rate of checkout over 5 min'],
      );
      const ids = (await ada.history(rule.id)).body.history.map(({ id }) => id);
      deepEqual(ids, [again.id, alert.id]);
    });

    it('are nobody else’s', async () => {
      equal((await eve.call('GET', `/v1/alerts/${alert.id}`)).status, 404);
      equal((await eve.call('GET', `/v1/alert-rules/${rule.id}/history`)).status, 404);
      equal((await eve.alerts(`?rule=${rule.id}`)).total, 0);
      equal((await ada.call('GET', `/v1/alerts/${randomUuid()}`)).status, 404);
      equal((await ada.call('GET', '/v1/alerts/nobody')).status, 404);
    });
  });

  describe('of a rule that ends', () => {
    it('resolve with it, whichever way it ends', async () => {
      const endings = [
        ['POST', '/toggle', undefined, 'rule_disabled'],
        ['PUT', '', { enabled: false }, 'rule_disabled'],
        ['DELETE', '', undefined, 'rule_deleted'],
      ] as const;
      for (const [method, path, body, reason] of endings) {
        const { rule, alert } = await firingRule(ada);
        const ended = await ada.call(method, `/v1/alert-rules/${rule.id}${path}`, body);
        equal(ended.status, 200, ended.text);
        const { status, resolve_reason, resolved_value } = await ada.alert(alert.id);
        deepEqual([status, resolve_reason, resolved_value], ['resolved', reason, null]);
        equal(
          (await ada.active()).body.alerts.some(({ id }) => id === alert.id),
          false,
        );
      }
    });
  });

  describe('in a list', () => {
    let ivan: AlertCustomer;
    let alerts: AlertBody[];

    before(async () => {
      ivan = await alertCustomer(tidemark, 'ivan');
      const rules = [
        { severity: 'info', scope_type: 'service', scope_value: 'cart' },
        { severity: 'critical' },
        { severity: 'critical', scope_type: 'service', scope_value: 'cart' },
      ];
      for (const fields of rules) {
        await firingRule(ivan, fields);
        await instant();
      }
      ({ alerts } = await ivan.alerts());
      await ivan.resolve(alerts[2]?.rule_id ?? '', 1);
      await ivan.alertOf(alerts[2]?.rule_id ?? '', 'resolved');
    });

    const placesOf = async (query: string): Promise<number[]> =>
      (await ivan.alerts(query)).alerts.map(({ id }) => alerts.findIndex(alert => alert.id === id));

    it('come newest first, and pass every filter', async () => {
      deepEqual(await placesOf(''), [0, 1, 2]);
      deepEqual(await placesOf('?status=firing'), [0, 1]);
      deepEqual(await placesOf('?status=resolved'), [2]);
      deepEqual(await placesOf('?severity=critical'), [0, 1]);
      deepEqual(await placesOf('?service=cart'), [0, 2]);
      deepEqual(await placesOf('?service=cart&severity=critical'), [0]);
      deepEqual(await placesOf(`?rule=${alerts[1]?.rule_id}`), [1]);
      deepEqual(await placesOf('?service=nobody'), []);
    });

    it('are of a time: from an instant on, and before another', async () => {
      const at = (index: number): string => alerts[index]?.triggered_at ?? '';
      deepEqual(await placesOf(`?from=${at(1)}`), [0, 1]);
      deepEqual(await placesOf(`?to=${at(1)}`), [2]);
      deepEqual(await placesOf(`?from=${at(1)}&to=${at(0)}`), [1]);
      equal((await ivan.call('GET', `/v1/alerts?from=${at(0)}&to=${at(1)}`)).status, 400);
    });

    it('come in pages, of which each says how many there are', async () => {
      const { alerts: page, next_cursor, ...counts } = await ivan.alerts('?limit=1&offset=1');
      deepEqual([page.length, page[0]?.id], [1, alerts[1]?.id]);
      deepEqual(counts, { success: true, total: 3, limit: 1, offset: 1 });
      const next = await ivan.alerts(`?limit=1&cursor=${next_cursor}`);
      deepEqual([next.alerts[0]?.id, next.next_cursor], [alerts[2]?.id, null]);
      equal((await ivan.history(alerts[0]?.rule_id ?? '', '?limit=1')).body.limit, 1);
    });

    it('need filters that there are', async () => {
      for (const query of ['status=open', 'severity=low', 'rule=nobody', 'from=now', 'limit=x'])
        equal((await ivan.call('GET', `/v1/alerts?${query}`)).status, 400, query);
    });
  });

  describe('on the dashboard', () => {
    it('stand beside the figures of all services', async () => {
      const heidi = await alertCustomer(tidemark, 'heidi');
      const earlier = await instant();
      const failed = { status: { code: 2 } };
      const spans = [freshSpan(), freshSpan(failed), freshSpan(), freshSpan(failed)];
      await heidi.reader.sendSpans(spans.slice(0, 3), { service: 'cart' });
      await heidi.reader.sendSpans(spans.slice(3), { service: 'pay' });
      await tidemark.caughtUp();
      for (const window of ['1h', '6h', '24h']) {
        const path = `/v1/alerts/dashboard?window=${window}`;
        const { body, watermark } = await heidi.reader.read('alertDashboard', path);
        ok(watermark !== null);
        const { stats, services, error_hotspots: hotspots, time_series: series } = body;
        deepEqual([body.window, stats.services, stats.total_traces], [window, 2, 4]);
        deepEqual([stats.traces_24h, stats.errors_24h, stats.error_rate], [4, 2, 50]);
        deepEqual([stats.health_score, stats.deltas.has_previous], [50, false]);
        deepEqual(
          services.map(({ name, traces, errors, error_rate }) => [
            name,
            traces,
            errors,
            error_rate,
          ]),
          [
            ['cart', 3, 1, 100 / 3],
            ['pay', 1, 1, 100],
          ],
        );
        deepEqual(
          hotspots.map(({ service, errors }) => [service, errors]),
          [
            ['cart', 1],
            ['pay', 1],
          ],
        );
        deepEqual(
          [series.reduce((sum, { requests }) => sum + requests, 0), body.anomalies],
          [4, { unacknowledged: 0, critical: 0 }],
        );
        ok(series.length > 60);
      }
      const past = `/v1/alerts/dashboard?as_of=${earlier}`;
      const { stats } = (await heidi.reader.read('alertDashboard', past)).body;
      deepEqual([stats.services, stats.traces_24h, stats.health_score], [0, 0, 100]);
      equal((await heidi.call('GET', '/v1/alerts/dashboard?window=5m')).status, 400);
    });
  });
});
