import type { EventOf, EventType } from '../../../schemas/events/event.ts';
import type { StreamName } from '../../../schemas/ids.ts';

/** What deciding needs to know of one stream; `kind` is also the beginning of the stream's name. */
export type AggregateState = { readonly kind: string };

/** What is known of the streams read so far; a stream without events has no state. */
export type States = ReadonlyMap<StreamName, AggregateState | undefined>;

/**
 * One kind of stream.
 *  reads   `whole`: a stream that ends. For streams that do not end, `last`: any event gives the state;
 *          `carried`: the last event of a command carries the state, which is plain JSON
 *  version of a carried state; a state of another version is computed from all events again
 *  evolve  the state after one more event; pure and total
 */
export type Aggregate<S extends AggregateState, Type extends EventType> = {
  readonly kind: S['kind'];
  readonly reads: 'whole' | 'last' | 'carried';
  readonly version?: number;
  readonly events: { readonly [Name in Type]: true };
  readonly evolve: (state: S | undefined, event: EventOf<Type>) => S | undefined;
};

export const aggregate = <S extends AggregateState, Type extends EventType>(
  definition: Aggregate<S, Type>,
): Aggregate<S, Type> => definition;

/** The state of a stream if it is of this kind; a stream that holds another kind counts as empty. */
export function stateOf<S extends AggregateState>(
  { kind }: { readonly kind: S['kind']; readonly evolve: (...given: never) => S | undefined },
  states: States,
  stream: StreamName,
): S | undefined {
  const state = states.get(stream);
  return state?.kind === kind ? (state as S) : undefined;
}
