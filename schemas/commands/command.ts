import type { Actor } from '../events/event.ts';
import type { CommandPayload } from '../features.ts';
import type { CommandId, OrganizationId, StreamName } from '../ids.ts';

export type { CommandPayload };

/** A wish on its way. Time, ids and randomness are in it, so that deciding is pure. */
export type Command<W extends CommandPayload = CommandPayload> = W & {
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

export type CommandOf<Type extends CommandPayload['type']> = Command<
  Extract<CommandPayload, { readonly type: Type }>
>;

/** Version 2 seals personal fields. */
export const commandVersion = 2;
