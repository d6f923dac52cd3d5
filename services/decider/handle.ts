import {
  type EventStore,
  type RecordedEvent,
  RevisionConflict,
} from '../../platform/event-store/port.ts';
import { uuidV5 } from '../../platform/uuid.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { type DomainEvent, eventVersion, type Fact } from '../../schemas/events/event.ts';
import { commandStream, eventId, lastEventSuffices, type StreamName } from '../../schemas/ids.ts';
import { deciderLimits } from './config.ts';
import { decide, streams } from './core/decide.ts';
import type { Append, Decision } from './core/decision.ts';
import { evolve, type State } from './core/state.ts';

/** How often a command is decided anew because somebody else wrote to one of its streams. */
const decisionsMax = 20;

type History = { readonly events: readonly RecordedEvent[]; readonly state: State | undefined };
type Histories = Map<StreamName, History>;

/**
 * Decides a command and writes what follows. A command that comes again, whole or cut off half-way
 * by a crash, completes what is missing and writes nothing twice.
 */
export async function handleCommand(
  command: Command,
  { eventStore }: { eventStore: EventStore },
): Promise<void> {
  for (let decision = 1; ; decision++) {
    try {
      return await decideOnce(command, eventStore);
    } catch (error) {
      if (!(error instanceof RevisionConflict) || decision === decisionsMax) throw error;
    }
  }
}

async function decideOnce(command: Command, eventStore: EventStore): Promise<void> {
  const histories: Histories = new Map();
  const read = async (stream: StreamName): Promise<History> => {
    const known = histories.get(stream) ?? (await readHistory(command, stream, eventStore));
    histories.set(stream, known);
    return known;
  };
  await read(commandStream(command.id));
  await readNeeded(command, histories, read);
  if (isAnswered(command, histories)) return;
  for (const { stream, events } of toEvents(command, decide(command, statesOf(histories)))) {
    const history = await read(stream);
    if (holds(command, history)) continue;
    await eventStore.append(stream, events, history.events.at(-1)?.revision ?? -1);
  }
}

async function readNeeded(
  command: Command,
  histories: Histories,
  read: (stream: StreamName) => Promise<History>,
): Promise<void> {
  for (;;) {
    const missing = streams(command, statesOf(histories)).filter(name => !histories.has(name));
    if (missing.length === 0) return;
    for (const stream of missing) await read(stream);
  }
}

/** The state is the one this command met the first time: as before the first event it caused itself. */
async function readHistory(
  command: Command,
  stream: StreamName,
  eventStore: EventStore,
): Promise<History> {
  const read = lastEventSuffices(stream) ? readEnd : readWhole;
  const events = await read(stream, eventStore);
  const own = events.findIndex(({ event }) => event.causationId === command.id);
  const met = own === -1 ? events : events.slice(0, own);
  return { events, state: met.map(({ event }) => event).reduce(evolve, undefined) };
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

const statesOf = (histories: Histories): ReadonlyMap<StreamName, State | undefined> =>
  new Map([...histories].map(([stream, { state }]) => [stream, state]));

const holds = (command: Command, { events }: History): boolean =>
  events.some(({ event }) => event.causationId === command.id);

const isAnswered = (command: Command, histories: Histories): boolean =>
  [...histories.values()].some(({ events }) =>
    events.some(({ event }) => event.causationId === command.id && event.answers !== undefined),
  );

type EventAppend = { readonly stream: StreamName; readonly events: readonly DomainEvent[] };

/** Ids count over the whole decision, so that the same decision always has the same ids. */
function toEvents(command: Command, decision: Decision): readonly EventAppend[] {
  const appends = appendsOf(command, decision);
  const last = appends.reduce((count, { facts }) => count + facts.length, 0) - 1;
  let index = 0;
  return appends.map(({ stream, facts }) => ({
    stream,
    events: facts.map(fact => toEvent(command, fact, index, index++ === last)),
  }));
}

function appendsOf(command: Command, decision: Decision): readonly Append[] {
  if (decision.kind === 'accepted') return decision.appends;
  const { kind, ...why } = decision;
  const rejected: Fact = { type: 'CommandRejected', data: { commandId: command.id, ...why } };
  return [{ stream: commandStream(command.id), facts: [rejected] }];
}

function toEvent(command: Command, fact: Fact, index: number, isLast: boolean): DomainEvent {
  const organizationId =
    'organizationId' in fact.data ? fact.data.organizationId : command.organizationId;
  return {
    ...fact,
    id: eventId(uuidV5(command.id, String(index))),
    version: eventVersion,
    ...(organizationId !== undefined && { organizationId }),
    atMs: command.atMs,
    causationId: command.id,
    correlationId: command.correlationId,
    actor: command.actor,
    ...(isLast && { answers: { requestHash: command.requestHash } }),
  };
}
