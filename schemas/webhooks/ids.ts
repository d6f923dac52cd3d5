import { type Brand, type EventId, type StreamName, stream } from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

export type WebhookId = Brand<string, 'WebhookId'>;
/** The delivery of one event to one webhook: the same for every attempt. */
export type WebhookDeliveryId = Brand<string, 'WebhookDeliveryId'>;

export const webhookId = (value: string): WebhookId => value as WebhookId;

export const webhookDeliveryId = (webhook: WebhookId, event: EventId): WebhookDeliveryId =>
  uuidV5(webhook, event) as WebhookDeliveryId;

export const webhookStream = (id: WebhookId): StreamName => stream('webhook', id);

/** Of the sample that keeps what the receiver answered to an attempt. */
export const attemptSampleId = (delivery: WebhookDeliveryId, attempt: number): string =>
  uuidV5(delivery, `attempt ${attempt}`);
