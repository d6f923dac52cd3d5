import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import { type EvaluatedRule, seriesOf } from './evaluated-rule.ts';
import { createLookBack, type LookBack, type Windows } from './look-back.ts';
import { isCount } from './value.ts';

export type RuleIndex = {
  readonly all: ReadonlyMap<AlertRuleId, EvaluatedRule>;
  readonly ofSeries: (series: string) => Iterable<EvaluatedRule>;
  /** Made from the windows that are there when it is first asked for in a slot. */
  readonly lookBack: (of: EvaluatedRule, slot: number) => LookBack;
  readonly lookBacksOf: (series: string, slot: number) => Iterable<LookBack>;
  readonly moveTo: (slot: number) => void;
  readonly set: (of: EvaluatedRule) => void;
  readonly remove: (ruleId: AlertRuleId) => void;
};

/** The rules of a partition, by the series whose windows they look at. */
export function createRuleIndex(windows: Windows): RuleIndex {
  const all = new Map<AlertRuleId, EvaluatedRule>();
  const bySeries = new Map<string, Set<EvaluatedRule>>();
  const lookBacks = new Map<string, LookBack>();
  const ofSeries = (series: string): ReadonlySet<EvaluatedRule> => bySeries.get(series) ?? none;
  const lookBack = (of: EvaluatedRule, slot: number): LookBack => {
    const name = lookBackName(of);
    const made = lookBacks.get(name) ?? createLookBack(of.rule, seriesOf(of), slot, windows);
    lookBacks.set(name, made);
    return made;
  };
  const remove = (ruleId: AlertRuleId): void => {
    const of = all.get(ruleId);
    if (of === undefined) return;
    all.delete(ruleId);
    const others = bySeries.get(seriesOf(of));
    others?.delete(of);
    if (others?.size === 0) bySeries.delete(seriesOf(of));
    const name = lookBackName(of);
    if (![...(others ?? none)].some(other => lookBackName(other) === name)) lookBacks.delete(name);
  };
  return {
    all,
    ofSeries,
    lookBack,
    lookBacksOf: (series, slot) => new Set(Array.from(ofSeries(series), of => lookBack(of, slot))),
    moveTo: slot => {
      for (const one of lookBacks.values()) one.moveTo(slot);
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

/** Rules that look at the same windows share their sum. */
const lookBackName = (of: EvaluatedRule): string =>
  JSON.stringify([seriesOf(of), of.rule.windowMinutes, isCount(of.rule)]);
