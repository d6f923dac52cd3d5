import { type EventStore, RevisionConflict } from '../../platform/event-store/port.ts';
import type { Command } from '../../schemas/commands/command.ts';
import type { DomainEvent, EventPayload } from '../../schemas/events/event.ts';
import { commandStream, type StreamName } from '../../schemas/ids.ts';
import type { States } from './core/aggregate.ts';
import type { Decision, StreamAppend } from './core/decision.ts';
import { decide, streams } from './core/features.ts';
import { toEvent } from './event.ts';
import { carriedBy, type History, readHistory, stateAfter } from './history.ts';

/** How often a command is decided anew because somebody else wrote to one of its streams. */
const decisionsMax = 20;

type Read = (stream: StreamName) => Promise<History>;
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
  const read: Read = async stream => {
    const known = histories.get(stream) ?? (await readHistory(command, stream, eventStore));
    histories.set(stream, known);
    return known;
  };
  await read(commandStream(command.id));
  await readNeeded(command, histories, read);
  if (isAnswered(command, histories)) return;
  for (const numbered of numberedFacts(appendsOf(command, decide(command, statesOf(histories))))) {
    const history = await read(numbered.stream);
    if (holds(command, history)) continue;
    const events = toEvents(command, numbered, history);
    await eventStore.append(numbered.stream, events, history.events.at(-1)?.revision ?? -1);
  }
}

async function readNeeded(command: Command, histories: Histories, read: Read): Promise<void> {
  for (;;) {
    const missing = streams(command, statesOf(histories)).filter(name => !histories.has(name));
    if (missing.length === 0) return;
    for (const stream of missing) await read(stream);
  }
}

const statesOf = (histories: Histories): States =>
  new Map([...histories].map(([stream, { state }]) => [stream, state]));

const holds = (command: Command, { events }: History): boolean =>
  events.some(({ event }) => event.causationId === command.id);

const isAnswered = (command: Command, histories: Histories): boolean =>
  [...histories.values()].some(({ events }) =>
    events.some(({ event }) => event.causationId === command.id && event.answers !== undefined),
  );

function appendsOf(command: Command, decision: Decision): readonly StreamAppend[] {
  const stream = commandStream(command.id);
  if (decision.kind === 'rejected') {
    const { kind, ...why } = decision;
    return [
      { stream, facts: [{ type: 'CommandRejected', data: { commandId: command.id, ...why } }] },
    ];
  }
  // Nothing changed: a client that waits gets its response all the same.
  if (decision.appends.length === 0 && isAwaited(command)) {
    return [{ stream, facts: [{ type: 'CommandAnswered', data: { commandId: command.id } }] }];
  }
  return decision.appends;
}

/** Commands of our own roles carry no hash of a request: no client waits for their outcome. */
const isAwaited = ({ requestHash }: Command): boolean => requestHash !== '';

type NumberedFact = {
  readonly fact: EventPayload;
  readonly index: number;
  readonly isLast: boolean;
};
type NumberedAppend = { readonly stream: StreamName; readonly facts: readonly NumberedFact[] };

/** Numbers run over the whole decision, so that the same decision always has the same event ids. */
function numberedFacts(appends: readonly StreamAppend[]): readonly NumberedAppend[] {
  const last = appends.reduce((count, { facts }) => count + facts.length, 0) - 1;
  let next = 0;
  return appends.map(({ stream, facts }) => ({
    stream,
    facts: facts.map(fact => {
      const index = next++;
      return { fact, index, isLast: index === last };
    }),
  }));
}

function toEvents(
  command: Command,
  { stream, facts }: NumberedAppend,
  { state }: History,
): readonly DomainEvent[] {
  const events = facts.map(({ fact, index, isLast }) => toEvent(command, fact, index, isLast));
  const last = events.at(-1);
  if (last === undefined) return events;
  const carried = carriedBy(stream, stateAfter(stream, state, events));
  return [...events.slice(0, -1), { ...last, ...carried }];
}
