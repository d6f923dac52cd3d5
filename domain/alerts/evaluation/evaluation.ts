import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import type {
  AnomaliesRecord,
  MeasureRecord,
  ReceivingRecord,
  TickRecord,
  WindowDelta,
  WindowDeltaPart,
} from '../../../schemas/telemetry/window-record.ts';
import { windowSeconds } from '../../../schemas/window.ts';
import { evaluateAnomalyRule } from '../../anomalies/evaluate-anomaly-rule.ts';
import {
  type KnownAnomalies,
  type OpenAnomalies,
  type OpenAnomaliesAt,
  openAnomaliesKnown,
  takeAnomalies,
} from '../../anomalies/known.ts';
import type { AnomalyAction, AnomalyWatch } from '../../anomalies/watch.ts';
import { evaluateMeasure } from './evaluate-measure.ts';
import { amendTrigger, type Evaluated, evaluateRule, type LateSpans } from './evaluate-rule.ts';
import {
  type Action,
  type EvaluatedRule,
  type EvaluationEntry,
  isAnomalyRule,
  isMeasuredRule,
} from './evaluated-rule.ts';
import { evaluatorTimeMs, type Ticks, takeTick } from './evaluator-time.ts';
import { type Outage, outagesAt, type Receiving, takeMark } from './outages.ts';
import { createRuleIndex, type RuleIndex } from './rule-index.ts';
import { type Sources, takePart } from './windows/delta-parts.ts';
import type { Windows } from './windows/look-back.ts';
import { evaluationLimits, isLate, slotOf } from './windows/slots.ts';
import { addDelta } from './windows/stored-window.ts';

export type EvaluationState = {
  /** Of `windows`. */
  readonly partition: number;
  readonly windows: Windows;
  readonly sources: Sources;
  readonly ticks: Ticks;
  readonly receiving: Receiving;
  readonly knownAnomalies: KnownAnomalies;
  readonly openAnomaliesAt: OpenAnomaliesAt;
};

export type EvaluationObserver = {
  /** A rule was evaluated because a slot ended. */
  readonly onEvaluated: (entry: EvaluationEntry) => void;
  /** A rule was evaluated because spans came. */
  readonly onDeltaEvaluated: (entry: EvaluationEntry) => void;
  /** A rule about anomalies is not evaluated where it is not recorded which are known. */
  readonly onUnknown: (rule: EvaluatedRule, tickMs: number) => void;
  readonly onOverlap: (part: WindowDeltaPart) => void;
};

/** What follows from a record. */
export type Outcome = Action | AnomalyAction;

/**
 * The evaluation of the rules of one partition: a pure function of its records and of the places at which rules were
 * adopted. What it changes is in `state` and in the rules, for its owner to store with the position.
 */
export class Evaluation {
  readonly #state: EvaluationState;
  readonly #observer: EvaluationObserver;
  readonly #rules: RuleIndex;
  readonly #watch: AnomalyWatch | undefined;
  readonly #openAnomalies: OpenAnomalies;
  #timeMs: number;
  /** The time that a tick brings, while the slots up to it are evaluated. */
  #reachedMs: number;
  #slot: number;

  constructor(state: EvaluationState, observer: EvaluationObserver, watch?: AnomalyWatch) {
    this.#state = state;
    this.#observer = observer;
    this.#watch = watch;
    this.#rules = createRuleIndex(state.windows);
    this.#openAnomalies = openAnomaliesKnown(state.knownAnomalies, state.openAnomaliesAt);
    this.#timeMs = evaluatorTimeMs(state.ticks);
    this.#reachedMs = this.#timeMs;
    this.#slot = slotOf(this.#timeMs);
    if (this.#timeMs > 0) watch?.resume(this.#slot);
  }

  /** The evaluator's time, Unix ms; 0 before every source partition was heard of. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** The slot of that time, seconds since 1970. */
  get slot(): number {
    return this.#slot;
  }

  get rules(): ReadonlyMap<AlertRuleId, EvaluatedRule> {
    return this.#rules.all;
  }

  /** Goes on with a version where a snapshot left it. */
  restore(of: EvaluatedRule): void {
    this.#rules.set(of);
  }

  remove(ruleId: AlertRuleId): void {
    this.#rules.remove(ruleId);
  }

  /** Begins with a version of a rule, in the place of an earlier one, on the windows that are there. */
  adopt(of: EvaluatedRule): Action[] {
    this.#rules.set(of);
    if (this.#timeMs === 0) return [];
    const { entry, action } = this.#evaluate(of, this.#timeMs) ?? {};
    if (entry !== undefined) this.#observer.onEvaluated(entry);
    return action === undefined ? [] : [action];
  }

  /** Telemetry could be received: an outage before it is over, and known. */
  receiving(record: ReceivingRecord): void {
    takeMark(this.#state.receiving, record, this.#timeMs);
  }

  /** What follows for rules about anomalies from those that are known from here on. */
  *anomalies(record: AnomaliesRecord): Generator<Action | undefined> {
    const isNews = takeAnomalies(this.#state.knownAnomalies, record, this.#timeMs);
    if (!isNews || this.#timeMs === 0) return;
    for (const of of this.#rules.all.values())
      if (isAnomalyRule(of)) yield this.#evaluateBetween(of);
  }

  /** What follows from what a rule measured. */
  measure(measure: MeasureRecord, offset: number): Action | undefined {
    const of = this.#rules.all.get(measure.ruleId as AlertRuleId);
    if (of === undefined || this.#timeMs === 0) return undefined;
    const { partition } = this.#state;
    const evaluating = { partition, offset, outages: this.#outages() };
    const { entry, action } = evaluateMeasure(of, measure, this.#timeMs, evaluating) ?? {};
    if (entry !== undefined) this.#observer.onEvaluated(entry);
    return action;
  }

  /** What follows from a tick, an evaluation at a time, so that other work gets its turn between them. */
  *tick(record: TickRecord): Generator<Outcome | undefined> {
    const { ticks } = this.#state;
    takeTick(ticks, record);
    const nextMs = evaluatorTimeMs(ticks);
    if (nextMs <= this.#timeMs) return;
    const last = slotOf(nextMs);
    this.#reachedMs = nextMs;
    for (const slot of this.#slotsUpTo(last)) {
      this.#slot = slot;
      this.#rules.moveTo(slot);
      const tickMs = slot === last ? nextMs : slot * 1000;
      yield* this.#evaluateAll(tickMs);
      if (this.#watch !== undefined) yield* this.#watch.advance(slot, tickMs, this.#outages());
    }
    this.#timeMs = nextMs;
  }

  /** What follows from a part of a delta: nothing before it is whole. */
  *delta(part: WindowDeltaPart, offset: number): Generator<Outcome | undefined> {
    const taken = takePart(this.#state.sources, part);
    if (taken.kind === 'overlapping') this.#observer.onOverlap(part);
    if (taken.kind !== 'whole') return;
    const lateTimes = new Map<string, number[]>();
    for (const window of taken.windows) this.#add(window, offset, lateTimes);
    if (this.#timeMs === 0) {
      this.#watch?.hold(taken.windows);
      return;
    }
    for (const [series, times] of lateTimes) yield* this.#evaluateSeries(series, { times, offset });
    if (this.#watch !== undefined)
      yield* this.#watch.spans(taken.windows, this.#slot, this.#timeMs, this.#outages());
  }

  /** Every slot is evaluated, so that ticks that are missing change nothing. */
  #slotsUpTo(last: number): number[] {
    const before = this.#timeMs === 0 ? last - windowSeconds : this.#slot;
    const count = Math.min((last - before) / windowSeconds, evaluationLimits.slotsAtOnceMax);
    return Array.from({ length: count }, (_, at) => last - (count - 1 - at) * windowSeconds);
  }

  *#evaluateAll(tickMs: number): Generator<Action | undefined> {
    for (const of of this.#rules.all.values()) {
      const { entry, action } = this.#evaluate(of, tickMs) ?? {};
      if (entry !== undefined) this.#observer.onEvaluated(entry);
      yield action;
    }
  }

  /** The rules of a series to which spans came. */
  *#evaluateSeries(series: string, late: LateSpans): Generator<Action | undefined> {
    for (const of of this.#rules.ofSeries(series)) {
      // The score of an anomaly does not follow from these spans.
      if (isAnomalyRule(of)) continue;
      yield amendTrigger(of, late, this.#state);
      yield this.#evaluateBetween(of);
    }
  }

  /** Between two slots. */
  #evaluateBetween(of: EvaluatedRule): Action | undefined {
    const { entry, action } = this.#evaluate(of, this.#timeMs) ?? {};
    if (entry !== undefined) this.#observer.onDeltaEvaluated(entry);
    return action;
  }

  /** Undefined: nothing follows from windows now. */
  #evaluate(of: EvaluatedRule, tickMs: number): Evaluated | undefined {
    if (isMeasuredRule(of)) return undefined;
    const looked = this.#rules.looked(of, this.#slot);
    const { windows, partition } = this.#state;
    if (!isAnomalyRule(of))
      return evaluateRule(of, looked, tickMs, { windows, partition, outages: this.#outages() });
    const open = this.#openAnomalies(of.organizationId);
    if (open === undefined) this.#observer.onUnknown(of, tickMs);
    const [lookBack] = looked[0].lookBacks;
    return open && evaluateAnomalyRule(of, lookBack, tickMs, { windows, partition, open });
  }

  #outages(): readonly Outage[] {
    return outagesAt(this.#state.receiving, this.#reachedMs);
  }

  #add(delta: WindowDelta, offset: number, lateTimes: Map<string, number[]>): void {
    const { time, n, organization, service, entry } = delta;
    if (!entry || time + evaluationLimits.keptSeconds < this.#slot) return;
    const { windows } = this.#state;
    const series = `${organization}/${service}`;
    const late = isLate(time, this.#slot);
    const gained = { ...delta, late: late ? n : 0 };
    // Before the window is stored: a sum that is made now has it already.
    for (const one of this.#rules.lookBacksOf(series, this.#slot)) one.add(time, gained);
    windows.put(series, time, addDelta(windows.get(series, time), gained, offset));
    const times = lateTimes.get(series) ?? [];
    lateTimes.set(series, late ? [...times, time] : times);
  }
}
