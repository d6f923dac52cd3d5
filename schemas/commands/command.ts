import type { Actor } from '../events/event.ts';
import type { CommandId, OrganizationId, StreamName } from '../ids.ts';
import type { AccountCommand } from './account.ts';
import type { SubscriptionCommand } from './subscription.ts';

/** What somebody wants: the part of a command that a decider reads. */
export type Wish = AccountCommand | SubscriptionCommand;

/** A wish on its way. Time, ids and randomness are in it, so that deciding is pure. */
export type Command<W extends Wish = Wish> = W & {
  readonly id: CommandId;
  readonly version: number;
  /** The first stream it writes: commands about one thing are decided in order. */
  readonly stream: StreamName;
  readonly organizationId?: OrganizationId;
  readonly atMs: number;
  readonly correlationId: string;
  readonly actor: Actor;
  /** Hash of the request, so that an `Idempotency-Key` used for another request is noticed. */
  readonly requestHash: string;
};

export type CommandOf<Type extends Wish['type']> = Command<Extract<Wish, { readonly type: Type }>>;

/** Version 2 seals personal fields. */
export const commandVersion = 2;
