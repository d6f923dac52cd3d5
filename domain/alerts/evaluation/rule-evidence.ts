import type { ConditionEvidence, Evidence, LogRange } from '../../../schemas/alerts/evidence.ts';
import { breaches, type Condition, together } from './conditions.ts';
import { type EvaluatedRule, seriesOf, serviceNameOf } from './evaluated-rule.ts';
import { metricValue } from './value.ts';
import { evidenceOf } from './windows/evidence.ts';
import type { Windows } from './windows/look-back.ts';

export type Figures = {
  readonly windows: Windows;
  /** Of the topic `windows`. */
  readonly partition: number;
};

/** A condition and its windows, seconds since 1970; `to` is not part of it. */
export type Placed = { readonly condition: Condition; readonly from: number; readonly to: number };

/** What the windows of a rule's conditions say, its own first, read anew, and whether that is a breach. */
export function ruleEvidence(
  of: EvaluatedRule,
  [own, ...more]: readonly [Placed, ...Placed[]],
  figures: Figures,
): { readonly evidence: Evidence; readonly isBreach: boolean } {
  const first = sawAt(of, own, figures);
  const saw = [first, ...more.map(place => sawAt(of, place, figures))];
  const answers = saw.map(({ answer }) => answer);
  const isBreach = together(of.rule.match, answers) === true;
  if (more.length === 0) return { evidence: first.evidence, isBreach };
  const log = wholeLog(saw.flatMap(({ evidence }) => evidence.log));
  return { evidence: { ...first.evidence, log, conditions: saw.map(conditionEvidence) }, isBreach };
}

type Saw = {
  readonly condition: Condition;
  readonly evidence: Evidence;
  readonly value: number | undefined;
  readonly answer: boolean | undefined;
};

function sawAt(of: EvaluatedRule, { condition, from, to }: Placed, figures: Figures): Saw {
  const range = {
    from,
    to,
    partition: figures.partition,
    ruleVersion: of.version,
    series: seriesOf(of),
    serviceName: serviceNameOf(of),
  };
  const { evidence, histogram } = evidenceOf(range, figures.windows);
  const value = metricValue(condition, histogram);
  return { condition, evidence, value, answer: breaches(condition, value) };
}

function conditionEvidence({ condition, evidence, value, answer }: Saw): ConditionEvidence {
  const { metric, operator, threshold } = condition;
  const { window, samples } = evidence;
  const holds = answer === true;
  return { metric, operator, threshold, window, value: value ?? null, holds, samples };
}

/** From the first record of any window to the last. */
function wholeLog(log: readonly LogRange[]): readonly LogRange[] {
  const [any] = log;
  if (any === undefined) return [];
  const first = Math.min(...log.map(one => one.first));
  const last = Math.max(...log.map(one => one.last));
  return [{ ...any, first, last }];
}
