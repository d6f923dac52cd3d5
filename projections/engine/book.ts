import type { RecordedEvent } from '../../platform/event-store/port.ts';
import type { Row } from '../../platform/read-store/port.ts';
import type { DomainEvent, EventType } from '../../schemas/events/event.ts';

/** State in memory that is made of rows. */
export type Book = {
  /** Keys of the rows that events changed; taken by who stores them. */
  readonly changed: Set<string>;
};

/**
 * A fold of events in which an event may change any row, and whose reader needs them all: they are in memory, and the store
 * has each as it is now, without its past. A change of rows or of the fold needs a new version.
 */
export type BookProjection<B extends Book = Book, E extends DomainEvent = DomainEvent> = {
  readonly name: string;
  readonly version: number;
  readonly types: ReadonlySet<EventType>;
  open(): B;
  /** After one event. Names every row that it changes. */
  apply(book: B, recorded: RecordedEvent & { readonly event: E }): void;
  /** Undefined: there is none any more. */
  row(book: B, key: string): Row | undefined;
  /** Takes a stored row back; they come in the order of their keys. */
  restore(book: B, key: string, row: Row): void;
};
