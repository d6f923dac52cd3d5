import { randomUUID } from 'node:crypto';
import type { EventStore, RecordedEvent } from '../../platform/event-store/port.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import {
  addressHash,
  commandId,
  commandStream,
  eventId,
  type StreamName,
  sessionId,
} from '../../schemas/ids.ts';
import { type Engine, openForSuite } from './engine.ts';

export type EventStoreEngine = Engine<EventStore>;

/** The store of a suite, opened before it and closed after it. */
export type EventStores = {
  readonly store: () => EventStore;
  /** Opens the store again, which the caller has closed. */
  readonly reopen: () => Promise<EventStore>;
  /** What a new stream was given. */
  readonly appended: (stream: StreamName, count: number) => Promise<DomainEvent[]>;
  readonly read: (stream: StreamName) => Promise<RecordedEvent[]>;
  /** Batches after a position, until `enough` of their events came. */
  readonly follow: (
    after: number,
    enough: (events: readonly RecordedEvent[], position: number) => boolean,
    types?: ReadonlySet<DomainEvent['type']>,
  ) => Promise<RecordedEvent[]>;
};

/** Belongs into the suite whose store it is. */
export function openEventStores(start: () => Promise<EventStoreEngine>): EventStores {
  const opened = openForSuite(start);
  return {
    store: opened.port,
    reopen: opened.reopen,
    appended: async (stream, count) => {
      const events = Array.from({ length: count }, rejected);
      await opened.port().append(stream, events, -1);
      return events;
    },
    read: stream => collect(opened.port().readStream(stream)),
    follow: async (after, enough, types) => {
      const abort = new AbortController();
      const events: RecordedEvent[] = [];
      const subscription = { after, signal: abort.signal, ...(types && { types }) };
      for await (const batch of opened.port().subscribe(subscription)) {
        events.push(...batch.events);
        if (enough(events, batch.position)) abort.abort();
      }
      return events;
    },
  };
}

export const newStream = (): StreamName => commandStream(commandId(randomUUID()));

const envelope = () => ({
  id: eventId(randomUUID()),
  version: 1,
  atMs: 1_700_000_000_000,
  causationId: commandId(randomUUID()),
  correlationId: randomUUID(),
  actor: 'operator',
});

export const rejected = (): DomainEvent => ({
  ...envelope(),
  type: 'CommandRejected',
  data: {
    commandId: commandId(randomUUID()),
    reason: 'api_key_unknown',
    message: 'expected a key that was issued',
  },
});

export const codeSent = (): DomainEvent => ({
  ...envelope(),
  type: 'CodeSent',
  data: { addressHash: addressHash('ab'.repeat(32)), sessionId: sessionId(randomUUID()) },
});

export const isGrowing = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
