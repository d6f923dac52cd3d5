import { breaches, type Condition, lasts, together } from './conditions.ts';
import type { EvaluatedRule } from './evaluated-rule.ts';
import type { AlertNow, Verdict } from './rule-state.ts';
import { isCount } from './value.ts';

/** What a condition sees in its windows. */
export type Seen = {
  readonly condition: Condition;
  readonly value: number | undefined;
  /** Entry spans. */
  readonly samples: number;
  /** Of the windows, seconds since 1970; `to` is not part of it. */
  readonly from: number;
  readonly to: number;
  /** How much of it is of spans that are still on their way, where complete windows decide too. */
  readonly aheadMs: number;
  /** Too much is missing because nobody could send. */
  readonly isUnheard: boolean;
};

export function verdictOf(
  { rule: { match }, now }: Pick<EvaluatedRule, 'rule' | 'now'>,
  seen: readonly Seen[],
): Verdict {
  const answers = seen.map(one => answerOf(one, now.status));
  const isMeasured = seen.some(({ value }, at) => answers[at] === false && value !== undefined);
  return {
    holds: together(match, answers),
    condition: match === 'any' ? Math.max(0, answers.indexOf(true)) : 0,
    reason: isMeasured ? 'recovered' : 'no_data',
  };
}

/**
 * What is missing because nobody could send is no silence, no recovery and no small count: then a condition holds for
 * what came all the same, and is not known otherwise.
 */
function answerOf(
  { condition, value, isUnheard }: Seen,
  status: AlertNow['status'],
): boolean | undefined {
  if (!isUnheard) return status === 'firing' ? lasts(condition, value) : breaches(condition, value);
  const isTooLow = isCount(condition) && !condition.operator.startsWith('>');
  if (status === 'firing' || value === undefined || isTooLow) return undefined;
  return breaches(condition, value) === true ? true : undefined;
}
