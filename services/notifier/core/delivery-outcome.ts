import type { DeliveryEvent } from '../../../schemas/deliveries/events.ts';
import type { EventOf, EventType } from '../../../schemas/events/event.ts';
import type { EventId } from '../../../schemas/ids.ts';
import type { Delivered } from './delivered.ts';

/** Types of events that follow from attempts to deliver a mail or a notice. */
export const outcomeTypes = ['DeliverySettled', 'DeliveryFailed', 'DeliveryExhausted'] as const;

export type DeliveryOutcome = EventOf<(typeof outcomeTypes)[number]>;

/** An event, and its place in its stream. */
export type RecordedFact<Type extends EventType> = {
  readonly event: EventOf<Type>;
  readonly revision: number;
};

type Attempt = {
  readonly of: {
    readonly deliveryId: string;
    readonly target: string;
    readonly causeId: EventId;
    readonly cursor: number;
  };
  /** That failed before this one. */
  readonly attempts: number;
  /** Of the next one; undefined: there is none. */
  readonly nextAtMs: number | undefined;
};

/** The fact that follows from an attempt. */
export function deliveryOutcome(
  { of: data, attempts, nextAtMs }: Attempt,
  delivered: Delivered,
): DeliveryEvent {
  if (delivered.kind === 'settled') return { type: 'DeliverySettled', data };
  const { error, final } = delivered;
  const attempt = attempts + 1;
  if (final || nextAtMs === undefined)
    return { type: 'DeliveryExhausted', data: { ...data, attempts: attempt, error } };
  return { type: 'DeliveryFailed', data: { ...data, attempt, error, nextAtMs } };
}
