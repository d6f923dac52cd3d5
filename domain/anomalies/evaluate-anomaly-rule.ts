import { breaches } from '../alerts/evaluation/conditions.ts';
import { conclude, type Evaluated, outcomeOf } from '../alerts/evaluation/evaluate-rule.ts';
import type { EvaluatedRule } from '../alerts/evaluation/evaluated-rule.ts';
import { type Figures, ruleEvidence } from '../alerts/evaluation/rule-evidence.ts';
import type { LookBack } from '../alerts/evaluation/windows/look-back.ts';
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
  const placed = [{ condition: of.rule, from, to }] as const;
  const found = { from, to, tickMs, value, told: value, outcome, samples: histogram.n };
  return conclude(of, stepped, found, () => ruleEvidence(of, placed, figures).evidence);
}
