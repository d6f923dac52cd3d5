import type { CommandId, EventId, OrganizationId } from '../ids.ts';
import type { AccountEvent } from './account.ts';
import type { CommandEvent } from './command.ts';
import type { DeliveryEvent } from './delivery.ts';
import type { MailboxEvent } from './mailbox.ts';
import type { SubscriptionEvent } from './subscription.ts';

/** What happened: the part of an event that a decider writes. */
export type Fact = AccountEvent | MailboxEvent | SubscriptionEvent | CommandEvent | DeliveryEvent;

export type FactType = Fact['type'];

/** Who caused it: `key:<id>`, `session:<id>`, `operator`, or a role's name. */
export type Actor = string;

/** A fact with everything the shell knows about it; kept for ever, so fields are added and never renamed. */
export type DomainEvent<F extends Fact = Fact> = F & {
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
};

export type EventOf<Type extends FactType> = DomainEvent<Extract<Fact, { readonly type: Type }>>;

/** Version 2 seals personal fields. `upcast.ts` converts events of version 1 when they are read. */
export const eventVersion = 2;
