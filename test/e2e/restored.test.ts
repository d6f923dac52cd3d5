import { deepEqual, equal, match } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { type HealthCustomer, healthCustomer } from '../support/health-client.ts';
import { until } from '../support/until.ts';
import { versionsOf } from '../support/versioned-kinds.ts';
import {
  checked,
  received,
  type WebhookCustomer,
  webhookCustomer,
  webhookReceivers,
} from '../support/webhook-client.ts';

const hour = 3_600_000;
const at = (ms: number): string => new Date(Date.now() + ms).toISOString();

onBothEngines('what is restored', function (start) {
  this.timeout(240_000);
  const receivers = webhookReceivers();
  let tidemark: WholeTidemark;
  let ada: WebhookCustomer;
  let carl: HealthCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await webhookCustomer(tidemark, 'ada');
    carl = await healthCustomer(tidemark, 'carl');
  });
  after(async () => {
    await receivers.close();
    await tidemark?.close();
  });

  const made = async (path: string, body: object): Promise<string> => {
    const answer = await ada.call('POST', path, body);
    equal(answer.status, 201, answer.text);
    return `${path}/${answer.body.id}`;
  };
  const done = async (method: string, path: string, body?: object) => {
    const answer = await ada.call(method, path, body);
    equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const restore = (path: string, version: number) =>
    ada.call('POST', `${path}/restore`, { version });
  const refused = async (path: string, version: number, status: number, code: string) => {
    const before = await versionsOf(ada, path);
    const answer = await restore(path, version);
    equal(answer.status, status, answer.text);
    equal(answer.body.code, code);
    deepEqual(await versionsOf(ada, path), before);
    return answer.body.error;
  };
  const channel = { type: 'slack', url: 'https://hooks.example.org/T0' };

  it('is refused where a channel of the rule is gone, until that is back', async () => {
    const target = await made('/v1/channels', { name: 'a', ...channel });
    const [id = ''] = target.split('/').slice(-1);
    const rule = await ada.create({ channel_ids: [id] });
    const path = `/v1/alert-rules/${rule.id}`;
    await done('PUT', path, { channel_ids: [] });
    await done('DELETE', target);
    match(await refused(path, 1, 400, 'invalid_request'), /there is no channel /);
    await done('POST', `${target}/restore`, { version: 1 });
    deepEqual((await done('POST', `${path}/restore`, { version: 1 })).channel_ids, [id]);
  });

  it('is refused where the rule of a silence is gone', async () => {
    const rule = await ada.create();
    const body = { rule_id: rule.id, until: at(hour), reason: 'a' };
    const path = await made('/v1/silences', body);
    await done('PATCH', path, { rule_id: null, service: 's' });
    await done('DELETE', `/v1/alert-rules/${rule.id}`);
    match(await refused(path, 1, 400, 'invalid_request'), /there is no alert rule /);
  });

  it('is refused where there is no room for what was deleted', async () => {
    const gone = await made('/v1/channels', { name: 'gone', ...channel });
    await done('DELETE', gone);
    const { channels } = await ada.get<ResponseOf<'listChannels'>>('/v1/channels');
    for (let count = channels.length; count < 100; count++)
      await made('/v1/channels', { name: `n-${count}`, ...channel });
    match(await refused(gone, 1, 409, 'limit_reached'), /at most 100 channels/);
    const [one] = channels;
    await done('DELETE', `/v1/channels/${one?.id}`);
    await done('POST', `${gone}/restore`, { version: 1 });
  });

  it('is never a key that was revoked', async () => {
    const path = await made('/v1/api-keys', { name: 'a', kind: 'read' });
    await done('PATCH', path, { name: 'b' });
    await done('DELETE', path);
    await refused(path, 1, 409, 'api_key_already_revoked');
  });

  it('keeps the secret of a webhook, and the places of its deliveries', async () => {
    const receiver = await receivers.receive();
    const { id, secret } = await ada.createWebhook({ url: receiver.url });
    const path = `/v1/webhooks/${id}`;
    await ada.call('POST', `${path}/test`, {});
    await received(receiver, 1);
    await done('DELETE', path);
    await done('POST', `${path}/restore`, { version: 1 });
    await ada.call('POST', `${path}/test`, {});
    for (const request of await received(receiver, 2)) checked(request, secret);
    const deliveries = await until('both deliveries', async () => {
      const found = await ada.deliveriesOf(id);
      return found.length > 1 && found;
    });
    deepEqual(
      deliveries.map(({ sequence }) => sequence),
      [2, 1],
    );
  });

  it('lets the alerts of a rule go on where they were', async () => {
    const { rule } = await ada.fire({ cooldown: 1_440 });
    await done('DELETE', `/v1/alert-rules/${rule.id}`);
    await done('POST', `/v1/alert-rules/${rule.id}/restore`, { version: 1 });
    const { version } = await ada.rule(rule.id);
    equal(version, 3);
    const { alerts } = await ada.alerts(`?rule=${rule.id}`);
    deepEqual(
      alerts.map(({ status, resolve_reason: reason }) => [status, reason]),
      [['resolved', 'rule_deleted']],
    );
  });

  it('has the headers of then, which nobody sees', async () => {
    const receiver = await receivers.receive();
    const sent = { service_name: 'shop', check_name: 'page', endpoint_url: receiver.url };
    const check = await carl.create({ ...sent, headers: { 'x-token': 'first' } });
    await received(receiver, 1);
    await carl.change(check.id, { headers: { 'x-token': 'second' } });
    await received(receiver, 2);
    const answer = await carl.call('POST', `/api/health-checks/${check.id}/restore`, {
      version: 1,
    });
    equal(answer.status, 200, answer.text);
    const [first, second, third] = await received(receiver, 3);
    deepEqual(
      [first, second, third].map(request => request?.headers['x-token']),
      ['first', 'second', 'first'],
    );
  });
});

onBothEngines('what is silenced afterwards', function (start) {
  this.timeout(240_000);
  let ada: WebhookCustomer;
  let tidemark: WholeTidemark;

  before(async function () {
    tidemark = await start(this);
    ada = await webhookCustomer(tidemark, 'ada');
  });
  after(() => tidemark?.close());

  it('is named by its alert, which stays as it was decided', async () => {
    const { rule, alert } = await ada.fire();
    equal((await ada.alert(alert.id)).silenced_later, null);
    const before = at(0);
    const body = { rule_id: rule.id, from: at(-hour), until: at(hour), reason: 'planned' };
    const answer = await ada.call('POST', '/v1/silences', body);
    equal(answer.status, 201, answer.text);
    const { silenced_later: silenced, status } = await ada.alert(alert.id);
    deepEqual(silenced, {
      silence_id: answer.body.id,
      reason: 'planned',
      from: answer.body.from,
      until: answer.body.until,
    });
    equal(status, 'firing');
    equal((await ada.alert(alert.id, `?as_of=${before}`)).silenced_later, null);
  });

  it('is nothing where the silence held the alert when it fired', async () => {
    const body = { severity: 'info', until: at(hour), reason: 'known' };
    equal((await ada.call('POST', '/v1/silences', body)).status, 201);
    const { alert } = await ada.fire({ severity: 'info' });
    equal((await ada.alert(alert.id)).silenced_later, null);
  });

  it('began at most 30 days ago', async () => {
    const body = { service: 's', from: at(-31 * 24 * hour), until: at(hour), reason: 'old' };
    const answer = await ada.call('POST', '/v1/silences', body);
    equal(answer.status, 400, answer.text);
    match(answer.body.error, /at most 30 days ago/);
  });
});
