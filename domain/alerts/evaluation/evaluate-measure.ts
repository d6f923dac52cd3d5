import type { ConditionEvidence, Evidence } from '../../../schemas/alerts/evidence.ts';
import type { MeasureRecord } from '../../../schemas/telemetry/window-record.ts';
import { topics } from '../../../schemas/topics.ts';
import { isOtlp } from '../rule.ts';
import { breaches } from './conditions.ts';
import { conclude, type Evaluated, outcomeOf } from './evaluate-rule.ts';
import { type EvaluatedRule, isMeasuredRule, serviceNameOf } from './evaluated-rule.ts';
import { isUnheard, type Outage } from './outages.ts';
import { stepBy, type Verdict } from './rule-state.ts';
import { verdictOf } from './verdict.ts';

export type Measured = {
  /** Of the topic `windows`. */
  readonly partition: number;
  /** Of the record. */
  readonly offset: number;
  readonly outages: readonly Outage[];
};

/**
 * Evaluates a rule on what it measured, and moves its state. How long a breach lasts is counted in windows, as their
 * measures come when the warehouse has them. Undefined: another version measured that, or the window was measured before.
 */
export function evaluateMeasure(
  of: EvaluatedRule,
  measure: MeasureRecord,
  tickMs: number,
  { outages, ...place }: Measured,
): Evaluated | undefined {
  const { windowFromMs: fromMs, windowToMs: toMs, samples } = measure;
  const isKnown = toMs <= (of.measuredToMs ?? 0);
  if (!isMeasuredRule(of) || of.version !== measure.ruleVersion || isKnown) return undefined;
  of.measuredToMs = toMs;
  const value = figureOf(of, measure);
  const [from, to] = [fromMs / 1000, toMs / 1000];
  const isHeld = windowsOf(measure).some(window => isUnheard(outages, window));
  const seen = { condition: of.rule, value, samples, from, to, aheadMs: 0, isUnheard: isHeld };
  const verdict = measure.isGone ? ended : verdictOf(of, [seen]);
  const at = { windowToMs: toMs, settledToMs: toMs, aheadMs: 0, isAhead: false, tickMs: toMs };
  const stepped = stepBy(of.rule, of.now, verdict, at);
  const isKept = isHeld && stepped.action === undefined;
  const outcome = isKept ? 'held' : outcomeOf(verdict.holds, stepped);
  const found = { from, to, tickMs, value, told: value, outcome, samples };
  return conclude(of, stepped, found, () => evidenceOf(of, measure, place));
}

/** Whatever the rule does without data: what was deleted will have none again. */
const ended: Verdict = { holds: false, condition: 0, reason: 'no_data' };

const windowsOf = ({ windowFromMs, windowToMs: toMs, burns = [] }: MeasureRecord) =>
  [{ windowFromMs }, ...burns].map(({ windowFromMs: fromMs }) => ({ fromMs, toMs }));

/** Nothing is a count of zero; every other figure is missing below `minSamples`. */
function figureOf(
  { rule: { metric, measuring, minSamples } }: EvaluatedRule,
  { value, samples }: MeasureRecord,
): number | undefined {
  if (isOtlp(metric) && measuring?.aggregation === 'count') return value ?? 0;
  return samples < minSamples ? undefined : (value ?? undefined);
}

/** The record itself is what the value follows from. */
const evidenceOf = (
  of: EvaluatedRule,
  measure: MeasureRecord,
  { partition, offset }: Pick<Measured, 'partition' | 'offset'>,
): Evidence => ({
  ruleVersion: of.version,
  window: { fromMs: measure.windowFromMs, toMs: measure.windowToMs },
  serviceName: serviceNameOf(of),
  samples: measure.samples,
  late: 0,
  errors: measure.errors ?? 0,
  exemplars: [],
  log: [{ topic: topics.windows, partition, first: offset, last: offset }],
  ...(measure.burns && { conditions: conditionsOf(of, measure) }),
});

/** What each window of a burn rate saw. */
const conditionsOf = (
  { rule }: EvaluatedRule,
  { burns = [], windowToMs: toMs }: MeasureRecord,
): readonly ConditionEvidence[] =>
  burns.map(({ windowFromMs: fromMs, value, samples }) => ({
    metric: rule.metric,
    operator: rule.operator,
    threshold: rule.threshold,
    window: { fromMs, toMs },
    value,
    holds: breaches(rule, value ?? undefined) === true,
    samples,
  }));
