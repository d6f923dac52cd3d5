import type { MsInStates } from './time-in-states.ts';
import type { Transition } from './transition.ts';

export type Replayed = {
  readonly transitions: readonly Transition[];
  readonly msInStates: MsInStates;
  /** The rule began at another time than was recorded: the log from before is missing here. */
  readonly isUnsure: boolean;
};
