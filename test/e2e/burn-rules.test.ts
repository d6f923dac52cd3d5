import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { RuleBody } from '../../schemas/alerts/parts.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';

const rulesPath = '/v1/alert-rules';

type Objective = ResponseOf<'createObjective'>;

onBothEngines('alert rules about burn rates', function (start) {
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

  const objective = async (fields: object = {}, by = ada): Promise<Objective> => {
    const least = { name: 'Answers', kind: 'availability', service: 'checkout', target: 99.9 };
    const answer = await by.call('POST', '/v1/slos', { ...least, ...fields });
    equal(answer.status, 201, answer.text);
    return answer.body as unknown as Objective;
  };

  const faultOf = async (body: object, path = rulesPath) => {
    const sent = { name: 'Burns', operator: '>', threshold: 14.4, ...body };
    const answer = await ada.call(path === rulesPath ? 'POST' : 'PUT', path, sent);
    equal(answer.status, 400, answer.text);
    equal(answer.body.code, 'invalid_request');
    return answer.body.error;
  };

  const alertOn = (id: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    ada.call('POST', `/v1/slos/${id}/alerts`, body, headers);

  const madeBy = async (...asked: Parameters<typeof alertOn>): Promise<readonly RuleBody[]> => {
    const answer = await alertOn(...asked);
    equal(answer.status, 201, answer.text);
    return (answer.body as unknown as ResponseOf<'alertOnObjective'>).rules;
  };

  it('take service and window from their objective, and say what does not belong together', async () => {
    const { id } = await objective();
    const metric = `slo_burn_fast:${id}`;
    const rule = await ada.create({ metric, threshold: 14.4 });
    deepEqual(
      [rule.metric, rule.scope_type, rule.scope_value, rule.time_window, rule.aggregation],
      [metric, 'service', 'checkout', 60, null],
    );
    const slow = await ada.create({ metric: `slo_burn_slow:${id}`, scope_value: 'checkout' });
    equal(slow.time_window, 360);
    match(await faultOf({ metric, operator: '<' }), /operator > or >=/u);
    match(await faultOf({ metric, time_window: 5 }), /looks back 60 minutes/u);
    const other = { scope_type: 'service', scope_value: 'cart' };
    match(await faultOf({ metric, ...other }), /scope_value.*service checkout/u);
    match(await faultOf({ metric, alert_type: 'anomaly' }), /anomalies/u);
    match(await faultOf({ metric, aggregation: 'max' }), /aggregation/u);
    const more = { conditions: [{ metric: 'error_rate', operator: '>', threshold: 1 }] };
    match(await faultOf({ metric, ...more }), /remove `conditions`/u);
    const unknown = `slo_burn_fast:${randomUuid()}`;
    match(await faultOf({ metric: unknown }), /there is no objective/u);
    const { id: hers } = await objective({}, eve);
    match(await faultOf({ metric: `slo_burn_fast:${hers}` }), /there is no objective/u);
    for (const wrong of ['slo_burn_fast:', `slo_burn_medium:${id}`, `slo_burn_fast:${id} `])
      await faultOf({ metric: wrong });
    const path = `${rulesPath}/${rule.id}`;
    match(await faultOf({ metric: unknown }, path), /there is no objective/u);
    match(await faultOf({ metric, ...other }, path), /scope_value/u);
    const changed = await ada.call('PUT', path, { metric: `slo_burn_slow:${id}`, threshold: 6 });
    deepEqual([changed.status, changed.body.time_window], [200, 360]);
  });

  it('become rules about an objective from others, and the other way round', async () => {
    const { id } = await objective({ service: 'cart' });
    const scope = { scope_type: 'service', scope_value: 'checkout' };
    const { id: ruleId } = await ada.create({ ...scope, time_window: 10 });
    const path = `${rulesPath}/${ruleId}`;
    const put = async (body: object) => {
      const { scope_value, time_window } = (await ada.call('PUT', path, body))
        .body as unknown as RuleBody;
      return [scope_value, time_window];
    };
    deepEqual(await put({ metric: `slo_burn_fast:${id}` }), ['cart', 60]);
    deepEqual(await put({ metric: 'error_rate', time_window: 5 }), ['cart', 5]);
  });

  it('are made in one step, and once', async () => {
    const { id } = await objective({ name: 'Answers in time' });
    const key = { 'Idempotency-Key': randomUuid() };
    const [fast, slow, ...others] = await madeBy(id, {}, key);
    deepEqual(others, []);
    deepEqual(
      [fast, slow].map(rule => [
        rule?.name,
        rule?.metric,
        rule?.threshold,
        rule?.severity,
        rule?.time_window,
        rule?.scope_value,
      ]),
      [
        ['Answers in time, fast burn', `slo_burn_fast:${id}`, 14.4, 'critical', 60, 'checkout'],
        ['Answers in time, slow burn', `slo_burn_slow:${id}`, 6, 'warning', 360, 'checkout'],
      ],
    );
    const ids = (rules: readonly RuleBody[]) => rules.map(rule => rule.id);
    const made = ids([fast, slow].flatMap(rule => rule ?? []));
    deepEqual(ids(await madeBy(id, {}, key)), made);
    deepEqual(ids(await madeBy(id, undefined)), made);
    const listed = await ada.get<ResponseOf<'listAlertRules'>>(`${rulesPath}?objective=${id}`);
    deepEqual([ids(listed.rules).toSorted(), listed.total], [made.toSorted(), 2]);
    // What was deleted is made again, and what is there stays.
    equal((await ada.call('DELETE', `${rulesPath}/${slow?.id}`)).status, 200);
    const again = ids(await madeBy(id, {}, { 'Idempotency-Key': randomUuid() }));
    deepEqual([again[0], again[1] === slow?.id], [fast?.id, false]);
  });

  it('tell the channels that are named, of the organization of the objective', async () => {
    const { id } = await objective();
    const channel = await ada.call('POST', '/v1/channels', {
      name: 'Shop',
      type: 'webhook',
      url: 'https://example.org/hook',
    });
    const named = String(channel.body.id);
    equal(channel.status, 201, channel.text);
    const rules = await madeBy(id, { channel_ids: [named, named] });
    deepEqual(
      rules.map(rule => rule.channel_ids),
      [[named], [named]],
    );
    const { id: other } = await objective();
    equal((await alertOn(other, { channel_ids: [randomUuid()] })).status, 400);
    const { id: hers } = await objective({}, eve);
    equal((await alertOn(hers)).status, 404);
    equal((await alertOn('x')).status, 404);
    const { rules: none } = await ada.get<ResponseOf<'listAlertRules'>>(
      `${rulesPath}?objective=${other}`,
    );
    deepEqual(none, []);
  });

  it('are none where they could never fire, and say why one may not', async () => {
    const low = await objective({ target: 90 });
    deepEqual(
      (await madeBy(low.id)).map(rule => rule.threshold),
      [6],
    );
    const lowest = await objective({ target: 50 });
    const refused = await alertOn(lowest.id);
    deepEqual([refused.status, refused.body.code], [400, 'invalid_request']);
    match(refused.body.error, /no burn rate of a target of 50 % is above 2/u);
    const never = await ada.create({ metric: `slo_burn_fast:${low.id}`, threshold: 10 });
    match(never.warning ?? '', /is above 10, so the rule never fires/u);
    await ada.call('PATCH', `/v1/slos/${low.id}`, { target: 99, service: 'cart' });
    match((await ada.rule(never.id)).warning ?? '', /service cart by now/u);
    const path = `${rulesPath}/${never.id}`;
    const saved = (await ada.call('PUT', path, { cooldown: 9 })).body as unknown as RuleBody;
    deepEqual([saved.scope_value, saved.cooldown], ['cart', 9]);
    await ada.call('DELETE', `/v1/slos/${low.id}`);
    match((await ada.rule(never.id)).warning ?? '', /its objective was deleted/u);
    equal((await ada.call('POST', `${path}/toggle`, { enabled: false })).status, 200);
    match(await faultOf({ threshold: 12 }, path), /there is no objective/u);
    equal((await ada.call('POST', `${path}/restore`, { version: 1 })).status, 400);
  });
});
