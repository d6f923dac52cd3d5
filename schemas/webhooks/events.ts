import type { EventId } from '../ids.ts';
import type { Restored } from '../versions/restored.ts';
import type { WebhookEventType } from './event-types.ts';
import type { WebhookDeliveryId } from './ids.ts';
import type { OfWebhook, SecretName, Webhook } from './webhook.ts';

/** Also of one that was deleted and restored, with the secret that it had last. */
export type WebhookCreated = {
  readonly type: 'WebhookCreated';
  readonly data: OfWebhook & Restored & { readonly webhook: Webhook; readonly secret: SecretName };
};

/** All of the webhook, after the change. */
export type WebhookChanged = {
  readonly type: 'WebhookChanged';
  readonly data: OfWebhook & Restored & { readonly webhook: Webhook };
};

export type WebhookSecretRotated = {
  readonly type: 'WebhookSecretRotated';
  readonly data: OfWebhook & { readonly secret: SecretName; readonly previous: SecretName };
};

/** The notifier delivers one event that did not happen. */
export type WebhookTestRequested = {
  readonly type: 'WebhookTestRequested';
  readonly data: OfWebhook & {
    /** Id of the event that is delivered. */
    readonly testId: EventId;
    readonly event: WebhookEventType;
  };
};

/** The notifier delivers events of a time range to this webhook alone, also those it delivered before. */
export type WebhookReplayRequested = {
  readonly type: 'WebhookReplayRequested';
  readonly data: OfWebhook & { readonly causeIds: readonly EventId[] };
};

export type RetriedDelivery = {
  readonly causeId: EventId;
  readonly sequence: number;
  /** Absent where a release wrote it that retried only events which the notifier still remembered. */
  readonly event?: WebhookEventType;
};

/** The notifier tries a delivery again now, also one that is over. */
export type WebhookRetryRequested = {
  readonly type: 'WebhookRetryRequested';
  readonly data: OfWebhook & RetriedDelivery;
};

export const disableReasons = ['gone', 'failing'] as const;
export type DisableReason = (typeof disableReasons)[number];

/** `gone`: the receiver answered 410; `failing`: no delivery succeeded for five days. */
export type WebhookDisabled = {
  readonly type: 'WebhookDisabled';
  readonly data: OfWebhook & { readonly reason: DisableReason };
};

export type WebhookDeleted = { readonly type: 'WebhookDeleted'; readonly data: OfWebhook };

/** One attempt. Neither status nor time of a response are there when none came. */
export type WebhookAttempt = {
  readonly deliveryId: WebhookDeliveryId;
  readonly causeId: EventId;
  readonly event: WebhookEventType;
  /** Place among the deliveries of the webhook, from 1. */
  readonly sequence: number;
  /** From 1. */
  readonly attempt: number;
  readonly atMs: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly outcome: 'delivered' | 'retrying' | 'failed';
  /** Of one that is retried. */
  readonly nextAtMs?: number;
};

/** Attempts of one webhook, in the order in which they were made: many in one event. */
export type WebhookAttempted = {
  readonly type: 'WebhookAttempted';
  readonly data: OfWebhook & { readonly attempts: readonly WebhookAttempt[] };
};

/** The first delivery that succeeded after Tidemark had disabled the webhook and a user enabled it again. */
export type WebhookRecovered = { readonly type: 'WebhookRecovered'; readonly data: OfWebhook };

export type WebhookEvent =
  | WebhookCreated
  | WebhookChanged
  | WebhookSecretRotated
  | WebhookTestRequested
  | WebhookReplayRequested
  | WebhookRetryRequested
  | WebhookDisabled
  | WebhookDeleted
  | WebhookAttempted
  | WebhookRecovered;
