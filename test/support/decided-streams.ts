import type { Command } from '../../schemas/commands/command.ts';
import type { DomainEvent, EventPayload, EventType } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { decideOn, toEvent } from './given.ts';

/** Streams as one command after the other leaves them; a state survives as JSON, like a carried one. */
export function openDecidedStreams(onEvent: (event: DomainEvent) => void = () => {}) {
  const states = new Map<StreamName, AggregateState | undefined>();
  const types = new Map<StreamName, EventType[]>();
  const apply = (stream: StreamName, fact: EventPayload, atMs: number): void => {
    const event = toEvent(fact, atMs);
    const state = evolve(stream, states.get(stream), event);
    states.set(stream, state && JSON.parse(JSON.stringify(state)));
    types.set(stream, [...(types.get(stream) ?? []), fact.type]);
    onEvent(event);
  };
  /** The facts that follow from a command; a rejected one changes nothing. */
  const takeFacts = (command: Command): EventPayload[] => {
    const decision = decideOn(command, states);
    const appends = decision.kind === 'accepted' ? decision.appends : [];
    for (const { stream, facts } of appends)
      for (const fact of facts) apply(stream, fact, command.atMs);
    return appends.flatMap(({ facts }) => facts);
  };
  return {
    takeFacts,
    /** Whether the command was accepted and changed something. */
    take: (command: Command): boolean => takeFacts(command).length > 0,
    typesOf: (stream: StreamName): readonly EventType[] => types.get(stream) ?? [],
  };
}
