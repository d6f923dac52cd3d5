import { uuidV5 } from '../../platform/uuid.ts';
import { type DomainEvent, eventVersion } from '../../schemas/events/event.ts';
import { type EventId, eventId } from '../../schemas/ids.ts';
import { type Delivered, outcomeOf } from './core/delivery-queue.ts';
import type { PendingDelivery } from './core/pending-delivery.ts';

/** The id of a delivery, equal on every attempt, so that receivers recognise repeats. */
export const mailDeliveryId = (causeId: EventId): string => uuidV5(causeId, 'mail');

export function eventOf(
  { mail, delivered }: { readonly mail: PendingDelivery; readonly delivered: Delivered },
  { cursor, nowMs }: { cursor: number; nowMs: number },
): DomainEvent {
  const deliveryId = mailDeliveryId(mail.causeId);
  const fact = outcomeOf(mail, delivered, { deliveryId, cursor, nowMs });
  return {
    ...fact,
    id: eventId(uuidV5(deliveryId, `${fact.type} ${mail.attempts}`)),
    version: eventVersion,
    atMs: nowMs,
    causationId: mail.causeId,
    correlationId: mail.correlationId,
    actor: 'notifier',
  };
}
