import type { MsInStates } from './time-in-states.ts';
import type { Transition } from './transition.ts';

export type Replayed = {
  readonly transitions: readonly Transition[];
  readonly msInStates: MsInStates;
  /** The rule began at another time than was recorded: the log from before is missing here. */
  readonly isUnsure: boolean;
  /** Up to here the rule was not evaluated: which anomalies were known is not in the records that were read. 0: it always was. */
  readonly unknownUpToMs: number;
};
