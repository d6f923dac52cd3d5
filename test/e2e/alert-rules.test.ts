import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { RuleBody } from '../../schemas/alerts/parts.ts';
import { hourMs } from '../../schemas/durations.ts';
import { type AlertCustomer, alertCustomer, leastRule } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { channelsOf } from '../support/channels.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan } from '../support/otel-send.ts';
import { until } from '../support/until.ts';

const rulesPath = '/v1/alert-rules';
const leastCondition = { metric: 'latency_p95', operator: '>', threshold: 500 };

onBothEngines('alert rules', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;
  let eve: AlertCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
    eve = await alertCustomer(tidemark, 'eve');
  });
  after(() => tidemark?.close());

  const listed = async (customer = ada): Promise<RuleBody[]> =>
    (await customer.reader.read('listAlertRules', rulesPath)).body.rules;
  const statusOf = async (method: string, path: string, body?: unknown) =>
    (await ada.call(method, path, body)).status;
  const faultOf = async (body: object, path = rulesPath) => {
    const answer = await ada.call(path === rulesPath ? 'POST' : 'PUT', path, body);
    equal(answer.status, 400, answer.text);
    equal(answer.body.code, 'invalid_request');
    return answer.body.error;
  };

  it('have a default for everything that the least request leaves out', async () => {
    const { id, created_at, updated_at, ...rule } = await ada.create();
    deepEqual(rule, {
      ...leastRule,
      description: null,
      alert_type: 'threshold',
      aggregation: null,
      filter: null,
      conditions: [],
      match: 'all',
      scope_type: 'global',
      scope_value: null,
      time_window: 5,
      cooldown: 5,
      for_minutes: 0,
      recovery_threshold: 5,
      min_samples: 1,
      no_data: 'resolve',
      severity: 'warning',
      enabled: true,
      channel_ids: [],
      version: 1,
      status: 'quiet',
      last_triggered_at: null,
      last_data_at: null,
      warning: null,
    });
    match(id, /^[0-9a-f-]{36}$/);
    equal(created_at, updated_at);
  });

  it('come back as they were sent, in the list, alone and to nobody else', async () => {
    const [channel = ''] = await channelsOf(tidemark, ada.reader.organization);
    const sent = {
      name: ' Kasse/č "1" ',
      description: 'who cares',
      alert_type: 'metric',
      metric: 'latency',
      operator: '<=',
      threshold: -0.5,
      conditions: [
        { metric: 'error_rate', operator: '>', threshold: 1.44, time_window: 60 },
        { metric: 'req_per_min', operator: '==', threshold: 0, time_window: null },
      ],
      match: 'any',
      scope_type: 'service',
      scope_value: 'shop/billing eu',
      time_window: 1_440,
      cooldown: 0,
      for_minutes: 3,
      recovery_threshold: 0.25,
      min_samples: 7,
      no_data: 'alert',
      severity: 'critical',
      enabled: false,
      channel_ids: [channel],
    };
    const rule = await ada.create(sent);
    const { id, version, status, created_at, updated_at, ...more } = rule;
    const { last_triggered_at, last_data_at, warning, ...fields } = more;
    deepEqual(fields, { ...sent, aggregation: null, filter: null });
    deepEqual((await listed()).at(-1), rule);
    deepEqual(await ada.rule(id), { success: true, ...rule });
    deepEqual(await listed(eve), []);
    equal((await eve.call('GET', `${rulesPath}/${id}`)).status, 404);
  });

  it('say whether their service ever sent a span, also after it did', async () => {
    const scope = { scope_type: 'service', scope_value: 'late-starter' };
    const created = await ada.create(scope);
    equal(created.last_data_at, null);
    match(created.warning ?? '', /late-starter never sent a span/);
    const path = `${rulesPath}/${created.id}`;
    const changed = await ada.call('PUT', path, { threshold: 7 });
    match(String(changed.body.warning), /late-starter never sent a span/);
    const before = new Date().toISOString();
    await ada.reader.sendSpans([freshSpan()], { service: 'late-starter' });
    await eve.reader.sendSpans([freshSpan()], { service: 'only-eve' });
    await tidemark.caughtUp();
    const rule = await ada.rule(created.id);
    equal(rule.warning, null);
    const hours = (Date.now() - Date.parse(rule.last_data_at ?? '')) / hourMs;
    ok(hours >= 0 && hours < 2);
    deepEqual(
      (await listed()).find(({ id }) => id === created.id)?.last_data_at,
      rule.last_data_at,
    );
    const toggled = await ada.call('POST', `${path}/toggle`, {});
    equal(toggled.body.warning, null);
    match((await ada.create({ ...scope, scope_value: 'only-eve' })).warning ?? '', /never sent/);
    equal((await ada.rule(created.id, `?as_of=${before}`)).id, created.id);
  });

  it('take what real clients send: null for no channels, an empty scope', async () => {
    const agent = { channel_ids: null, description: '', scope_value: '', alert_type: 'anomaly' };
    const { channel_ids, description, scope_value } = await ada.create(agent);
    deepEqual(
      { channel_ids, description, scope_value },
      {
        channel_ids: [],
        description: '',
        scope_value: null,
      },
    );
  });

  it('name the field that is wrong', async () => {
    const { metric, ...nameless } = leastRule;
    match(await faultOf(nameless), /^invalid metric:/);
    const wrong: readonly [object, RegExp][] = [
      [{ name: ' ' }, /name: expected more than blanks/],
      [{ metric: 'cpu' }, /metric/],
      [{ operator: '!=' }, /operator/],
      [{ threshold: '5' }, /threshold/],
      [{ time_window: 0 }, /time_window/],
      [{ time_window: 1_441 }, /time_window/],
      [{ cooldown: 2.5 }, /cooldown/],
      [{ for_minutes: -1 }, /for_minutes/],
      [{ min_samples: 0 }, /min_samples/],
      [{ severity: 'low' }, /severity/],
      [{ no_data: 'panic' }, /no_data/],
      [{ scope_type: 'service' }, /scope_value/],
      [{ scope_type: 'service', scope_value: '(other)' }, /scope_value/],
      [{ conditions: Array.from({ length: 5 }, () => leastCondition) }, /conditions/],
      [{ conditions: [{ ...leastCondition, time_window: 0 }] }, /conditions\.0\.time_window/],
      [{ conditions: [{ metric: 'error_rate' }] }, /conditions\.0\.operator/],
      [{ conditions: [leastCondition], alert_type: 'anomaly' }, /remove `conditions`/],
      [{ conditions: [leastCondition], metric: 'otlp:queue.depth' }, /remove `conditions`/],
      [{ recovery_threshold: 6 }, /recovery_threshold lies on the wrong side/],
      [{ channel_ids: [randomUuid()] }, /channel_ids: there is no channel/],
    ];
    for (const [fields, message] of wrong)
      match(await faultOf({ ...leastRule, ...fields }), message);
  });

  it('change only in what a PUT names', async () => {
    const { warning: _, ...rule } = await ada.create({ description: 'old', recovery_threshold: 3 });
    const path = `${rulesPath}/${rule.id}`;
    const change = async (fields: object): Promise<Omit<RuleBody, 'warning'>> => {
      const answer = await ada.call('PUT', path, fields);
      equal(answer.status, 200, answer.text);
      const body = answer.body as unknown as RuleBody & { success: boolean };
      deepEqual(await ada.rule(rule.id), body);
      const { success, warning, ...changed } = body;
      equal(success, true);
      return changed;
    };
    const first = await change({ threshold: 7, scope_type: 'service', scope_value: 'checkout' });
    deepEqual(first, {
      ...rule,
      threshold: 7,
      scope_type: 'service',
      scope_value: 'checkout',
      version: 2,
      updated_at: first.updated_at,
    });
    deepEqual(await change({ scope_value: 'cart', recovery_threshold: null, description: null }), {
      ...first,
      scope_value: 'cart',
      recovery_threshold: 7,
      description: null,
      version: 3,
      updated_at: (await ada.rule(rule.id)).updated_at,
    });
    const third = await change({ scope_type: 'global', enabled: false });
    deepEqual([third.scope_value, third.enabled, third.version], [null, false, 4]);
    deepEqual(await change({ enabled: false, threshold: 7 }), third);
    match(await faultOf({ recovery_threshold: 9 }, path), /wrong side/);
    match(await faultOf({ scope_type: 'service' }, path), /scope_value/);
    match(await faultOf({ channel_ids: ['x'] }, path), /channel_ids/);
    deepEqual(await ada.rule(rule.id), { success: true, ...third, warning: null });
    const more = await change({ conditions: [leastCondition], match: 'any' });
    deepEqual([more.conditions, more.match], [[{ ...leastCondition, time_window: null }], 'any']);
    match(await faultOf({ alert_type: 'anomaly' }, path), /remove `conditions`/);
    equal((await change({ match: 'all' })).match, 'all');
    deepEqual((await change({ conditions: [] })).conditions, []);
  });

  it('are toggled: to what is sent, without a body to the opposite, and to the same', async () => {
    const { id } = await ada.create();
    const toggle = async (body?: object) => {
      const answer = await ada.call('POST', `${rulesPath}/${id}/toggle`, body);
      equal(answer.status, 200, answer.text);
      return [answer.body.id, answer.body.enabled, answer.body.version, answer.body.success];
    };
    deepEqual(await toggle(), [id, false, 2, true]);
    deepEqual(await toggle(), [id, true, 3, true]);
    deepEqual(await toggle({ enabled: true }), [id, true, 3, true]);
    deepEqual(await toggle({ enabled: false }), [id, false, 4, true]);
  });

  it('are created once under one Idempotency-Key, and toggled once', async () => {
    const key = { 'Idempotency-Key': randomUuid() };
    const post = (path: string, body?: object) => ada.call('POST', path, body, key);
    const first = await post(rulesPath, leastRule);
    const again = await post(rulesPath, leastRule);
    deepEqual([again.status, again.body], [201, first.body]);
    equal((await listed()).filter(({ id }) => id === first.body.id).length, 1);
    const other = await post(rulesPath, { ...leastRule, threshold: 6 });
    deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
    const path = `${rulesPath}/${first.body.id}/toggle`;
    deepEqual([(await post(path)).body.enabled, (await post(path)).body.enabled], [false, false]);
  });

  it('are gone once they are deleted, and were there before', async () => {
    const { id } = await ada.create();
    const path = `${rulesPath}/${id}`;
    const atMs = Date.now();
    await until('the next millisecond', () => Date.now() > atMs);
    const deleted = await ada.call('DELETE', path);
    deepEqual([deleted.status, deleted.body], [200, { success: true, id }]);
    equal(await statusOf('GET', path), 404);
    equal(await statusOf('GET', `${path}/history`), 404);
    equal(await statusOf('PUT', path, { threshold: 1 }), 404);
    equal(await statusOf('POST', `${path}/toggle`), 404);
    equal(await statusOf('DELETE', path), 404);
    equal(
      (await listed()).some(rule => rule.id === id),
      false,
    );
    equal((await ada.rule(id, `?as_of=${new Date(atMs).toISOString()}`)).id, id);
  });

  it('are unknown by another id, and to another organization', async () => {
    const { id } = await ada.create();
    for (const path of [`${rulesPath}/${randomUuid()}`, `${rulesPath}/nobody`]) {
      equal(await statusOf('GET', path), 404);
      equal(await statusOf('PUT', path, { threshold: 1 }), 404);
      equal(await statusOf('POST', `${path}/toggle`), 404);
      equal(await statusOf('DELETE', path), 404);
    }
    const path = `${rulesPath}/${id}`;
    equal((await eve.call('PUT', path, { threshold: 1 })).status, 404);
    equal((await eve.call('POST', `${path}/toggle`)).status, 404);
    equal((await eve.call('DELETE', path)).status, 404);
    equal((await ada.rule(id)).version, 1);
  });
});
