import type { EventId, SessionId } from '../ids.ts';

type Delivery = {
  /** UUIDv5(cause, target): the same cause is never delivered under two names. */
  readonly deliveryId: string;
  /** What is delivered to: `mail` for mails to a person. */
  readonly target: string;
  readonly causeId: EventId;
  /** Everything that follows from causes up to this event store position is done. */
  readonly cursor: number;
};

export type DeliverySettled = { readonly type: 'DeliverySettled'; readonly data: Delivery };

export type DeliveryFailed = {
  readonly type: 'DeliveryFailed';
  readonly data: Delivery & {
    readonly attempt: number;
    readonly error: string;
    readonly nextAtMs: number;
  };
};

export type DeliveryExhausted = {
  readonly type: 'DeliveryExhausted';
  readonly data: Delivery & { readonly attempts: number; readonly error: string };
};

export type DeliveryEvent = DeliverySettled | DeliveryFailed | DeliveryExhausted;

/** The registration has ended, and the key that reads its address was destroyed. */
export type RegistrationForgotten = {
  readonly type: 'RegistrationForgotten';
  readonly data: { readonly sessionId: SessionId };
};
