import { deepEqual } from 'node:assert/strict';
import type { Command } from '../../schemas/commands/command.ts';
import { type DomainEvent, type EventPayload, eventVersion } from '../../schemas/events/event.ts';
import { commandId, eventId, type StreamName, streamName } from '../../schemas/ids.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import type { Decision, StreamAppend } from '../../services/decider/core/decision.ts';
import { decide, evolve, streams } from '../../services/decider/core/features.ts';

/** Something that happened in a stream before; at the beginning of time unless said otherwise. */
export type Past = {
  readonly stream: StreamName;
  readonly fact: EventPayload;
  readonly atMs?: number;
};

export const past = (stream: StreamName, fact: EventPayload, atMs = 0): Past => ({
  stream,
  fact,
  atMs,
});

/** `given(…history).when(command).expect(…appends)`, or `.rejects(reason)`. */
export function given(...history: readonly Past[]) {
  const states = new Map<StreamName, AggregateState | undefined>();
  for (const { stream, fact, atMs = 0 } of history) {
    states.set(stream, evolve(stream, states.get(stream), toEvent(fact, atMs)));
  }
  return {
    when: (command: Command) => {
      const decision = decideOn(command, states);
      return {
        decision,
        expect: (...appends: readonly StreamAppend[]) =>
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
  all: ReadonlyMap<StreamName, AggregateState | undefined>,
): Decision {
  const read = new Map<StreamName, AggregateState | undefined>();
  for (;;) {
    const missing = streams(command, read).filter(stream => !read.has(stream));
    if (missing.length === 0) return decide(command, read);
    for (const stream of missing) read.set(stream, all.get(stream));
  }
}

export const toEvent = (fact: EventPayload, atMs: number): DomainEvent => ({
  ...fact,
  id: eventId('00000000-0000-4000-8000-000000000001'),
  version: eventVersion,
  atMs,
  causationId: commandId('00000000-0000-4000-8000-000000000002'),
  correlationId: 'test',
  actor: 'test',
});

/** Where a fold is told that the store recorded an event. */
export const recordedAt = (position: number, stream = streamName('test')) => ({
  stream,
  position,
  recordedAtMs: position,
});
