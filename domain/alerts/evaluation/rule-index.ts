import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import { type EvaluatedRule, seriesOf } from './evaluated-rule.ts';
import { createLookBack, type LookBack, type Looking, type Windows } from './look-back.ts';
import { rangesOf } from './ranges.ts';
import type { Range } from './slots.ts';

export type RuleIndex = {
  readonly all: ReadonlyMap<AlertRuleId, EvaluatedRule>;
  readonly ofSeries: (series: string) => Iterable<EvaluatedRule>;
  /** Of `rangesOf`. Made from the windows that are there when it is first asked for in a slot. */
  readonly lookBacks: (of: EvaluatedRule, slot: number) => readonly [LookBack, ...LookBack[]];
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
  const lookBacks: RuleIndex['lookBacks'] = (of, slot) => {
    const [first, ...more] = lookingsOf(of);
    return [lookBack(first, slot), ...more.map(looking => lookBack(looking, slot))];
  };
  const remove = (ruleId: AlertRuleId): void => {
    const of = all.get(ruleId);
    if (of === undefined) return;
    all.delete(ruleId);
    const others = bySeries.get(seriesOf(of));
    others?.delete(of);
    if (others?.size === 0) bySeries.delete(seriesOf(of));
    const kept = new Set([...(others ?? none)].flatMap(lookingsOf).map(lookBackName));
    for (const name of lookingsOf(of).map(lookBackName)) if (!kept.has(name)) sums.delete(name);
  };
  return {
    all,
    ofSeries,
    lookBacks,
    lookBacksOf: (series, slot) =>
      new Set([...ofSeries(series)].flatMap(of => lookBacks(of, slot))),
    moveTo: slot => {
      for (const one of sums.values()) one.moveTo(slot);
    },
    set: of => {
      remove(of.ruleId);
      all.set(of.ruleId, of);
      bySeries.set(seriesOf(of), new Set(ofSeries(seriesOf(of))).add(of));
    },
    remove,
  };
}

const none: ReadonlySet<EvaluatedRule> = new Set();

function lookingsOf(of: EvaluatedRule): readonly [Looking, ...Looking[]] {
  const { windowMinutes } = of.rule;
  const [first, ...more] = rangesOf(of);
  const looking = (range: Range): Looking => ({ series: seriesOf(of), range, windowMinutes });
  return [looking(first), ...more.map(looking)];
}

/** Rules that look at the same windows share their sum. */
const lookBackName = ({ series, range, windowMinutes }: Looking): string =>
  JSON.stringify([series, windowMinutes, range]);
