import type { EventStore } from '../../platform/event-store/port.ts';
import { type DomainEvent, type EventType, eventVersion } from '../../schemas/events/event.ts';
import { organizationId } from '../../schemas/ids.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import { type StoredEvent, storedEvents } from './fixtures.ts';

/** Three bytes each in UTF-8. */
export const wide = (characters: number): string => '鍵'.repeat(characters);

export const idOf = (name: string, index: number): string =>
  uuidV5(organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3'), `${name} ${index}`);

/** Of an event in the fixtures: its parts that are objects. */
export type FixtureData = Readonly<Record<string, object>>;

/** Events of a type with the data of its fixture, changed as a test wants, for one organization. */
export function manyEvents(
  type: EventType,
  organization: string,
  count: number,
  dataOf: (index: number, data: FixtureData) => object,
): readonly StoredEvent[] {
  const fixture = storedEvents(eventVersion).find(({ event }) => event.type === type);
  if (fixture === undefined) throw new Error(`expected an event ${type}`);
  return Array.from({ length: count }, (_, index) => {
    const data = fixture.event.data as unknown as FixtureData;
    const event = {
      ...fixture.event,
      id: idOf(`event ${type} ${organization}`, index),
      organizationId: organization,
      atMs: Date.now() - count + index,
      data: { ...data, organizationId: organization, ...dataOf(index, data) },
    };
    return { stream: fixture.stream, event: event as unknown as DomainEvent };
  });
}

const appendedAtOnce = 200;

/** As if commands had been decided; all of them into the stream of the first, as projections do not look at that. */
export async function appendAll(
  eventStore: Pick<EventStore, 'append'>,
  events: readonly StoredEvent[],
): Promise<void> {
  for (let start = 0; start < events.length; start += appendedAtOnce) {
    const some = events.slice(start, start + appendedAtOnce).map(({ event }) => event);
    const [first] = events;
    if (first !== undefined) await eventStore.append(first.stream, some, 'any');
  }
}
