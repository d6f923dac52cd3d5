import type { AlertRule } from '../../../schemas/alerts/rule.ts';
import { holds, recoveryThresholdOf } from '../rule.ts';

/** One comparison of a rule, with what the rule says for all of them. A rule without `conditions` is its own only one. */
export type Condition = Pick<
  AlertRule,
  | 'metric'
  | 'measuring'
  | 'operator'
  | 'threshold'
  | 'recoveryThreshold'
  | 'windowMinutes'
  | 'minSamples'
  | 'noData'
>;

/** The rule's own comes first. The others end at their thresholds, and look back as far as the rule unless they say how far. */
export function conditionsOf(rule: AlertRule): readonly [Condition, ...Condition[]] {
  const { conditions, windowMinutes, minSamples, noData } = rule;
  if (conditions === undefined) return [rule];
  return [rule, ...conditions.map(one => ({ windowMinutes, ...one, minSamples, noData }))];
}

/** Whether a condition holds; undefined: no data, and the rule keeps its state. */
export const breaches = (condition: Condition, value: number | undefined): boolean | undefined =>
  value === undefined
    ? whenNoData(condition)
    : holds(condition.operator, value, condition.threshold);

/** Whether an alert lasts by a condition, as above. */
export const lasts = (condition: Condition, value: number | undefined): boolean | undefined =>
  value === undefined
    ? whenNoData(condition)
    : holds(condition.operator, value, recoveryThresholdOf(condition));

const whenNoData = ({ noData }: Condition): boolean | undefined =>
  noData === 'ignore' ? undefined : noData === 'alert';

/**
 * What conditions say together. Undefined is not known: it decides where the others do not.
 *  all  one that does not hold is enough for no
 *  any  one that holds is enough for yes
 */
export function together(
  match: AlertRule['match'],
  answers: readonly (boolean | undefined)[],
): boolean | undefined {
  const deciding = match === 'any';
  if (answers.includes(deciding)) return deciding;
  return answers.includes(undefined) ? undefined : !deciding;
}
