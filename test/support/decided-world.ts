import type { Command } from '../../schemas/commands/command.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import type { Decision } from '../../services/decider/core/decision.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { decideOn, toEvent } from './given.ts';

/** The streams of a Tidemark that consists of deciders only, so that a simulated month takes milliseconds. */
export function openDecidedWorld() {
  const states = new Map<StreamName, AggregateState | undefined>();
  const happen = (stream: StreamName, fact: EventPayload, atMs: number): void =>
    void states.set(stream, evolve(stream, states.get(stream), toEvent(fact, atMs)));
  return {
    /** Decides a command, and lets happen what follows. */
    command: (command: Command): Decision => {
      const decision = decideOn(command, states);
      if (decision.kind === 'rejected') return decision;
      for (const { stream, facts } of decision.appends)
        for (const fact of facts) happen(stream, fact, command.atMs);
      return decision;
    },
  };
}
