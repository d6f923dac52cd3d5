import type { EvaluationOutcome } from '../../../schemas/alerts/evaluation.ts';
import type { Evidence } from '../../../schemas/alerts/evidence.ts';
import { type Condition, conditionsOf } from './conditions.ts';
import type { Action, Amend, EvaluatedRule, EvaluationEntry, Raise } from './evaluated-rule.ts';
import { isUnheard, type Outage } from './outages.ts';
import { type Figures, type Placed, ruleEvidence } from './rule-evidence.ts';
import { type AlertNow, type Place, type Step, stepBy } from './rule-state.ts';
import { metricValue } from './value.ts';
import { type Seen, verdictOf } from './verdict.ts';
import { decisive, type Looked } from './windows/ranges.ts';

export type Evaluating = Figures & { readonly outages: readonly Outage[] };

export type Evaluated = { readonly entry: EvaluationEntry; readonly action?: Action };

/** Evaluates a rule on the windows that its conditions look at, and moves its state. */
export function evaluateRule(
  of: EvaluatedRule,
  [first, ...more]: readonly [Looked, ...Looked[]],
  tickMs: number,
  { outages, ...figures }: Evaluating,
): Evaluated {
  const see = (looked: Looked): Seen => seen(of, looked, outages);
  const all: AllSeen = [see(first), ...more.map(see)];
  const verdict = verdictOf(of, all);
  const stepped = stepBy(of.rule, of.now, verdict, placeOf(all, tickMs));
  const isHeld = all.some(one => one.isUnheard) && verdict.holds !== false;
  const isKept = isHeld && stepped.action === undefined;
  const outcome = isKept ? 'held' : outcomeOf(verdict.holds, stepped);
  const [{ value, samples }] = all;
  const told = shownOf(of, all, stepped).value;
  const { from, to } = all[0];
  const found = { from, to, tickMs, outcome, value, samples, told };
  return conclude(of, stepped, found, () => ruleEvidence(of, all, figures).evidence);
}

type AllSeen = readonly [Seen, ...Seen[]];

function seen(of: EvaluatedRule, looked: Looked, outages: readonly Outage[]): Seen {
  const { condition } = looked;
  const { lookBack, aheadMs } = decisive(of, looked);
  const { histogram } = lookBack;
  const { from, to } = lookBack.range();
  return {
    condition,
    from,
    to,
    aheadMs,
    value: metricValue(condition, histogram),
    samples: histogram.n,
    isUnheard: isUnheard(outages, { fromMs: from * 1000, toMs: to * 1000 }),
  };
}

const placeOf = (all: AllSeen, tickMs: number): Place => ({
  windowToMs: all[0].to * 1000,
  settledToMs: Math.min(...all.map(({ to }) => to)) * 1000,
  aheadMs: all[0].aheadMs,
  isAhead: all.some(({ aheadMs }) => aheadMs > 0),
  tickMs,
});

/** The condition for which a rule fires, or fired; else its own. */
function shownOf({ now }: EvaluatedRule, all: AllSeen, step: Step): Seen {
  const firing = step.now.status === 'firing' ? step.now : now;
  return (firing.status === 'firing' && all[firing.condition ?? 0]) || all[0];
}

type Found = Pick<EvaluationEntry, 'value' | 'outcome' | 'samples' | 'tickMs'> & {
  /** Of the window, seconds since 1970; `to` is not part of it. */
  readonly from: number;
  readonly to: number;
  /** The value of the condition for which it fires. */
  readonly told: number | undefined;
};

/** Moves the state of a rule, and says what follows from that. */
export function conclude(
  of: EvaluatedRule,
  { now, action }: Step,
  { from, to, tickMs, told, ...found }: Found,
  evidenceFor: () => Evidence,
): Evaluated {
  of.now = now;
  const place = { rule: of, windowFromMs: from * 1000, windowToMs: to * 1000, tickMs };
  const entry = { ...place, ...found };
  const value = told ?? null;
  if (action === undefined) return { entry };
  if (action !== 'raise')
    return { entry, action: { type: 'resolve', ...place, value, reason: action.resolve } };
  const evidence = evidenceFor();
  of.trigger = { evidence, isBreach: true };
  return { entry, action: { type: 'raise', ...place, value, evidence, ...conditionOf(now) } };
}

const conditionOf = (now: AlertNow): Pick<Raise, 'condition'> =>
  now.status === 'firing' && now.condition !== undefined ? { condition: now.condition } : {};

export function outcomeOf(isBreach: boolean | undefined, { now, action }: Step): EvaluationOutcome {
  if (action !== undefined) return action === 'raise' ? 'triggered' : 'resolved';
  if (isBreach === undefined) return 'skipped';
  if (now.status === 'firing') return 'firing';
  return isBreach ? 'pending' : 'ok';
}

/** Windows that got late spans, by their start in seconds, and the record that had them. */
export type LateSpans = { readonly times: readonly number[]; readonly offset: number };

/** What late spans in the windows of the last trigger make of its verdict; undefined: the same. */
export function amendTrigger(
  of: EvaluatedRule,
  { times, offset }: LateSpans,
  evaluating: Figures,
): Amend | undefined {
  const { trigger } = of;
  if (trigger === undefined) return undefined;
  const placed = placedAt(of.rule, trigger.evidence);
  const isIn = ({ from, to }: Placed): boolean => times.some(time => time >= from && time < to);
  if (!placed.some(isIn)) return undefined;
  // A log that is read again has nothing new for figures that have it.
  if (offset <= (trigger.evidence.log[0]?.last ?? -1)) return undefined;
  const { evidence: after, isBreach } = ruleEvidence(of, placed, evaluating);
  if (isBreach === trigger.isBreach) return undefined;
  of.trigger = { evidence: after, isBreach };
  return { type: 'amend', rule: of, before: trigger.evidence, after };
}

/** The windows in which the conditions of a rule were seen. */
function placedAt(
  rule: EvaluatedRule['rule'],
  { window, conditions }: Evidence,
): readonly [Placed, ...Placed[]] {
  const placed = (condition: Condition, at: number): Placed => {
    const { fromMs, toMs } = conditions?.[at]?.window ?? window;
    return { condition, from: fromMs / 1000, to: toMs / 1000 };
  };
  const [own, ...more] = conditionsOf(rule);
  return [placed(own, 0), ...more.map((condition, at) => placed(condition, at + 1))];
}
