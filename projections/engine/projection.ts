import type { RecordedEvent } from '../../platform/event-store/port.ts';
import type { Row } from '../../platform/read-store/port.ts';
import type { DomainEvent, EventType } from '../../schemas/events/event.ts';

/** Where and when the store recorded an event. */
export type Recorded = Pick<RecordedEvent, 'stream' | 'position' | 'recordedAtMs'>;

/**
 * A pure fold of events into rows. A change of rows or of the fold needs a new version, which is
 * built from the first event on when a process starts.
 */
export type Projection<R extends Row = Row, E extends DomainEvent = DomainEvent> = {
  readonly name: string;
  readonly version: number;
  readonly types: ReadonlySet<EventType> | 'all';
  /** Rows that the event may change. */
  keys(event: E, recorded: Recorded): readonly string[];
  /** The row after the event; undefined: there is none. */
  project(row: R | undefined, event: E, key: string, recorded: Recorded): R | undefined;
  readonly retention?: Retention<R>;
};

/** Rows that ended are forgotten, with their past, so long after their end in the time of events. */
export type Retention<R extends Row = Row> = {
  readonly ms: number;
  /** Undefined: it goes on. */
  endedAtMs(row: R): number | undefined;
};
