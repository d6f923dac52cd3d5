import type { ResolveReason } from '../../../schemas/alerts/commands.ts';
import type { Evidence } from '../../../schemas/alerts/evidence.ts';
import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../../schemas/alerts/rule.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import {
  globalService,
  type TickRecord,
  type WindowDelta,
  type WindowDeltaPart,
} from '../../../schemas/telemetry/window-record.ts';
import { windowSeconds } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import { type Sources, takePart } from './delta-parts.ts';
import { evaluatorTimeMs, type Ticks, takeTick } from './evaluator-time.ts';
import { evidenceOf } from './evidence.ts';
import { createLookBack, type LookBack, type Windows } from './look-back.ts';
import { type AlertNow, breaches, step } from './rule-state.ts';
import { isLate, slotOf } from './slots.ts';
import { isCount, valueOf } from './value.ts';
import { addDelta } from './stored-window.ts';

/** A version of a rule, from its adoption on. */
export type EvaluatedRule = {
  readonly ruleId: AlertRuleId;
  readonly organizationId: OrganizationId;
  readonly version: number;
  readonly rule: AlertRule;
  now: AlertNow;
  /** The last trigger of this version, whose figures late spans may still change. */
  trigger?: Trigger | undefined;
};

export type Trigger = { readonly evidence: Evidence; readonly isBreach: boolean };

type OfRule = {
  readonly rule: EvaluatedRule;
  readonly windowFromMs: number;
  readonly windowToMs: number;
  readonly tickMs: number;
};

export type Action =
  | (OfRule & {
      readonly type: 'raise';
      readonly value: number | null;
      readonly evidence: Evidence;
    })
  | (OfRule & {
      readonly type: 'resolve';
      readonly value: number | null;
      readonly reason: ResolveReason;
    })
  | {
      readonly type: 'amend';
      readonly rule: EvaluatedRule;
      readonly before: Evidence;
      readonly after: Evidence;
    };

/** One evaluation of a slot, for the ledger. */
export type EvaluationEntry = OfRule & {
  readonly value: number | undefined;
  readonly samples: number;
  /** Undefined: no data, and the rule keeps its state. */
  readonly isBreach: boolean | undefined;
};

export type EvaluationState = {
  /** Of `windows`. */
  readonly partition: number;
  readonly windows: Windows;
  readonly sources: Sources;
  readonly ticks: Ticks;
};

export type EvaluationObserver = {
  readonly onEvaluated: (entry: EvaluationEntry) => void;
  /** An evaluation because of spans that came. */
  readonly onDeltaEvaluated: () => void;
  readonly onOverlap: (part: WindowDeltaPart) => void;
};

/**
 * The evaluation of the rules of one partition: a pure function of its records and of the places at which rules were
 * adopted. What it changes is in `state` and in the rules, for its owner to store with the position.
 */
export function createEvaluation(state: EvaluationState, observer: EvaluationObserver) {
  const { partition, windows, sources, ticks } = state;
  const rules = new Map<AlertRuleId, EvaluatedRule>();
  const bySeries = new Map<string, Set<EvaluatedRule>>();
  const lookBacks = new Map<string, LookBack>();
  let timeMs = evaluatorTimeMs(ticks);
  let slot = slotOf(timeMs);

  const lookBackFor = ({ rule, ...of }: EvaluatedRule): LookBack => {
    const name = lookBackName({ rule, ...of });
    const known = lookBacks.get(name);
    if (known !== undefined) return known;
    const made = createLookBack(rule, seriesOf({ rule, ...of }), slot, windows);
    lookBacks.set(name, made);
    return made;
  };

  function evaluate(of: EvaluatedRule, tickMs: number): { entry: EvaluationEntry; actions: Action[] } {
    const { histogram, range } = lookBackFor(of);
    const value = valueOf(of.rule, histogram);
    const place = {
      rule: of,
      windowFromMs: range().from * 1000,
      windowToMs: range().to * 1000,
      tickMs,
    };
    const { now, action } = step(of.rule, of.now, { value, tickMs, windowToMs: place.windowToMs });
    of.now = now;
    const isBreach = breaches(of.rule, value);
    const entry = { ...place, value, samples: histogram.n, isBreach };
    if (action === undefined) return { entry, actions: [] };
    if (action !== 'raise') {
      const { resolve: reason } = action;
      return { entry, actions: [{ type: 'resolve', ...place, reason, value: value ?? null }] };
    }
    const { evidence } = evidenceOf(evidenceRange(of, range(), partition), windows);
    of.trigger = { evidence, isBreach: true };
    return { entry, actions: [{ type: 'raise', ...place, evidence, value: value ?? null }] };
  }

  /** Late spans in the window of the last trigger: what they make of its verdict. */
  function amend(of: EvaluatedRule): Action[] {
    const { trigger } = of;
    if (trigger === undefined) return [];
    const { fromMs, toMs } = trigger.evidence.window;
    const range = evidenceRange(of, { from: fromMs / 1000, to: toMs / 1000 }, partition);
    const { evidence: after, histogram } = evidenceOf(range, windows);
    const isBreach = breaches(of.rule, valueOf(of.rule, histogram)) === true;
    if (isBreach === trigger.isBreach) return [];
    of.trigger = { evidence: after, isBreach };
    return [{ type: 'amend', rule: of, before: trigger.evidence, after }];
  }

  function* applyWindows(deltas: readonly WindowDelta[], offset: number): Generator<Action[]> {
    const touched = new Map<string, number[]>();
    for (const delta of deltas) {
      if (!delta.entry || delta.time + limits.keptSeconds < slot) continue;
      const series = `${delta.organization}/${delta.service}`;
      const late = isLate(delta.time, slot) ? delta.n : 0;
      const gained = { ...delta, late };
      windows.put(series, delta.time, addDelta(windows.get(series, delta.time), gained, offset));
      for (const of of lookBacksOf(series)) of.add(delta.time, gained);
      const lateTimes = touched.get(series) ?? [];
      if (late > 0) lateTimes.push(delta.time);
      touched.set(series, lateTimes);
    }
    if (timeMs === 0) return;
    for (const [series, lateTimes] of touched) {
      for (const of of bySeries.get(series) ?? []) {
        observer.onDeltaEvaluated();
        yield [...amendIfLate(of, lateTimes), ...evaluate(of, timeMs).actions];
      }
    }
  }

  const amendIfLate = (of: EvaluatedRule, lateTimes: readonly number[]): Action[] => {
    const window = of.trigger?.evidence.window;
    const isConcerned =
      window !== undefined &&
      lateTimes.some(time => time * 1000 >= window.fromMs && time * 1000 < window.toMs);
    return isConcerned ? amend(of) : [];
  };

  function* lookBacksOf(series: string): Iterable<LookBack> {
    const seen = new Set<string>();
    for (const of of bySeries.get(series) ?? []) {
      const name = lookBackName(of);
      if (!seen.has(name)) yield lookBackFor(of);
      seen.add(name);
    }
  }

  /** Every slot up to the new time is evaluated, so that ticks that are missing change nothing. */
  function* advance(): Generator<Action[]> {
    const nextMs = evaluatorTimeMs(ticks);
    if (nextMs <= timeMs) return;
    const next = slotOf(nextMs);
    if (timeMs === 0) slot = next - windowSeconds;
    const from = Math.max(slot, next - limits.slotsAtOnceMax * windowSeconds);
    for (let at = from + windowSeconds; at <= next; at += windowSeconds) {
      slot = at;
      for (const lookBack of lookBacks.values()) lookBack.moveTo(at);
      const tickMs = at === next ? nextMs : at * 1000;
      for (const of of rules.values()) {
        const { entry, actions } = evaluate(of, tickMs);
        observer.onEvaluated(entry);
        yield actions;
      }
    }
    timeMs = nextMs;
  }

  const remove = (ruleId: AlertRuleId): void => {
    const of = rules.get(ruleId);
    if (of === undefined) return;
    rules.delete(ruleId);
    const series = seriesOf(of);
    const others = bySeries.get(series);
    others?.delete(of);
    if (others?.size === 0) bySeries.delete(series);
    const name = lookBackName(of);
    if (![...(others ?? [])].some(other => lookBackName(other) === name)) lookBacks.delete(name);
  };

  const insert = (of: EvaluatedRule): void => {
    remove(of.ruleId);
    rules.set(of.ruleId, of);
    const series = seriesOf(of);
    bySeries.set(series, (bySeries.get(series) ?? new Set()).add(of));
  };

  return {
    timeMs: (): number => timeMs,
    slot: (): number => slot,
    rules: (): ReadonlyMap<AlertRuleId, EvaluatedRule> => rules,
    remove,
    /** Goes on with a version where a snapshot left it. */
    restore: insert,
    /** Begins with a version of a rule, in the place of an earlier one, on the windows that are there. */
    adopt: (of: EvaluatedRule): Action[] => {
      insert(of);
      return timeMs === 0 ? [] : evaluate(of, timeMs).actions;
    },
    /** What follows from a record, a piece at a time, so that other work gets its turn between them. */
    tick: function* (record: TickRecord): Generator<Action[]> {
      takeTick(ticks, record);
      yield* advance();
    },
    delta: function* (part: WindowDeltaPart, offset: number): Generator<Action[]> {
      const taken = takePart(sources, part);
      if (taken.kind === 'overlapping') observer.onOverlap(part);
      if (taken.kind === 'whole') yield* applyWindows(taken.windows, offset);
    },
  };
}

export type Evaluation = ReturnType<typeof createEvaluation>;

const serviceOf = ({ scope }: AlertRule): string =>
  scope.type === 'service' ? scope.service : globalService;

export const seriesOf = ({
  organizationId,
  rule,
}: Pick<EvaluatedRule, 'organizationId' | 'rule'>): string =>
  `${organizationId}/${serviceOf(rule)}`;

/** Rules that look at the same windows share their sum. */
const lookBackName = (of: Pick<EvaluatedRule, 'organizationId' | 'rule'>): string =>
  JSON.stringify([seriesOf(of), of.rule.windowMinutes, isCount(of.rule)]);

const evidenceRange = (
  of: EvaluatedRule,
  { from, to }: { readonly from: number; readonly to: number },
  partition: number,
) => ({
  ...{ from, to, partition, ruleVersion: of.version, series: seriesOf(of) },
  serviceName: of.rule.scope.type === 'service' ? of.rule.scope.service : '',
});
