import { equal, throws } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { webhookData } from '../../schemas/webhooks/payload.ts';
import type { WebhookBody } from '../../schemas/webhooks/routes.ts';
import { type AlertCustomer, alertCustomer } from './alert-client.ts';
import type { WholeTidemark } from './cluster.ts';
import { goFault } from './go-json.ts';
import { goStructs } from './go-structs.ts';
import { type Received, startReceiver } from './receiver.ts';
import { until } from './until.ts';

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
export type WebhookCustomer = AlertCustomer & ReturnType<typeof webhooksOf>;

export const alertEvents = ['alert.triggered', 'alert.resolved'] as const;

/** Somebody who manages webhooks, and whose alerts fire. */
export async function webhookCustomer(
  tidemark: WholeTidemark,
  name: string,
): Promise<WebhookCustomer> {
  const customer = await alertCustomer(tidemark, name);
  return { ...customer, ...webhooksOf(customer) };
}

function webhooksOf({ call, get, create, adopt, raise, alertOf }: AlertCustomer) {
  return {
    createWebhook: async (fields: object, headers = {}): Promise<ResponseOf<'createWebhook'>> => {
      const body = { name: 'Incidents', events: alertEvents, ...fields };
      const answer = await call('POST', '/v1/webhooks', body, headers);
      equal(answer.status, 201, answer.text);
      equal(goFault(answer.text, goStructs.createWebhook), undefined);
      return answer.body as unknown as ResponseOf<'createWebhook'>;
    },
    webhook: (id: string) => get<WebhookBody>(`/v1/webhooks/${id}`),
    deliveriesOf: async (id: string, query = '') =>
      (await get<ResponseOf<'listWebhookDeliveries'>>(`/v1/webhooks/${id}/deliveries${query}`))
        .deliveries,
    fire: async (fields: object = {}) => {
      const rule = await create({ cooldown: 0, no_data: 'ignore', ...fields });
      await adopt(rule.id);
      await raise(rule.id, 0);
      return { rule, alert: await alertOf(rule.id, 'firing') };
    },
    statuses: (method: string, path: string, bodies: readonly object[]) =>
      Promise.all(bodies.map(async body => (await call(method, path, body)).status)),
  };
}

/** Receivers that end with a suite. */
export function webhookReceivers() {
  const receivers: Receiver[] = [];
  return {
    receive: async (...answers: Parameters<typeof startReceiver>): Promise<Receiver> => {
      const receiver = await startReceiver(...answers);
      receivers.push(receiver);
      return receiver;
    },
    close: async (): Promise<void> => {
      for (const receiver of receivers) await receiver.close();
    },
  };
}

export const received = (receiver: Receiver, count: number): Promise<Received[]> =>
  until(`${count} deliveries`, () => receiver.requests.length >= count && receiver.requests);

export type Sent = { readonly event: string; readonly [field: string]: unknown } & {
  readonly data: Record<string, unknown>;
};

/** The envelope of a delivery, whose signatures and schema are verified. */
export function checked(request: Received | undefined, secret: string): Sent {
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

export const contractSignature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
