import { type EvaluatedRule, isAnomalyRule } from './evaluated-rule.ts';
import type { LookBack } from './look-back.ts';
import { breaches } from './rule-state.ts';
import { aheadMs, type Range } from './slots.ts';
import { isCount, metricValue } from './value.ts';

/**
 * The windows that a rule looks at. Latencies and rates include the window that has just begun, so a breach is noticed at
 * once. A count of that one is too low: it may be over a threshold, and never under one.
 */
export function rangesOf(of: EvaluatedRule): readonly [Range, ...Range[]] {
  const { rule, runningCounts } = of;
  if (!isCount(rule)) return ['running'];
  const isUpward = rule.operator.startsWith('>') && !isAnomalyRule(of);
  return isUpward && runningCounts ? ['complete', 'running'] : ['complete'];
}

export type Decisive = {
  readonly lookBack: LookBack;
  /** How much later it ends than the complete windows of the rule. */
  readonly aheadMs: number;
};

/** The windows that decide: a quiet rule fires on either, and a firing one resolves on complete ones alone. */
export function decisive(
  { rule, now }: EvaluatedRule,
  [complete, running]: readonly [LookBack, ...LookBack[]],
): Decisive {
  if (running !== undefined && now.status === 'quiet') {
    const isOver = breaches(rule, metricValue(rule, running.histogram));
    if (isOver) return { lookBack: running, aheadMs };
  }
  return { lookBack: complete, aheadMs: 0 };
}
