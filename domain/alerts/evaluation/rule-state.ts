import type { ResolveReason } from '../../../schemas/alerts/commands.ts';
import type { AlertRule } from '../../../schemas/alerts/rule.ts';
import { minuteMs } from '../../../schemas/durations.ts';
import { breaches, lasts } from './conditions.ts';

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
      /** As in `AlertTriggered`. */
      readonly condition?: number;
    };

/** What the conditions of a rule make of their windows. */
export type Verdict = {
  /** Whether a quiet rule breaches, or the alert of a firing one lasts; undefined: it is not known. */
  readonly holds: boolean | undefined;
  /** Of several of which one is enough, the first that holds; else 0. */
  readonly condition: number;
  /** Why the alert ends, where it does. */
  readonly reason: Extract<ResolveReason, 'recovered' | 'no_data'>;
};

/** When that was found. */
export type Place = {
  /** End of the window of the rule's own condition: it orders the evaluations of a rule. */
  readonly windowToMs: number;
  /** The end of the window that ends first. */
  readonly settledToMs: number;
  /** How much of the own window is of spans that are still on their way, where complete windows decide too. */
  readonly aheadMs: number;
  /** Whether that is so of any window. */
  readonly isAhead: boolean;
  readonly tickMs: number;
};

/** One evaluation of one condition. `value` undefined: the window has none. */
export type Evaluated = Pick<Place, 'windowToMs' | 'tickMs'> & {
  readonly value: number | undefined;
  readonly aheadMs?: number;
};

export type Step = {
  readonly now: AlertNow;
  readonly action?: 'raise' | { readonly resolve: ResolveReason };
};

/** What an evaluation of one condition makes of the state of a rule. */
export function step(rule: AlertRule, now: AlertNow, evaluated: Evaluated): Step {
  const { value, windowToMs, aheadMs = 0, tickMs } = evaluated;
  const answer = now.status === 'firing' ? lasts : breaches;
  const reason = value === undefined ? 'no_data' : 'recovered';
  const verdict = { holds: answer(rule, value), condition: 0, reason } as const;
  const place = { windowToMs, settledToMs: windowToMs, aheadMs, isAhead: aheadMs > 0, tickMs };
  return stepBy(rule, now, verdict, place);
}

/** What a verdict makes of the state of a rule. Pure: the same windows and ticks give the same alerts. */
export function stepBy(
  rule: AlertRule,
  now: AlertNow,
  { holds: isHolding, condition, reason }: Verdict,
  place: Place,
): Step {
  if (isHolding === undefined) return { now };
  if (now.status === 'quiet') return stepQuiet(rule, now, place, isHolding && { condition });
  if (isHolding || place.settledToMs <= now.windowToMs) return { now };
  const { cooldownEndsAtMs } = now;
  return {
    now: { status: 'quiet', resolvedToMs: place.windowToMs, cooldownEndsAtMs },
    action: { resolve: reason },
  };
}

type Quiet = Extract<AlertNow, { readonly status: 'quiet' }>;

function stepQuiet(
  rule: AlertRule,
  { breachedSinceMs, ...now }: Quiet,
  { windowToMs, aheadMs, isAhead, tickMs }: Place,
  breach: false | Pick<Verdict, 'condition'>,
): Step {
  const isLater = windowToMs - aheadMs > now.resolvedToMs;
  // A crash repeats evaluations up to the slot of the resolution, where a running window says nothing of the rule's time.
  if (!breach || (isAhead && !isLater)) return { now };
  const sinceMs = breachedSinceMs ?? tickMs;
  const mayFire = isLater && windowToMs >= now.cooldownEndsAtMs;
  if (!mayFire || tickMs - sinceMs < rule.forMinutes * minuteMs) {
    return { now: { ...now, breachedSinceMs: sinceMs } };
  }
  const cooldownEndsAtMs = windowToMs + rule.cooldownMinutes * minuteMs;
  const { condition } = breach;
  const firing = { status: 'firing', windowToMs, cooldownEndsAtMs } as const;
  return { now: condition === 0 ? firing : { ...firing, condition }, action: 'raise' };
}
