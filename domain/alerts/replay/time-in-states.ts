import type { EvaluationOutcome } from '../../../schemas/alerts/evaluation.ts';

/** What a rule is doing: `no_data` keeps what it was, `off` is before and after its life. */
export type ReplayedState = 'ok' | 'pending' | 'firing' | 'no_data' | 'off';

export type MsInStates = Readonly<Record<ReplayedState, number>>;

const states: Readonly<Record<EvaluationOutcome, ReplayedState>> = {
  ok: 'ok',
  resolved: 'ok',
  pending: 'pending',
  triggered: 'firing',
  firing: 'firing',
  skipped: 'no_data',
  held: 'no_data',
};

export type TimeInStates = {
  readonly evaluated: (outcome: EvaluationOutcome, tickMs: number) => void;
  readonly ended: (tickMs: number) => void;
  /** Up to this time. */
  readonly sum: (tickMs: number) => MsInStates;
};

/** Adds up how long a rule was in each state from a time of the evaluator on. */
export function createTimeInStates(fromMs: number): TimeInStates {
  const sums = { ok: 0, pending: 0, firing: 0, no_data: 0, off: 0 };
  let state: ReplayedState = 'off';
  let sinceMs = fromMs;
  const pass = (tickMs: number): void => {
    if (tickMs <= sinceMs) return;
    sums[state] += tickMs - sinceMs;
    sinceMs = tickMs;
  };
  return {
    evaluated: (outcome, tickMs) => {
      pass(tickMs);
      state = states[outcome];
    },
    ended: tickMs => {
      pass(tickMs);
      state = 'off';
    },
    sum: tickMs => {
      pass(tickMs);
      return { ...sums };
    },
  };
}
