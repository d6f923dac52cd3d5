import {
  conclude,
  type Evaluated,
  type Figures,
  outcomeOf,
} from '../alerts/evaluation/evaluate-rule.ts';
import type { EvaluatedRule } from '../alerts/evaluation/evaluated-rule.ts';
import type { LookBack } from '../alerts/evaluation/look-back.ts';
import { breaches } from '../alerts/evaluation/rule-state.ts';
import { anomalyScore, type OpenAnomaly, stepAnomalyRule, whenNoAnomaly } from './rule-score.ts';

type Evaluating = Figures & { readonly open: readonly OpenAnomaly[] };

/** Evaluates a rule on the score of open anomalies, and moves its state. The window is what its evidence is about. */
export function evaluateAnomalyRule(
  of: EvaluatedRule,
  { histogram, range }: LookBack,
  tickMs: number,
  { open, ...figures }: Evaluating,
): Evaluated {
  const { from, to } = range();
  const value = anomalyScore(of.rule, open);
  const stepped = stepAnomalyRule(of.rule, of.now, { value, tickMs, windowToMs: to * 1000 });
  const outcome = outcomeOf(breaches(whenNoAnomaly(of.rule), value), stepped);
  return conclude(of, stepped, { from, to, tickMs, value, outcome, samples: histogram.n }, figures);
}
