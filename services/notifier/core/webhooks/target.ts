import type { EventId } from '../../../../schemas/ids.ts';
import type { WebhookEventType } from '../../../../schemas/webhooks/event-types.ts';
import type { OfWebhook } from '../../../../schemas/webhooks/webhook.ts';

/** A delivery that is not over. */
export type DueDelivery = {
  readonly causeId: EventId;
  readonly event: WebhookEventType;
  readonly sequence: number;
  /** Attempts that failed so far. */
  readonly attempts: number;
  readonly nextAtMs: number;
  /** Also to a disabled webhook: a user asked for it. */
  readonly isAsked: boolean;
};

/** A webhook and what it has not been sent. It changes in place, so an event costs the same however many targets there are. */
export type WebhookTarget = OfWebhook & {
  enabled: boolean;
  /** Kept for the places of its deliveries: it may be restored. */
  isDeleted?: true;
  events: ReadonlySet<WebhookEventType>;
  /** Of the last event in its stream of deliveries, -1 when there is none. */
  revision: number;
  /** Of the last delivery. */
  sequence: number;
  /** First attempts, in their order. */
  readonly queue: Map<number, DueDelivery>;
  /** Further attempts, by sequence. */
  readonly retries: Map<number, DueDelivery>;
  /** Tidemark disabled it, and nothing succeeded since. */
  wasDisabled: boolean;
  /** Since when no attempt succeeded. */
  failingSinceMs?: number | undefined;
};

export const isBusy = ({ queue, retries }: WebhookTarget): boolean =>
  queue.size > 0 || retries.size > 0;
