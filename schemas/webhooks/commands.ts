import type { EventId } from '../ids.ts';
import type { Restoring } from '../versions/restored.ts';
import type { WebhookEventType } from './event-types.ts';
import type { DisableReason, RetriedDelivery } from './events.ts';
import type { WebhookId } from './ids.ts';
import type { OfWebhook, Webhook } from './webhook.ts';

type Of = { readonly webhookId: WebhookId };

export type CreateWebhook = {
  readonly type: 'CreateWebhook';
  readonly data: OfWebhook & { readonly webhook: Webhook };
};

/** Fields that are absent keep their values. */
export type ChangeWebhook = {
  readonly type: 'ChangeWebhook';
  readonly data: Of & { readonly changes: Partial<Webhook> };
};

export type DeleteWebhook = { readonly type: 'DeleteWebhook'; readonly data: Of };

/** All of the webhook as it was in the version; its secret stays. */
export type RestoreWebhook = {
  readonly type: 'RestoreWebhook';
  readonly data: Of & Restoring & { readonly webhook: Webhook };
};

export type RotateWebhookSecret = { readonly type: 'RotateWebhookSecret'; readonly data: Of };

/** Of the first of its events when absent. */
export type TestWebhook = {
  readonly type: 'TestWebhook';
  readonly data: Of & { readonly event?: WebhookEventType };
};

export type ReplayWebhook = {
  readonly type: 'ReplayWebhook';
  readonly data: Of & { readonly causeIds: readonly EventId[] };
};

export type RetryWebhookDelivery = {
  readonly type: 'RetryWebhookDelivery';
  readonly data: Of & RetriedDelivery;
};

/** From the notifier. */
export type DisableWebhook = {
  readonly type: 'DisableWebhook';
  readonly data: Of & { readonly reason: DisableReason };
};

export type WebhookCommand =
  | CreateWebhook
  | ChangeWebhook
  | DeleteWebhook
  | RestoreWebhook
  | RotateWebhookSecret
  | TestWebhook
  | ReplayWebhook
  | RetryWebhookDelivery
  | DisableWebhook;
