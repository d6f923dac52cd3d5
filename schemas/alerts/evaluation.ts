/**
 * What an evaluation led to.
 *  ok         the condition does not hold
 *  pending    it holds, but not for long enough, or the cooldown is not over
 *  triggered  the alert fires from here on
 *  firing     it went on
 *  resolved   it ended here
 *  held       nobody could send during a part of the window, and the rule keeps its state
 *  skipped    there was no data, and the rule keeps its state (`no_data: ignore`)
 */
export const evaluationOutcomes = [
  'ok',
  'pending',
  'triggered',
  'firing',
  'resolved',
  'held',
  'skipped',
] as const;

export type EvaluationOutcome = (typeof evaluationOutcomes)[number];
