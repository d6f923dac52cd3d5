import type { EventStore } from '../../platform/event-store/port.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';

const types = new Set(['DeliverySettled', 'DeliveryFailed', 'DeliveryExhausted'] as const);

/** What became of all mails to people, in the order of recording. */
export async function mailDeliveries(eventStore: EventStore): Promise<readonly DomainEvent[]> {
  const head = await eventStore.head();
  const { signal } = new AbortController();
  const found: DomainEvent[] = [];
  for await (const { events, position } of eventStore.subscribe({ after: -1, types, signal })) {
    found.push(...events.map(({ event }) => event).filter(isOfMail));
    if (position >= head) break;
  }
  return found;
}

const isOfMail = ({ data }: DomainEvent): boolean => 'target' in data && data.target === 'mail';
