import type { RuleEnd } from '../../../schemas/alerts/events.ts';
import type { AlertCondition, AlertRule } from '../../../schemas/alerts/rule.ts';
import type { Action, EvaluatedRule, EvaluationEntry } from '../evaluation/evaluated-rule.ts';
import type { Evaluation } from '../evaluation/evaluation.ts';
import type { AlertNow } from '../evaluation/rule-state.ts';
import type { AlertBefore, LifeStep, RuleLife } from './life.ts';
import { neverFired } from './life.ts';
import type { Replayed } from './replayed.ts';
import { createTimeInStates, type TimeInStates } from './time-in-states.ts';
import type { Transition } from './transition.ts';

type Told = { readonly fromMs: number; readonly toMs: number };

/** One rule of a replay: its versions begin where they began, and its alert is decided as deciders do. */
export class ReplayedRule {
  readonly #life: RuleLife;
  readonly #evaluation: Evaluation;
  readonly #told: Told;
  readonly #left: LifeStep[];
  readonly #transitions: Transition[] = [];
  readonly #time: TimeInStates;
  #alert: AlertBefore = neverFired;
  /** Of what is evaluated, once something is. */
  #step: LifeStep | undefined;
  /** Before the range only the beginning of a breach is looked for: what fired is recorded. */
  #isSettling: boolean;
  /** The alert as its events have it. */
  #known: AlertNow = neverFired.now;
  /** What the version decides from here on came too late: a user had ended the rule. */
  #isOver = false;
  /** Its last trigger is none that the events have. */
  #isRefused = false;
  #isUnsure = false;
  #unknownUpToMs = 0;

  constructor(life: RuleLife, evaluation: Evaluation, told: Told) {
    this.#life = life;
    this.#evaluation = evaluation;
    this.#told = told;
    this.#left = [...life.steps];
    this.#time = createTimeInStates(told.fromMs);
    this.#isSettling = (this.#left[0]?.place.tickMs ?? told.fromMs) < told.fromMs;
  }

  /** When it is tried from a time on that has not come. */
  get beginsAtMs(): number | undefined {
    const place = this.#left[0]?.place;
    return place?.kind === 'begins' ? place.tickMs : undefined;
  }

  /** Before the record at `offset`. */
  before(offset: number): void {
    for (;;) {
      const [step] = this.#left;
      if (step?.place.kind !== 'adopted' || step.place.offset > offset) return;
      const { timeMs: tickMs } = this.#evaluation;
      if (step.place.tickMs !== tickMs) this.#isUnsure = true;
      if (this.#step === undefined) this.#alert = this.#life.before({ step, tickMs, offset });
      this.#begin(step);
    }
  }

  /** Before a tick that brings the time to `nextMs`. */
  beforeTick(nextMs: number, offset: number): void {
    const [step] = this.#left;
    if (step?.place.kind === 'goes on' && step.place.tickMs <= nextMs) {
      if (this.#evaluation.timeMs === 0) this.#isUnsure = true;
      this.#take(step);
      if (step.ends === undefined) this.#evaluation.restore(this.#evaluated(step));
    }
    if (this.#isSettling && nextMs >= this.#told.fromMs) this.#settle(offset);
  }

  /** At a time of the evaluator. */
  at(timeMs: number): void {
    const { beginsAtMs } = this;
    const [step] = this.#left;
    if (step !== undefined && beginsAtMs !== undefined && timeMs >= beginsAtMs) this.#begin(step);
  }

  evaluated({ outcome, tickMs, windowToMs }: EvaluationEntry): void {
    if (outcome === 'triggered' && windowToMs === this.#step?.refused?.windowToMs)
      this.#isOver = true;
    if (outcome === 'resolved' && this.#isEndedByUser) this.#isOver = true;
    if (!this.#isOver) this.#time.evaluated(outcome, tickMs);
  }

  unknownAt(tickMs: number): void {
    this.#unknownUpToMs = tickMs;
  }

  /**
   * As the decider: evaluations of one rule come in the order of their windows, so what is asked for is done, but for what comes after a user
   * has ended the rule.
   */
  decided(action: Action): void {
    const { version, rule } = action.rule;
    if (action.type === 'amend') {
      if (this.#isRefused) return;
      const { before, after } = action;
      this.#tell({ type: 'amended', version, tickMs: this.#evaluation.timeMs, before, after });
      return;
    }
    if (action.type === 'raise') this.#isRefused = this.#isOver;
    if (this.#isOver) return;
    const { now } = action.rule;
    const metric = metricOf(rule, now.status === 'firing' ? now : this.#known);
    this.#known = now;
    const { windowFromMs: fromMs, windowToMs: toMs, tickMs, value } = action;
    const evaluated = { version, tickMs, value, window: { fromMs, toMs }, ...metric };
    if (action.type === 'resolve') {
      this.#tell({ type: 'resolved', ...evaluated, reason: action.reason });
      return;
    }
    const { cooldownEndsAtMs } = now;
    const { evidence, condition } = action;
    const fired = { rule, evidence, ...(condition !== undefined && { condition }) };
    this.#tell({ type: 'triggered', ...evaluated, ...fired, cooldownEndsAtMs });
  }

  end(endMs: number): Replayed {
    return {
      transitions: this.#transitions,
      msInStates: this.#time.sum(endMs),
      isUnsure: this.#isUnsure,
      unknownUpToMs: this.#unknownUpToMs,
    };
  }

  get #isEndedByUser(): boolean {
    const known = this.#known;
    return known.status === 'firing' && this.#life.endedByUser.has(known.windowToMs);
  }

  /** From here on the alert is as its events have it, and a breach as old as it was found. */
  #settle(offset: number): void {
    this.#isSettling = false;
    const step = this.#step;
    if (step === undefined) return;
    const { timeMs: tickMs } = this.#evaluation;
    const found = this.#evaluation.rules.get(this.#life.ruleId)?.now;
    this.#alert = this.#life.before({
      step: { ...step, place: { kind: 'goes on', tickMs } },
      tickMs,
      offset,
    });
    this.#known = this.#alert.now;
    this.#isOver = step.refused !== undefined && step.refused.tickMs <= tickMs;
    if (step.ends !== undefined) return;
    const { now } = this.#alert;
    if (now.status === 'firing') this.#time.evaluated('firing', tickMs);
    const of = this.#evaluated(step);
    const isQuiet = now.status === 'quiet' && found?.status === 'quiet';
    const { breachedSinceMs } = isQuiet ? found : {};
    this.#evaluation.restore(
      isQuiet && breachedSinceMs !== undefined ? { ...of, now: { ...now, breachedSinceMs } } : of,
    );
  }

  #take(step: LifeStep): void {
    this.#left.shift();
    this.#step = step;
  }

  #begin(step: LifeStep): void {
    this.#take(step);
    const before = this.#evaluation.rules.get(this.#life.ruleId);
    const now = this.#isOver ? this.#known : before?.now;
    this.#alert = { now: withoutBreach(now ?? this.#alert.now) };
    this.#known = this.#alert.now;
    [this.#isOver, this.#isRefused] = [false, false];
    if (step.ends === undefined) {
      for (const action of this.#evaluation.adopt(this.#evaluated(step))) this.decided(action);
      return;
    }
    this.#evaluation.remove(this.#life.ruleId);
    this.#time.ended(this.#evaluation.timeMs);
    this.#resolve(step, step.ends);
  }

  /** A user who ends a rule does so without a window: the one for which it fired stays the latest. */
  #resolve({ version }: LifeStep, reason: RuleEnd): void {
    const { now } = this.#alert;
    if (now.status === 'quiet') return;
    const { windowToMs: resolvedToMs, cooldownEndsAtMs } = now;
    this.#alert = { now: { status: 'quiet', resolvedToMs, cooldownEndsAtMs } };
    const { timeMs: tickMs } = this.#evaluation;
    this.#tell({ type: 'resolved', version, tickMs, reason, window: null, value: null });
  }

  #evaluated(step: LifeStep): EvaluatedRule {
    const { version, rule, runningCounts } = step;
    const { ruleId, organizationId } = this.#life;
    const of = { ruleId, organizationId, version, ...(runningCounts && { runningCounts }) };
    if (!this.#isSettling) return { ...of, rule, ...this.#alert };
    const neverFires = { ...rule, forMinutes: Number.POSITIVE_INFINITY };
    return { ...of, rule: neverFires, now: this.#resolvedAt(step) };
  }

  /** Where the range begins: since when a breach lasts follows from its last resolution and from no trigger. */
  #resolvedAt(step: LifeStep): AlertNow {
    const { fromMs: tickMs } = this.#told;
    const goesOn: LifeStep = { ...step, place: { kind: 'goes on', tickMs } };
    const { now } = this.#life.before({ step: goesOn, tickMs, offset: 0 });
    const resolvedToMs = now.status === 'quiet' ? now.resolvedToMs : 0;
    return { status: 'quiet', resolvedToMs, cooldownEndsAtMs: 0 };
  }

  #tell(transition: Transition): void {
    const { fromMs, toMs } = this.#told;
    if (transition.tickMs >= fromMs && transition.tickMs <= toMs)
      this.#transitions.push(transition);
  }
}

/** What the value of an alert is of, if another condition than the rule's own fired. */
function metricOf(
  { conditions }: AlertRule,
  now: AlertNow,
): { readonly metric?: AlertCondition['metric'] } {
  const at = now.status === 'firing' ? now.condition : undefined;
  const fired = at === undefined ? undefined : conditions?.[at - 1];
  return fired === undefined ? {} : { metric: fired.metric };
}

/** A new version has its own breach: what is kept is what the events have. */
function withoutBreach(now: AlertNow): AlertNow {
  if (now.status === 'firing') return now;
  const { status, resolvedToMs, cooldownEndsAtMs } = now;
  return { status, resolvedToMs, cooldownEndsAtMs };
}
