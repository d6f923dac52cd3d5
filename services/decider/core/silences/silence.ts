import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { SilenceEvent } from '../../../../schemas/silences/events.ts';
import { type SilenceId, silenceStream } from '../../../../schemas/silences/ids.ts';
import type { Silence } from '../../../../schemas/silences/silence.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import type { Rejected } from '../decision.ts';
import { known } from '../known.ts';

export type SilenceState = {
  readonly kind: 'silence';
  readonly organizationId: OrganizationId;
  readonly silence: Silence;
  /** A user ended it. */
  readonly isEnded: boolean;
};

/** A user may change a silence any number of times: each event carries the state. */
export const silences = aggregate<SilenceState, SilenceEvent['type']>({
  kind: 'silence',
  reads: 'carried',
  version: 1,
  events: { SilenceStarted: true, SilenceChanged: true, SilenceEnded: true },
  evolve: evolveSilence,
});

function evolveSilence(
  state: SilenceState | undefined,
  event: EventOf<SilenceEvent['type']>,
): SilenceState | undefined {
  switch (event.type) {
    case 'SilenceStarted':
    case 'SilenceChanged': {
      const { silenceId: _, restoredFrom: __, organizationId, ...silence } = event.data;
      return { kind: 'silence', organizationId, silence, isEnded: false };
    }
    case 'SilenceEnded':
      return state && { ...state, isEnded: true };
  }
}

/** The silence that a user commands; that of another organization is unknown. */
export const commandedSilence = (
  silenceId: SilenceId,
  asking: OrganizationId | undefined,
  states: States,
): SilenceState | Rejected =>
  known(stateOf(silences, states, silenceStream(silenceId)), asking, `silence ${silenceId}`);
