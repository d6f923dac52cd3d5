import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { webhookData } from '../../schemas/webhooks/payload.ts';
import type { WebhookBody } from '../../schemas/webhooks/routes.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { goFault } from '../support/go-json.ts';
import { goStructs } from '../support/go-structs.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

type Created = ResponseOf<'createWebhook'>;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const alertEvents = ['alert.triggered', 'alert.resolved'] as const;
const hourMs = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();

onBothEngines('webhooks', function (start) {
  this.timeout(240_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;
  let eve: AlertCustomer;
  const receivers: Receiver[] = [];

  before(async function () {
    tidemark = await start(this, { TIDEMARK_OUTBOUND_ALLOW: '127.0.0.0/8' });
    ada = await alertCustomer(tidemark, 'ada');
    eve = await alertCustomer(tidemark, 'eve');
  });
  after(async () => {
    for (const receiver of receivers) await receiver.close();
    await tidemark?.close();
  });

  const receive = async (statuses: readonly number[] = []): Promise<Receiver> => {
    const receiver = await startReceiver(statuses);
    receivers.push(receiver);
    return receiver;
  };
  const create = async (fields: object, headers = {}): Promise<Created> => {
    const body = { name: 'Incidents', events: alertEvents, ...fields };
    const answer = await ada.call('POST', '/v1/webhooks', body, headers);
    equal(answer.status, 201, answer.text);
    equal(goFault(answer.text, goStructs.createWebhook), undefined);
    return answer.body as unknown as Created;
  };
  const webhook = (id: string) => ada.get<WebhookBody>(`/v1/webhooks/${id}`);
  const deliveriesOf = async (id: string, query = '') =>
    (await ada.get<ResponseOf<'listWebhookDeliveries'>>(`/v1/webhooks/${id}/deliveries${query}`))
      .deliveries;
  const received = (receiver: Receiver, count: number) =>
    until(`${count} deliveries`, () => receiver.requests.length >= count && receiver.requests);
  const fire = async (fields: object = {}) => {
    const rule = await ada.create({ cooldown: 0, no_data: 'ignore', ...fields });
    await ada.adopt(rule.id);
    await ada.raise(rule.id, 0);
    return { rule, alert: await ada.alertOf(rule.id, 'firing') };
  };
  const statuses = async (method: string, path: string, bodies: readonly object[]) =>
    Promise.all(bodies.map(async body => (await ada.call(method, path, body)).status));

  it('are created, read, changed and deleted, with the secret in the first response alone', async () => {
    const url = 'https://hooks.example.org/a?b=c';
    const { secret, webhook: nested, success, ...flat } = await create({ url, description: 'd' });
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
    const earlier = new Date().toISOString();
    await until('the next millisecond', () => new Date().toISOString() > earlier);
    const change = { name: 'Night', events: ['trace.error'], description: null, enabled: false };
    const changed = await ada.call('PUT', path, change);
    equal(changed.status, 200, changed.text);
    deepEqual(await ada.get(path), changed.body);
    equal((await webhook(id)).status, 'disabled');
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
    const first = await create({ url: 'https://example.org/' }, headers);
    deepEqual(await create({ url: 'https://example.org/' }, headers), first);
  });

  it('are rejected with what is wrong', async () => {
    const good = { name: 'n', url: 'https://example.org/', events: ['alert.triggered'] };
    deepEqual(
      await statuses('POST', '/v1/webhooks', [
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

  it('deliver alerts, signed, once each and in order', async () => {
    const receiver = await receive();
    const { id, secret } = await create({ url: receiver.url });
    const { rule, alert } = await fire({ severity: 'critical' });
    await ada.resolve(rule.id, 1);
    const [first, second] = await received(receiver, 2);
    const [triggered, resolved] = [first, second].map(one => checked(one, secret));
    deepEqual([triggered?.event, resolved?.event], alertEvents);
    for (const envelope of [triggered, resolved]) {
      deepEqual([envelope?.webhook_id, envelope?.organization_id], [id, ada.reader.organization]);
      equal(envelope?.data.alert_id, alert.id);
    }
    const { data = {} } = triggered ?? {};
    deepEqual(
      [data.severity, data.value, data.silenced, data.test, data.message],
      ['critical', alert.current_value, false, false, alert.message],
    );
    const deliveries = await until('both deliveries', async () => {
      const found = await deliveriesOf(id);
      return found.length === 2 && found;
    });
    deepEqual(
      deliveries.map(({ event, sequence, status }) => [event, sequence, status]),
      [
        ['alert.resolved', 2, 'delivered'],
        ['alert.triggered', 1, 'delivered'],
      ],
    );
    deepEqual(
      (await deliveriesOf(id, '?before=2')).map(({ sequence }) => sequence),
      [1],
    );
    const [latest] = deliveries;
    const one = await ada.get<ResponseOf<'getWebhookDelivery'>>(
      `/v1/webhooks/${id}/deliveries/${latest?.id}`,
    );
    deepEqual(one.request, JSON.parse(second?.body ?? ''));
    deepEqual(
      one.attempts.map(({ attempt, status, error }) => [attempt, status, error]),
      [[1, 200, null]],
    );
    const counts = await webhook(id);
    deepEqual([counts.total_deliveries, counts.successful_deliveries], [2, 2]);
    ok(counts.last_delivery_at);
    equal(receiver.requests.length, 2);
  });

  it('are tested with an example of each type of event', async () => {
    const receiver = await receive();
    const { id, secret } = await create({
      url: receiver.url,
      events: ['trace.error'],
      enabled: false,
    });
    for (const [index, event] of Object.keys(webhookData).entries()) {
      const answer = await ada.call('POST', `/v1/webhooks/${id}/test`, { event });
      equal(answer.status, 202, answer.text);
      const requests = await received(receiver, index + 1);
      const envelope = checked(requests[index], secret);
      deepEqual([envelope.event, envelope.data.test], [event, true]);
      const path = `/v1/webhooks/${id}/deliveries/${answer.body.delivery_id}`;
      await until('its delivery', async () => (await ada.call('GET', path)).status === 200);
    }
    const first = await ada.call('POST', `/v1/webhooks/${id}/test`, {});
    equal(first.status, 202);
    const requests = await received(receiver, 7);
    equal(checked(requests[6], secret).event, 'trace.error');
  });

  it('are tried again under the same event id, while later events pass', async () => {
    const receiver = await receive([500]);
    const { id } = await create({ url: receiver.url });
    const { rule } = await fire();
    await ada.resolve(rule.id, 1);
    const requests = await received(receiver, 3);
    const ids = requests.map(({ headers }) => headers['webhook-id']);
    equal(ids[0], ids[2]);
    ok(ids[1] !== ids[0]);
    const [, tried] = await until('the second attempt', async () => {
      const found = await deliveriesOf(id);
      return found.every(({ status }) => status === 'delivered') && found;
    });
    deepEqual(
      tried?.attempts.map(({ status, error }) => [status, error]),
      [
        [500, 'the receiver answered 500'],
        [200, null],
      ],
    );
    const again = await ada.call('POST', `/v1/webhooks/${id}/deliveries/${tried?.id}/retry`);
    deepEqual([again.status, again.body.delivery_id], [202, tried?.id]);
    const [, , , retried] = await received(receiver, 4);
    equal(retried?.headers['webhook-id'], ids[0]);
    const unknown = `/v1/webhooks/${id}/deliveries/${randomUuid()}/retry`;
    equal((await ada.call('POST', unknown)).status, 404);
  });

  it('are disabled by 410, and replay what came meanwhile', async () => {
    const receiver = await receive([410]);
    const { id } = await create({ url: receiver.url });
    const from = new Date().toISOString();
    const { rule } = await fire();
    await received(receiver, 1);
    const disabled = await until('the end of the webhook', async () => {
      const now = await webhook(id);
      return !now.enabled && now;
    });
    deepEqual([disabled.status, disabled.disabled_reason], ['disabled', 'gone']);
    await until('the failed delivery', async () => (await webhook(id)).failed_deliveries === 1);
    await ada.resolve(rule.id, 1);
    await ada.alertOf(rule.id, 'resolved');
    const enabled = await ada.call('PUT', `/v1/webhooks/${id}`, { enabled: true });
    equal((enabled.body as unknown as WebhookBody).disabled_reason, null);
    const range = { from, to: inHours(1), events: ['alert.resolved'] };
    const path = `/v1/webhooks/${id}/replay`;
    const dry = (await ada.call('POST', path, { ...range, dry_run: true })).body;
    deepEqual([dry.count, dry.dry_run], [1, true]);
    equal(receiver.requests.length, 1);
    const replayed = (await ada.call('POST', path, range)).body;
    deepEqual([replayed.count, replayed.event_ids], [1, dry.event_ids]);
    const [, request] = await received(receiver, 2);
    deepEqual([request?.headers['webhook-id']], dry.event_ids);
    for (const subject of [/webhook Incidents was disabled/, /webhook Incidents works again/])
      await until(`the mail ${subject}`, async () =>
        (await tidemark.mailsTo(ada.email)).some(mail => subject.test(mail)),
      );
    deepEqual(await statuses('POST', path, [{ ...range, to: from }, { to: from }]), [400, 400]);
  });

  it('sign with both secrets after a rotation', async () => {
    const receiver = await receive();
    const { id, secret: before } = await create({ url: receiver.url });
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

  it('say whether a silence held the notices', async () => {
    const receiver = await receive();
    const { secret } = await create({ url: receiver.url });
    const scope = { scope_type: 'service', scope_value: 'silenced' };
    const silence = { service: 'silenced', until: inHours(1), reason: 'Migration' };
    equal((await ada.call('POST', '/v1/silences', silence)).status, 201);
    await fire(scope);
    const [request] = await received(receiver, 1);
    equal(checked(request, secret).data.silenced, true);
  });

  it('are also a feed, in order, which can be waited at', async () => {
    type Feed = ResponseOf<'listEvents'>;
    const all: Feed['events'] = [];
    let cursor = '';
    for (;;) {
      const page = await ada.get<Feed>(`/v1/events?limit=2${cursor && `&after=${cursor}`}`);
      all.push(...page.events);
      cursor = page.next_cursor;
      if (!page.has_more) break;
    }
    ok(all.length >= 6);
    equal(new Set(all.map(({ event_id }) => event_id)).size, all.length);
    ok(all.every(event => !('webhook_id' in event)));
    const since = new Date().toISOString();
    const next = ada.get<Feed>(`/v1/events?after=${cursor}&wait=30`);
    const { alert } = await fire();
    const { events } = await next;
    deepEqual(
      events.map(({ event, data }) => [event, data.alert_id]),
      [['alert.triggered', alert.id]],
    );
    const [latest] = (await ada.get<Feed>(`/v1/events?from=${since}&limit=1`)).events;
    equal(latest?.data.alert_id, alert.id);
    deepEqual((await eve.get<Feed>('/v1/events')).events, []);
    equal((await ada.call('GET', '/v1/events?after=x')).status, 400);
  });
});

type Sent = { readonly event: string; readonly [field: string]: unknown } & {
  readonly data: Record<string, unknown>;
};

/** The envelope of a delivery, whose signatures and schema are verified. */
function checked(request: Received | undefined, secret: string): Sent {
  const { headers = {}, body = '' } = request ?? {};
  equal(headers['x-webhook-signature'], contractSignature(secret, body));
  const standard = new StandardWebhook(secret);
  standard.verify(body, headers as Record<string, string>);
  throws(() => standard.verify(`${body.slice(0, -1)} `, headers as Record<string, string>));
  const envelope = JSON.parse(body) as Sent;
  equal(JSON.stringify(envelope), body);
  equal(headers['x-webhook-event'], envelope.event);
  equal(headers['webhook-id'], envelope.event_id);
  equal(headers['x-webhook-id'], envelope.webhook_id);
  equal(headers['x-webhook-timestamp'], headers['webhook-timestamp']);
  webhookData[envelope.event as keyof typeof webhookData].parse(envelope.data);
  return envelope;
}

const contractSignature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
