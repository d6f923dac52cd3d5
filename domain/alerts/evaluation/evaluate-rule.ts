import type { EvaluationOutcome } from '../../../schemas/alerts/evaluation.ts';
import type { Action, Amend, EvaluatedRule, EvaluationEntry } from './evaluated-rule.ts';
import { seriesOf } from './evaluated-rule.ts';
import { evidenceOf } from './evidence.ts';
import type { Windows } from './look-back.ts';
import { isUnheard, type Outage } from './outages.ts';
import type { Decisive } from './ranges.ts';
import { breaches, type Step, step, stepUnheard } from './rule-state.ts';
import { metricValue } from './value.ts';

export type Figures = {
  readonly windows: Windows;
  /** Of the topic `windows`. */
  readonly partition: number;
};

export type Evaluating = Figures & { readonly outages: readonly Outage[] };

export type Evaluated = { readonly entry: EvaluationEntry; readonly action?: Action };

/** Evaluates a rule on the windows that it looks at, and moves its state. */
export function evaluateRule(
  of: EvaluatedRule,
  { lookBack: { histogram, range }, aheadMs }: Decisive,
  tickMs: number,
  evaluating: Evaluating,
): Evaluated {
  const { from, to } = range();
  const value = metricValue(of.rule, histogram);
  const isHeld = isUnheard(evaluating.outages, { fromMs: from * 1000, toMs: to * 1000 });
  const evaluated = { value, tickMs, windowToMs: to * 1000, aheadMs };
  const stepped = (isHeld ? stepUnheard : step)(of.rule, of.now, evaluated);
  const isKept = isHeld && stepped.action === undefined;
  const outcome = isKept ? 'held' : outcomeOf(breaches(of.rule, value), stepped);
  const found = { value, outcome, samples: histogram.n };
  return conclude(of, stepped, { from, to, tickMs, ...found }, evaluating);
}

type Found = Pick<EvaluationEntry, 'value' | 'outcome' | 'samples' | 'tickMs'> & {
  /** Of the window, seconds since 1970; `to` is not part of it. */
  readonly from: number;
  readonly to: number;
};

/** Moves the state of a rule, and says what follows from that. */
export function conclude(
  of: EvaluatedRule,
  { now, action }: Step,
  { from, to, tickMs, ...found }: Found,
  figures: Figures,
): Evaluated {
  of.now = now;
  const place = { rule: of, windowFromMs: from * 1000, windowToMs: to * 1000, tickMs };
  const entry = { ...place, ...found };
  const value = found.value ?? null;
  if (action === undefined) return { entry };
  if (action !== 'raise')
    return { entry, action: { type: 'resolve', ...place, value, reason: action.resolve } };
  const { evidence } = evidenceOf(evidenceRange(of, { from, to }, figures), figures.windows);
  of.trigger = { evidence, isBreach: true };
  return { entry, action: { type: 'raise', ...place, value, evidence } };
}

export function outcomeOf(isBreach: boolean | undefined, { now, action }: Step): EvaluationOutcome {
  if (action !== undefined) return action === 'raise' ? 'triggered' : 'resolved';
  if (isBreach === undefined) return 'skipped';
  if (now.status === 'firing') return 'firing';
  return isBreach ? 'pending' : 'ok';
}

/** Windows that got late spans, by their start in seconds, and the record that had them. */
export type LateSpans = { readonly times: readonly number[]; readonly offset: number };

/** What late spans in the window of the last trigger make of its verdict; undefined: the same. */
export function amendTrigger(
  of: EvaluatedRule,
  { times, offset }: LateSpans,
  evaluating: Figures,
): Amend | undefined {
  const { trigger } = of;
  if (trigger === undefined) return undefined;
  const { fromMs, toMs } = trigger.evidence.window;
  const [from, to] = [fromMs / 1000, toMs / 1000];
  if (!times.some(time => time >= from && time < to)) return undefined;
  // A log that is read again has nothing new for figures that have it.
  if (offset <= (trigger.evidence.log[0]?.last ?? -1)) return undefined;
  const { evidence: after, histogram } = evidenceOf(
    evidenceRange(of, { from, to }, evaluating),
    evaluating.windows,
  );
  const isBreach = breaches(of.rule, metricValue(of.rule, histogram)) === true;
  if (isBreach === trigger.isBreach) return undefined;
  of.trigger = { evidence: after, isBreach };
  return { type: 'amend', rule: of, before: trigger.evidence, after };
}

const evidenceRange = (
  of: EvaluatedRule,
  { from, to }: { readonly from: number; readonly to: number },
  { partition }: Figures,
) => ({
  from,
  to,
  partition,
  ruleVersion: of.version,
  series: seriesOf(of),
  serviceName: of.rule.scope.type === 'service' ? of.rule.scope.service : '',
});
