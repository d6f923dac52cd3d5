import type { EventStore, RecordedEvent } from '../../platform/event-store/port.ts';
import type { Command } from '../../schemas/commands/command.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';
import type { Json } from '../../schemas/json.ts';
import { deciderLimits } from './config.ts';
import type { AggregateState } from './core/aggregate.ts';
import { aggregateOf, evolve } from './core/features.ts';

/** What one command met in a stream. */
export type History = {
  /** Those that were read, in order. */
  readonly events: readonly RecordedEvent[];
  /** Before the first event that the command caused itself. */
  readonly state: AggregateState | undefined;
};

/**
 * Reads as much of a stream as its state needs: a stream that ends is read whole, of one that does
 * not end the last events, unless none of them carries a state of the current version.
 */
export async function readHistory(
  command: Command,
  stream: StreamName,
  eventStore: EventStore,
): Promise<History> {
  const reads = aggregateOf(stream)?.reads ?? 'whole';
  const events = await (reads === 'whole' ? readWhole : readEnd)(stream, eventStore);
  const history = historyOf(command, stream, events);
  const isCut = (events[0]?.revision ?? 0) > 0;
  if (reads !== 'carried' || !isCut || history.isCarried) return history;
  return historyOf(command, stream, await readWhole(stream, eventStore));
}

function historyOf(
  command: Command,
  stream: StreamName,
  events: readonly RecordedEvent[],
): History & { readonly isCarried: boolean } {
  const own = events.findIndex(({ event }) => event.causationId === command.id);
  const met = (own === -1 ? events : events.slice(0, own)).map(({ event }) => event);
  const version = aggregateOf(stream)?.version;
  const at = met.findLastIndex(
    ({ carried }) => carried !== undefined && carried.version === version,
  );
  const begin = met[at]?.carried?.state as AggregateState | undefined;
  return { events, state: stateAfter(stream, begin, met.slice(at + 1)), isCarried: at >= 0 };
}

export const stateAfter = (
  stream: StreamName,
  state: AggregateState | undefined,
  events: readonly DomainEvent[],
): AggregateState | undefined =>
  events.reduce((before, event) => evolve(stream, before, event), state);

/** What the last event of a command carries in a stream that does not end. */
export function carriedBy(
  stream: StreamName,
  state: AggregateState | undefined,
): Pick<DomainEvent, 'carried'> {
  const { reads, version = 0 } = aggregateOf(stream) ?? {};
  if (reads !== 'carried' || state === undefined) return {};
  return { carried: { version, state: state as unknown as Json } };
}

async function readWhole(stream: StreamName, eventStore: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const recorded of eventStore.readStream(stream)) events.push(recorded);
  return events;
}

async function readEnd(stream: StreamName, eventStore: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const recorded of eventStore.readStreamBackwards(stream)) {
    events.push(recorded);
    if (events.length === deciderLimits.endEventsMax) break;
  }
  return events.reverse();
}
