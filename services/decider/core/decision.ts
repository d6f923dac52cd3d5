import type { RejectionReason } from '../../../schemas/events/command.ts';
import type { Fact } from '../../../schemas/events/event.ts';
import type { StreamName } from '../../../schemas/ids.ts';
import type { State } from './state.ts';

/** What is known of the streams read so far; a stream without events has no state. */
export type States = ReadonlyMap<StreamName, State | undefined>;

/** Facts for one stream. A decision names a stream once. */
export type Append = { readonly stream: StreamName; readonly facts: readonly Fact[] };

/** `appends`: in the order of writing, the fact that the sender waits for last. */
export type Decision =
  | { readonly kind: 'accepted'; readonly appends: readonly Append[] }
  | Rejected;

export type Rejected = {
  readonly kind: 'rejected';
  readonly reason: RejectionReason;
  readonly message: string;
  readonly retryAtMs?: number;
};

export const accept = (...appends: readonly Append[]): Decision => ({
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
