import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { hourMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { webhookData } from '../../schemas/webhooks/payload.ts';
import type { WebhookBody } from '../../schemas/webhooks/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { until } from '../support/until.ts';
import {
  alertEvents,
  checked,
  received,
  type WebhookCustomer,
  webhookCustomer,
  webhookReceivers,
} from '../support/webhook-client.ts';

const inHours = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();

onBothEngines('deliveries to webhooks', function (start) {
  this.timeout(240_000);
  const receivers = webhookReceivers();
  const { receive } = receivers;
  let tidemark: WholeTidemark;
  let ada: WebhookCustomer;
  let eve: WebhookCustomer;

  before(async function () {
    tidemark = await start(this);
    ada = await webhookCustomer(tidemark, 'ada');
    eve = await webhookCustomer(tidemark, 'eve');
  });
  after(async () => {
    await receivers.close();
    await tidemark?.close();
  });

  it('deliver alerts, signed, once each and in order', async () => {
    const receiver = await receive();
    const { id, secret } = await ada.createWebhook({ url: receiver.url });
    const { rule, alert } = await ada.fire({ severity: 'critical' });
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
      const found = await ada.deliveriesOf(id);
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
      (await ada.deliveriesOf(id, '?before=2')).map(({ sequence }) => sequence),
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
    const counts = await ada.webhook(id);
    deepEqual([counts.total_deliveries, counts.successful_deliveries], [2, 2]);
    ok(counts.last_delivery_at);
    equal(receiver.requests.length, 2);
  });

  it('are tested with an example of each type of event', async () => {
    const receiver = await receive();
    const { id, secret } = await ada.createWebhook({
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

  it('are tried again when a user asks, also a test that is over', async () => {
    const receiver = await receive([410]);
    const { id } = await ada.createWebhook({ url: receiver.url });
    const { body: test } = await ada.call('POST', `/v1/webhooks/${id}/test`, {});
    const path = `/v1/webhooks/${id}/deliveries/${test.delivery_id}`;
    await until('its delivery', async () => (await ada.call('GET', path)).status === 200);
    for (const count of [2, 3]) {
      equal((await ada.call('POST', `${path}/retry`)).status, 202);
      const requests = await received(receiver, count);
      equal(requests[count - 1]?.headers['webhook-id'], requests[0]?.headers['webhook-id']);
      await until('its record', async () => {
        const { attempts } = await ada.get<ResponseOf<'getWebhookDelivery'>>(path);
        return attempts.length === count;
      });
    }
  });

  it('are tried again under the same event id, while later events pass', async () => {
    const receiver = await receive([500]);
    const { id } = await ada.createWebhook({ url: receiver.url });
    const { rule } = await ada.fire();
    await ada.resolve(rule.id, 1);
    const requests = await received(receiver, 3);
    const ids = requests.map(({ headers }) => headers['webhook-id']);
    equal(ids[0], ids[2]);
    ok(ids[1] !== ids[0]);
    const [, tried] = await until('the second attempt', async () => {
      const found = await ada.deliveriesOf(id);
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
    const { id } = await ada.createWebhook({ url: receiver.url });
    const from = new Date().toISOString();
    const { rule } = await ada.fire();
    await received(receiver, 1);
    const disabled = await until('the end of the webhook', async () => {
      const now = await ada.webhook(id);
      return !now.enabled && now;
    });
    deepEqual([disabled.status, disabled.disabled_reason], ['disabled', 'gone']);
    await until('the failed delivery', async () => (await ada.webhook(id)).failed_deliveries === 1);
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
    deepEqual(await ada.statuses('POST', path, [{ ...range, to: from }, { to: from }]), [400, 400]);
  });

  it('say whether a silence held the notices', async () => {
    const receiver = await receive();
    const { secret } = await ada.createWebhook({ url: receiver.url });
    const scope = { scope_type: 'service', scope_value: 'silenced' };
    const silence = { service: 'silenced', until: inHours(1), reason: 'Migration' };
    equal((await ada.call('POST', '/v1/silences', silence)).status, 201);
    await ada.fire(scope);
    const [request] = await received(receiver, 1);
    equal(checked(request, secret).data.silenced, true);
  });

  it('tell those who want it of a trace in which something fails, once', async () => {
    const [wants, others] = [await receive(), await receive()];
    const failing = (traceId: string, message: string) =>
      freshSpan({
        traceId,
        status: { code: 2, message },
        attributes: [{ key: 'replay_id', value: { stringValue: 'r-1' } }],
      });
    const [first, second] = [newId(32), newId(32)];
    await eve.createWebhook({ url: others.url });
    const { secret } = await eve.createWebhook({ url: wants.url, events: ['trace.error'] });
    const span = failing(first, 'no money');
    await eve.reader.sendSpans([freshSpan({ traceId: newId(32) }), span]);
    const [request] = await received(wants, 1);
    const { event, event_id, data } = checked(request, secret);
    deepEqual(data, {
      trace_id: first,
      span_id: span.spanId,
      service_name: 'checkout',
      operation_name: span.name,
      error_type: null,
      error_message: 'no money',
      replay_id: 'r-1',
      held_back: 0,
      test: false,
    });
    await eve.reader.sendSpans([failing(first, 'again'), failing(second, 'no time')]);
    const [, next] = await received(wants, 2);
    equal(checked(next, secret).data.trace_id, second);
    const { events } = await eve.get<ResponseOf<'listEvents'>>('/v1/events');
    deepEqual(
      events.map(one => [one.event, one.data.trace_id]),
      [
        ['trace.error', first],
        ['trace.error', second],
      ],
    );
    deepEqual([event, event_id], ['trace.error', events[0]?.event_id]);
    deepEqual([wants.requests.length, others.requests.length], [2, 0]);
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
    const { alert } = await ada.fire();
    const { events } = await next;
    deepEqual(
      events.map(({ event, data }) => [event, data.alert_id]),
      [['alert.triggered', alert.id]],
    );
    const [latest] = (await ada.get<Feed>(`/v1/events?from=${since}&limit=1`)).events;
    equal(latest?.data.alert_id, alert.id);
    ok(!(await eve.get<Feed>('/v1/events')).events.some(({ data }) => 'alert_id' in data));
    equal((await ada.call('GET', '/v1/events?after=x')).status, 400);
  });
});
