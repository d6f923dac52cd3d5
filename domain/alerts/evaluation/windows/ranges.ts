import { breaches, type Condition } from '../conditions.ts';
import { type EvaluatedRule, isAnomalyRule } from '../evaluated-rule.ts';
import { isCount, metricValue } from '../value.ts';
import type { LookBack } from './look-back.ts';
import { aheadMs, type Range } from './slots.ts';

/**
 * The windows that a condition looks at. Latencies and rates include the window that has just begun, so a breach is
 * noticed at once. A count of that one is too low: it may be over a threshold, and never under one.
 */
export function rangesOf(of: EvaluatedRule, condition: Condition): readonly [Range, ...Range[]] {
  if (!isCount(condition)) return ['running'];
  const isUpward = condition.operator.startsWith('>') && !isAnomalyRule(of);
  return isUpward && of.runningCounts ? ['complete', 'running'] : ['complete'];
}

/** A condition of a rule with what it looks at, by `rangesOf`. */
export type Looked = {
  readonly condition: Condition;
  readonly lookBacks: readonly [LookBack, ...LookBack[]];
};

type Decisive = {
  readonly lookBack: LookBack;
  /** How much later it ends than the complete windows of the condition. */
  readonly aheadMs: number;
};

/** The windows that decide: a quiet rule fires on either, and a firing one resolves on complete ones alone. */
export function decisive(
  { now }: EvaluatedRule,
  { condition, lookBacks: [complete, running] }: Looked,
): Decisive {
  if (running !== undefined && now.status === 'quiet') {
    const isOver = breaches(condition, metricValue(condition, running.histogram));
    if (isOver) return { lookBack: running, aheadMs };
  }
  return { lookBack: complete, aheadMs: 0 };
}
