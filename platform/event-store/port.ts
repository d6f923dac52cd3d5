import type { DomainEvent, EventType } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';

export type RecordedEvent = {
  readonly stream: StreamName;
  /** Place in its stream, from 0. */
  readonly revision: number;
  /** Place among all events: grows, not necessarily by one. */
  readonly position: number;
  /**
   * When the store recorded it, in Unix ms. Never decreases in the embedded store; a server's may
   * after a change of its leader. To the millisecond in a subscription; KurrentDB's client gives reads
   * of a stream whole seconds. `event.atMs` is the receipt of the command, and in no order.
   */
  readonly recordedAtMs: number;
  readonly event: DomainEvent;
};

/** What the stream must look like for an append to happen; -1: it must not exist yet. */
export type ExpectedRevision = number | 'any';

/** The stream has newer events; the caller reads again and decides again. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
  readonly code = 'revision_conflict';
  readonly retryable = true;
}

export type Subscription = {
  /** Last position already known, -1 for none. */
  readonly after: number;
  readonly types?: ReadonlySet<EventType>;
  readonly signal: AbortSignal;
};

/** Facts in streams, and all of them in one order. Throws `Unavailable` when it cannot be reached. */
export type EventStore = {
  /**
   * Appends all events or none and returns the position of the last. Idempotent by event id:
   * the same events, already there right after `expected`, count as appended.
   * Throws `RevisionConflict`.
   */
  append(
    stream: StreamName,
    events: readonly DomainEvent[],
    expected: ExpectedRevision,
  ): Promise<number>;
  /** A stream from its first event on; nothing if there is no such stream, or cannot be one. */
  readStream(stream: StreamName): AsyncIterable<RecordedEvent>;
  readStreamBackwards(stream: StreamName): AsyncIterable<RecordedEvent>;
  /**
   * Everything after `after` in order, then everything new, until the signal aborts (the iteration
   * then ends without an error). A batch may be empty: the store has nothing new up to
   * `position`. One arrives at least every second.
   */
  subscribe(
    subscription: Subscription,
  ): AsyncIterable<{ readonly events: readonly RecordedEvent[]; readonly position: number }>;
  /** Position of the last event, -1 when there is none. Free when embedded, a round trip when not. */
  head(): Promise<number>;
  /**
   * Deletes a stream with all its events; nothing happens when there is none. Positions are never used again.
   * A server still shows the events to subscriptions until its next scavenge.
   */
  deleteStream(stream: StreamName): Promise<void>;
  close(): Promise<void>;
};
