import type { EventPayload } from '../features.ts';
import type { CommandId, EventId, OrganizationId } from '../ids.ts';
import type { Json } from '../json.ts';

export type { EventPayload };

export type EventType = EventPayload['type'];

/** Who caused it: `key:<id>`, `session:<id>`, `user:<id>` of one who signed in, `operator`, or a role's name. */
export type Actor = string;

/** A fact with everything the shell knows about it; kept for ever, so fields are added and never renamed. */
export type DomainEvent<F extends EventPayload = EventPayload> = F & {
  /** UUIDv5(command or cause id, index): the same cause written twice is recognised. */
  readonly id: EventId;
  readonly version: number;
  /** Absent while no organization exists yet. */
  readonly organizationId?: OrganizationId;
  readonly atMs: number;
  readonly causationId: CommandId | EventId;
  readonly correlationId: string;
  readonly actor: Actor;
  /** On the last event of a command: the answer its sender waits for, with the hash of the request that asked. */
  readonly answers?: { readonly requestHash: string };
  /** On the last event of a command in a stream that does not end: the state after it, which the next decision begins with. */
  readonly carried?: { readonly version: number; readonly state: Json };
};

export type EventOf<Type extends EventType> = DomainEvent<
  Extract<EventPayload, { readonly type: Type }>
>;

/** Version 2 seals personal fields. `upcast.ts` converts events of version 1 when they are read. */
export const eventVersion = 2;
