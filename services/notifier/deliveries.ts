import type { EventStore } from '../../platform/event-store/port.ts';
import type { DomainEvent, EventOf } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';

export type DeliveryEvent = EventOf<'DeliverySettled' | 'DeliveryFailed' | 'DeliveryExhausted'>;

export const isDelivery = (event: DomainEvent): event is DeliveryEvent =>
  event.type === 'DeliverySettled' ||
  event.type === 'DeliveryFailed' ||
  event.type === 'DeliveryExhausted';

/**
 * The end of a deliveries stream, as far back as it says anything about causes after its own
 * cursor, oldest first. `revision` is that of the last event, -1 when there is none.
 */
export async function readDeliveries(
  stream: StreamName,
  eventStore: EventStore,
): Promise<{ readonly events: readonly DeliveryEvent[]; readonly revision: number }> {
  const events: DeliveryEvent[] = [];
  let revision = -1;
  let cursor = -1;
  for await (const recorded of eventStore.readStreamBackwards(stream)) {
    const { event, position } = recorded;
    if (!isDelivery(event)) continue;
    if (revision === -1) [revision, cursor] = [recorded.revision, event.data.cursor];
    // Written before any cause after the cursor was: it speaks of others.
    if (position <= cursor) break;
    events.push(event);
  }
  return { events: events.toReversed(), revision };
}
