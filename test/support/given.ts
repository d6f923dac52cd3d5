import { deepEqual } from 'node:assert/strict';
import type { Command } from '../../schemas/commands/command.ts';
import { type DomainEvent, eventVersion, type Fact } from '../../schemas/events/event.ts';
import { commandId, eventId, type StreamName } from '../../schemas/ids.ts';
import { decide, streams } from '../../services/decider/core/decide.ts';
import type { Append, Decision } from '../../services/decider/core/decision.ts';
import { evolve, type State } from '../../services/decider/core/state.ts';

/** Something that happened in a stream before; at the beginning of time unless said otherwise. */
export type Past = { readonly stream: StreamName; readonly fact: Fact; readonly atMs?: number };

export const past = (stream: StreamName, fact: Fact, atMs = 0): Past => ({ stream, fact, atMs });

/** `given(…history).when(command).expect(…appends)`, or `.rejects(reason)`. */
export function given(...history: readonly Past[]) {
  const states = new Map<StreamName, State | undefined>();
  for (const { stream, fact, atMs = 0 } of history) {
    states.set(stream, evolve(states.get(stream), toEvent(fact, atMs)));
  }
  return {
    when: (command: Command) => {
      const decision = decideOn(command, states);
      return {
        decision,
        expect: (...appends: readonly Append[]) =>
          deepEqual(decision, { kind: 'accepted', appends }),
        rejects: (reason: string) => {
          deepEqual(
            { kind: decision.kind, reason: decision.kind === 'rejected' && decision.reason },
            { kind: 'rejected', reason },
          );
        },
      };
    },
  };
}

/** With no more states than the command asks for. */
export function decideOn(
  command: Command,
  all: ReadonlyMap<StreamName, State | undefined>,
): Decision {
  const read = new Map<StreamName, State | undefined>();
  for (;;) {
    const missing = streams(command, read).filter(stream => !read.has(stream));
    if (missing.length === 0) return decide(command, read);
    for (const stream of missing) read.set(stream, all.get(stream));
  }
}

export const toEvent = (fact: Fact, atMs: number): DomainEvent => ({
  ...fact,
  id: eventId('00000000-0000-4000-8000-000000000001'),
  version: eventVersion,
  atMs,
  causationId: commandId('00000000-0000-4000-8000-000000000002'),
  correlationId: 'test',
  actor: 'test',
});
