import type { CommandOf, CommandPayload } from '../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../schemas/events/event.ts';
import type { RejectionReason } from '../../../schemas/features.ts';
import type { StreamName } from '../../../schemas/ids.ts';
import type { States } from './aggregate.ts';

/** Facts for one stream. A decision names a stream once. */
export type StreamAppend = { readonly stream: StreamName; readonly facts: readonly EventPayload[] };

/** `appends`: in the order of writing, the fact that the sender waits for last. */
export type Decision =
  | { readonly kind: 'accepted'; readonly appends: readonly StreamAppend[] }
  | Rejected;

export type Rejected = {
  readonly kind: 'rejected';
  readonly reason: RejectionReason;
  readonly message: string;
  readonly retryAtMs?: number;
};

export const accept = (...appends: readonly StreamAppend[]): Decision => ({
  kind: 'accepted',
  appends: appends.filter(append => append.facts.length > 0),
});

/** `retryAtMs`: the same wish may succeed from this instant on. */
export const reject = (reason: RejectionReason, message: string, retryAtMs?: number): Rejected => ({
  kind: 'rejected',
  reason,
  message,
  ...(retryAtMs !== undefined && { retryAtMs }),
});

/** How one type of command is decided. */
export type Decider<Type extends CommandPayload['type']> = {
  /**
   * Streams whose states the decision needs, as far as the states read so far can give their names.
   * Called again with more states until it names nothing new.
   */
  readonly streams: (command: CommandOf<Type>, states: States) => readonly StreamName[];
  /** What follows from a command. The same command over the same states gives the same decision. */
  readonly decide: (command: CommandOf<Type>, states: States) => Decision;
};

export type Deciders<Types extends CommandPayload['type']> = {
  readonly [Type in Types]: Decider<Type>;
};
