import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { randomUuid } from '../../platform/uuid.ts';
import { hourMs } from '../../schemas/durations.ts';
import type { WebhookBody } from '../../schemas/webhooks/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { goFault } from '../support/go-json.ts';
import { goStructs } from '../support/go-structs.ts';
import { instantBefore } from '../support/instant-before.ts';
import {
  alertEvents,
  checked,
  contractSignature,
  received,
  type WebhookCustomer,
  webhookCustomer,
  webhookReceivers,
} from '../support/webhook-client.ts';

onBothEngines('webhooks', function (start) {
  this.timeout(240_000);
  const receivers = webhookReceivers();
  const { receive } = receivers;
  let tidemark: WholeTidemark;
  let ada: WebhookCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await webhookCustomer(tidemark, 'ada');
  });
  after(async () => {
    await receivers.close();
    await tidemark?.close();
  });

  it('are created, read, changed and deleted, with the secret in the first response alone', async () => {
    const url = 'https://hooks.example.org/a?b=c';
    const {
      secret,
      webhook: nested,
      success,
      ...flat
    } = await ada.createWebhook({ url, description: 'd' });
    match(secret, /^whsec_[0-9A-Za-z]{32}$/);
    deepEqual(nested, { ...flat, secret });
    equal(success, true);
    const { id, created_at, updated_at, ...rest } = flat;
    equal(created_at, updated_at);
    deepEqual(rest, {
      organization_id: ada.reader.organization,
      name: 'Incidents',
      url,
      description: 'd',
      events: [...alertEvents],
      enabled: true,
      status: 'active',
      disabled_reason: null,
      total_deliveries: 0,
      successful_deliveries: 0,
      failed_deliveries: 0,
      last_delivery_at: null,
    });
    const path = `/v1/webhooks/${id}`;
    deepEqual(await ada.get(path), { success: true, webhook: flat, ...flat });
    const earlier = await instantBefore();
    const change = { name: 'Night', events: ['trace.error'], description: null, enabled: false };
    const changed = await ada.call('PUT', path, change);
    equal(changed.status, 200, changed.text);
    deepEqual(await ada.get(path), changed.body);
    equal((await ada.webhook(id)).status, 'disabled');
    deepEqual((await ada.call('PUT', path, change)).body, changed.body);
    const { text } = await ada.call('GET', '/v1/webhooks');
    equal(goFault(text, goStructs.listWebhooks), undefined);
    ok(!text.includes('whsec_'));
    const gone = await ada.call('DELETE', path);
    deepEqual([gone.status, gone.body], [200, { success: true, id }]);
    for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const)
      equal((await ada.call(method, path, body)).status, 404, method);
    equal((await ada.get<WebhookBody>(`${path}?as_of=${earlier}`)).name, 'Incidents');
  });

  it('are created once for one Idempotency-Key, with the same secret', async () => {
    const headers = { 'Idempotency-Key': randomUuid() };
    const first = await ada.createWebhook({ url: 'https://example.org/' }, headers);
    deepEqual(await ada.createWebhook({ url: 'https://example.org/' }, headers), first);
  });

  it('are rejected with what is wrong', async () => {
    const good = { name: 'n', url: 'https://example.org/', events: ['alert.triggered'] };
    deepEqual(
      await ada.statuses('POST', '/v1/webhooks', [
        { ...good, events: ['alert.created'] },
        { ...good, events: [] },
        { ...good, url: 'ftp://example.org/' },
        { ...good, url: 'http://example.org/' },
        { ...good, url: 'https://10.0.0.7/' },
        { ...good, url: 'https://user:password@example.org/' },
        { ...good, name: ' ' },
        { name: 'n', url: good.url },
      ]),
      Array(8).fill(400),
    );
    const private10 = await ada.call('POST', '/v1/webhooks', { ...good, url: 'https://10.0.0.7/' });
    match(
      private10.text,
      /private address \(10\.0\.0\.7\); allow its range with TIDEMARK_OUTBOUND_ALLOW/,
    );
    equal((await ada.call('POST', `/v1/webhooks/${randomUuid()}/test`, {})).status, 404);
  });

  it('sign with both secrets after a rotation', async () => {
    const receiver = await receive();
    const { id, secret: before } = await ada.createWebhook({ url: receiver.url });
    const rotated = await ada.call('POST', `/v1/webhooks/${id}/rotate-secret`);
    equal(rotated.status, 200, rotated.text);
    const { secret: after, previous_secret_until: endsAt } = rotated.body;
    ok(after !== before);
    ok(Math.abs(Date.parse(String(endsAt)) - Date.now() - 24 * hourMs) < hourMs);
    await ada.call('POST', `/v1/webhooks/${id}/test`, {});
    const [request] = await received(receiver, 1);
    checked(request, String(after));
    const { headers = {}, body = '' } = request ?? {};
    equal(headers['x-webhook-signature-previous'], contractSignature(before, body));
    new StandardWebhook(before).verify(body, headers as Record<string, string>);
  });
});
