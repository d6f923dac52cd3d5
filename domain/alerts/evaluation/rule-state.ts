import type { ResolveReason } from '../../../schemas/alerts/commands.ts';
import type { AlertRule } from '../../../schemas/alerts/rule.ts';
import { minuteMs } from '../../../schemas/durations.ts';
import { holds, recoveryThresholdOf } from '../rule.ts';
import { isCount } from './value.ts';

/**
 * What the evaluator knows of a rule's alert. It follows the same windows as the decider, which has the last word:
 * an alert fires only for a window that ends after the last resolution, and resolves only for a later one.
 */
export type AlertNow =
  | {
      readonly status: 'quiet';
      readonly resolvedToMs: number;
      readonly cooldownEndsAtMs: number;
      /** Since when the condition holds, in the evaluator's time. */
      readonly breachedSinceMs?: number;
    }
  | {
      readonly status: 'firing';
      readonly windowToMs: number;
      readonly cooldownEndsAtMs: number;
    };

/** One evaluation. `value` undefined: the window has none. */
export type Evaluated = {
  readonly value: number | undefined;
  readonly windowToMs: number;
  /** How much of the window is of spans that are still on their way, where complete windows decide too. */
  readonly aheadMs?: number;
  readonly tickMs: number;
};

export type Step = {
  readonly now: AlertNow;
  readonly action?: 'raise' | { readonly resolve: ResolveReason };
};

/** Whether the condition of a rule holds; undefined: no data, and the rule keeps its state. */
export function breaches(rule: AlertRule, value: number | undefined): boolean | undefined {
  if (value !== undefined) return holds(rule.operator, value, rule.threshold);
  if (rule.noData === 'ignore') return undefined;
  return rule.noData === 'alert';
}

/** What an evaluation makes of the state of a rule. Pure: the same windows and ticks give the same alerts. */
export function step(rule: AlertRule, now: AlertNow, evaluated: Evaluated): Step {
  const breached = breaches(rule, evaluated.value);
  if (breached === undefined) return { now };
  return now.status === 'firing'
    ? stepFiring(rule, now, evaluated)
    : stepQuiet(rule, now, evaluated, breached);
}

/**
 * The same where a part of the window is missing because nobody could send: that is no silence, no recovery and no
 * small count. A rule fires for what came all the same, and keeps its state otherwise.
 */
export function stepUnheard(rule: AlertRule, now: AlertNow, evaluated: Evaluated): Step {
  const { value } = evaluated;
  if (value === undefined || now.status === 'firing') return { now };
  const isTooLow = isCount(rule) && !rule.operator.startsWith('>');
  return !isTooLow && breaches(rule, value) === true ? step(rule, now, evaluated) : { now };
}

type Firing = Extract<AlertNow, { readonly status: 'firing' }>;
type Quiet = Extract<AlertNow, { readonly status: 'quiet' }>;

function stepFiring(rule: AlertRule, now: Firing, { value, windowToMs }: Evaluated): Step {
  if (windowToMs <= now.windowToMs) return { now };
  const lasts =
    value === undefined
      ? rule.noData === 'alert'
      : holds(rule.operator, value, recoveryThresholdOf(rule));
  if (lasts) return { now };
  const { cooldownEndsAtMs } = now;
  return {
    now: { status: 'quiet', resolvedToMs: windowToMs, cooldownEndsAtMs },
    action: { resolve: value === undefined ? 'no_data' : 'recovered' },
  };
}

function stepQuiet(
  rule: AlertRule,
  { breachedSinceMs, ...now }: Quiet,
  { windowToMs, aheadMs = 0, tickMs }: Evaluated,
  breached: boolean,
): Step {
  const isLater = windowToMs - aheadMs > now.resolvedToMs;
  // A crash repeats evaluations up to the slot of the resolution, where a running window says nothing of the rule's time.
  if (!breached || (aheadMs > 0 && !isLater)) return { now };
  const sinceMs = breachedSinceMs ?? tickMs;
  const mayFire = isLater && windowToMs >= now.cooldownEndsAtMs;
  if (!mayFire || tickMs - sinceMs < rule.forMinutes * minuteMs) {
    return { now: { ...now, breachedSinceMs: sinceMs } };
  }
  const cooldownEndsAtMs = windowToMs + rule.cooldownMinutes * minuteMs;
  return { now: { status: 'firing', windowToMs, cooldownEndsAtMs }, action: 'raise' };
}
