import type { DomainEvent } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';
import type { EventTables } from './lmdb-tables.ts';
import { type ExpectedRevision, RevisionConflict } from './port.ts';

/**
 * The step that a transaction runs: check the stream, write, and give the last position. The instant
 * of recording follows the clock, and stands still while the clock is behind.
 */
export function appendEvents(
  tables: EventTables,
  stream: StreamName,
  events: readonly DomainEvent[],
  expected: ExpectedRevision,
  clock: () => number,
): () => number {
  if (events.length === 0)
    throw new Error(`expected at least one event for stream ${stream}, got none`);
  return () => {
    const done = appendedBefore(tables, stream, events, expected);
    if (done !== undefined) return done;
    const last = tables.lastRevision(stream);
    if (expected !== 'any' && expected !== last)
      throw new RevisionConflict(`expected stream ${stream} at ${expected}, found ${last}`);
    const before = tables.last();
    const recordedAtMs = Math.max(clock(), before?.recordedAtMs ?? 0);
    const first = tables.head() + 1;
    for (const [index, event] of events.entries()) {
      const place = { revision: last + 1 + index, position: first + index };
      tables.put({ stream, ...place, recordedAtMs, event });
    }
    return first + events.length - 1;
  };
}

/** Position of the last of the events when exactly they are there already. */
function appendedBefore(
  tables: EventTables,
  stream: StreamName,
  events: readonly DomainEvent[],
  expected: ExpectedRevision,
): number | undefined {
  if (expected !== 'any') return positionIfThere(tables, stream, events, expected + 1);
  const revisions = events.map(event => tables.revisionOf(stream, event.id));
  const [first] = revisions;
  const position = first === undefined ? undefined : positionIfThere(tables, stream, events, first);
  if (position === undefined && revisions.some(revision => revision !== undefined))
    throw new RevisionConflict(
      `expected all or none of ${events.length} events in stream ${stream}, found some`,
    );
  return position;
}

function positionIfThere(
  tables: EventTables,
  stream: StreamName,
  events: readonly DomainEvent[],
  first: number,
): number | undefined {
  let position: number | undefined;
  for (const [index, { id }] of events.entries()) {
    const recorded = tables.event(stream, first + index);
    if (recorded?.event.id !== id) return undefined;
    position = recorded.position;
  }
  return position;
}
