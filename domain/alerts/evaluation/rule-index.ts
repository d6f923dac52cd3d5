import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import { type Condition, conditionsOf } from './conditions.ts';
import { type EvaluatedRule, isMeasuredRule, seriesOf } from './evaluated-rule.ts';
import { createLookBack, type LookBack, type Looking, type Windows } from './windows/look-back.ts';
import { type Looked, rangesOf } from './windows/ranges.ts';
import type { Range } from './windows/slots.ts';

export type RuleIndex = {
  readonly all: ReadonlyMap<AlertRuleId, EvaluatedRule>;
  readonly ofSeries: (series: string) => Iterable<EvaluatedRule>;
  /** What its conditions look at. Made from the windows that are there when it is first asked for in a slot. */
  readonly looked: (of: EvaluatedRule, slot: number) => readonly [Looked, ...Looked[]];
  readonly lookBacksOf: (series: string, slot: number) => Iterable<LookBack>;
  readonly moveTo: (slot: number) => void;
  readonly set: (of: EvaluatedRule) => void;
  readonly remove: (ruleId: AlertRuleId) => void;
};

/** The rules of a partition, by the series whose windows they look at. */
export function createRuleIndex(windows: Windows): RuleIndex {
  const all = new Map<AlertRuleId, EvaluatedRule>();
  const bySeries = new Map<string, Set<EvaluatedRule>>();
  const sums = new Map<string, LookBack>();
  const ofSeries = (series: string): ReadonlySet<EvaluatedRule> => bySeries.get(series) ?? none;
  const lookBack = (looking: Looking, slot: number): LookBack => {
    const name = lookBackName(looking);
    const made = sums.get(name) ?? createLookBack(looking, slot, windows);
    sums.set(name, made);
    return made;
  };
  const looked: RuleIndex['looked'] = (of, slot) => {
    const look = (condition: Condition): Looked => {
      const [first, ...more] = lookingsOf(of, condition);
      const lookBacks = [lookBack(first, slot), ...more.map(one => lookBack(one, slot))] as const;
      return { condition, lookBacks };
    };
    const [own, ...others] = conditionsOf(of.rule);
    return [look(own), ...others.map(look)];
  };
  const remove = (ruleId: AlertRuleId): void => {
    const of = all.get(ruleId);
    if (of === undefined) return;
    all.delete(ruleId);
    const others = bySeries.get(seriesOf(of));
    others?.delete(of);
    if (others?.size === 0) bySeries.delete(seriesOf(of));
    const kept = new Set([...(others ?? none)].flatMap(namesOf));
    for (const name of namesOf(of)) if (!kept.has(name)) sums.delete(name);
  };
  return {
    all,
    ofSeries,
    looked,
    lookBacksOf: (series, slot) =>
      new Set(
        [...ofSeries(series)].flatMap(of => looked(of, slot).flatMap(({ lookBacks }) => lookBacks)),
      ),
    moveTo: slot => {
      for (const one of sums.values()) one.moveTo(slot);
    },
    set: of => {
      remove(of.ruleId);
      all.set(of.ruleId, of);
      if (isMeasuredRule(of)) return;
      bySeries.set(seriesOf(of), new Set(ofSeries(seriesOf(of))).add(of));
    },
    remove,
  };
}

const none: ReadonlySet<EvaluatedRule> = new Set();

function lookingsOf(of: EvaluatedRule, condition: Condition): readonly [Looking, ...Looking[]] {
  const { windowMinutes } = condition;
  const [first, ...more] = rangesOf(of, condition);
  const looking = (range: Range): Looking => ({ series: seriesOf(of), range, windowMinutes });
  return [looking(first), ...more.map(looking)];
}

const namesOf = (of: EvaluatedRule): string[] =>
  conditionsOf(of.rule).flatMap(one => lookingsOf(of, one).map(lookBackName));

/** Conditions that look at the same windows share their sum. */
const lookBackName = ({ series, range, windowMinutes }: Looking): string =>
  JSON.stringify([series, windowMinutes, range]);
