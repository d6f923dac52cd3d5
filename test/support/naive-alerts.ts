import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { WindowDelta } from '../../schemas/telemetry/window-record.ts';
import {
  type Answer,
  answerOf,
  countOf,
  inAll,
  isCount,
  type NaiveCondition,
  naiveConditions,
  naiveHolds,
  naiveValue,
} from './naive-conditions.ts';
import { NaiveLog, type NaiveRecord } from './naive-log.ts';

/** A model of alerts that shares only types with the evaluator: it keeps every window and adds them up anew each time. */

/** Before the record at `offset`: a version begins, or a user ends the rule. */
export type NaiveChange =
  | {
      readonly offset: number;
      readonly version: number;
      readonly rule: AlertRule;
      /** Absent: of before counts were looked at while their window runs. */
      readonly runningCounts?: true | undefined;
    }
  | { readonly offset: number; readonly end: true };

export type NaiveEvent = {
  readonly type: 'triggered' | 'resolved' | 'amended';
  readonly version?: number;
  readonly windowToMs: number | null;
  readonly tickMs?: number | null;
  readonly value?: number | null;
  readonly samples?: number;
  /** Of several conditions, what each saw, and with `any` which one fired. */
  readonly saw?: readonly NaiveSaw[];
  readonly fired?: number;
};

export type NaiveSaw = {
  readonly value: number | null;
  readonly holds: boolean;
  readonly samples: number;
};

/** The score that a rule about anomalies compares when events up to a position are known. */
export type ScoreOf = (rule: AlertRule, position: number) => number | undefined;

/** What happens to the alert of one rule of a service. */
export function naiveAlerts(
  service: string,
  records: readonly NaiveRecord[],
  changes: readonly NaiveChange[],
  scoreOf: ScoreOf = () => undefined,
  ruleId = '',
): NaiveEvent[] {
  const model = new NaiveModel(service, scoreOf);
  records.forEach((record, offset) => {
    for (const change of changes) if (change.offset === offset) model.change(change);
    if (record.kind !== 'measure' || record.ruleId === ruleId) model.record(record);
  });
  for (const change of changes) if (change.offset === records.length) model.change(change);
  return model.events;
}

class NaiveModel {
  readonly events: NaiveEvent[] = [];
  readonly #service: string;
  readonly #scoreOf: ScoreOf;
  #position: number | undefined;
  readonly #seen: WindowDelta[] = [];
  readonly #log = new NaiveLog();
  #current: Exclude<NaiveChange, { readonly end: true }> | undefined;
  #firingToMs: number | undefined;
  #trigger: { readonly looks: readonly Look[]; breach: boolean } | undefined;
  /** Of several conditions of which one is enough, that which fired. */
  #fired = 0;
  #resolvedToMs = 0;
  #cooldownEndsAtMs = 0;
  #sinceMs: number | undefined;
  #measuredToMs = 0;

  constructor(service: string, scoreOf: ScoreOf) {
    this.#service = service;
    this.#scoreOf = scoreOf;
  }

  change(change: NaiveChange): void {
    if ('end' in change) this.#end();
    else this.#begin(change);
  }

  #begin(change: Exclude<NaiveChange, { readonly end: true }>): void {
    [this.#current, this.#sinceMs, this.#trigger] = [change, undefined, undefined];
    this.#measuredToMs = 0;
    const { timeMs, slot } = this.#log;
    if (timeMs > 0) this.#evaluate(slot, timeMs);
  }

  record(record: NaiveRecord): void {
    if (record.kind === 'receiving') this.#log.mark(record.receivingAtMs);
    else if (record.kind === 'delta') this.#add(this.#log.delta(record) ?? []);
    else if (record.kind === 'anomalies') this.#known(record.position);
    else if (record.kind === 'measure') this.#measured(record);
    else for (const { slot, tickMs } of this.#log.tick(record)) this.#evaluate(slot, tickMs);
  }

  #add(windows: readonly WindowDelta[]): void {
    const own = windows.filter(({ entry, service }) => entry && service === this.#service);
    this.#seen.push(...own);
    const { timeMs, slot } = this.#log;
    const isAnomaly = this.#current?.rule.alertType === 'anomaly';
    const isOther = isAnomaly || (this.#current && isMeasured(this.#current.rule));
    if (timeMs === 0 || own.length === 0 || isOther) return;
    this.#amend(own.filter(({ time }) => time + 20 <= slot));
    this.#evaluate(slot, timeMs);
  }

  #known(position: number): void {
    if (position <= (this.#position ?? Number.NEGATIVE_INFINITY)) return;
    this.#position = position;
    const { timeMs, slot } = this.#log;
    if (this.#current?.rule.alertType === 'anomaly' && timeMs > 0) this.#evaluate(slot, timeMs);
  }

  /** Each window of a version once, without regard to spans. How long a breach lasts is counted in windows. */
  #measured(measure: Measure): void {
    const { ruleVersion, windowFromMs, windowToMs: toMs, value: said, samples, burns } = measure;
    const { rule, version } = this.#current ?? {};
    const isOwn = version === ruleVersion && toMs > this.#measuredToMs;
    if (rule === undefined || !isOwn || this.#log.timeMs === 0) return;
    this.#measuredToMs = toMs;
    if (measure.isGone) {
      this.#gone(rule, toMs);
      return;
    }
    const some = samples < rule.minSamples ? undefined : (said ?? undefined);
    // A rule keeps what it said of an OTLP metric when it becomes one about a burn rate.
    const isCounting = burns === undefined && rule.measuring?.aggregation === 'count';
    const value = isCounting ? (said ?? 0) : some;
    const [condition] = naiveConditions(rule);
    const [fromS, toS] = [windowFromMs / 1000, toMs / 1000];
    const measured = { value, samples };
    const look = { condition, fromS, toS, isAhead: false, measured, ...(burns && { burns }) };
    this.#compareMetrics(rule, [look], { tickMs: this.#log.timeMs, lastingMs: toMs });
  }

  /** What it is about was deleted: whatever the rule says of missing data, it does not fire. */
  #gone(rule: AlertRule, toMs: number): void {
    this.#sinceMs = undefined;
    if (this.#firingToMs === undefined) return;
    const [condition] = naiveConditions(rule);
    const look = { condition, fromS: 0, toS: toMs / 1000, isAhead: false };
    this.#mayResolve([look], undefined, this.#log.timeMs);
  }

  #inside(fromS: number, toS: number): WindowDelta[] {
    if (this.#current?.rule.scope.type === 'global') return [];
    return this.#seen.filter(({ time }) => time >= fromS && time < toS);
  }

  #end(): void {
    if (this.#firingToMs !== undefined) {
      this.events.push({ type: 'resolved', windowToMs: null, tickMs: null, value: null });
      this.#resolvedToMs = this.#firingToMs;
    }
    [this.#current, this.#firingToMs] = [undefined, undefined];
  }

  #evaluate(slot: number, tickMs: number): void {
    if (this.#current === undefined || isMeasured(this.#current.rule)) return;
    const { rule } = this.#current;
    if (rule.alertType === 'anomaly') this.#compareScore(rule, slot, tickMs);
    else {
      const looks = naiveConditions(rule).map(condition => this.#look(condition, slot));
      this.#compareMetrics(rule, looks, { tickMs, lastingMs: tickMs });
    }
  }

  /** What a condition looks at: counts end ten seconds ago, unless the running window of one that can only grow is over its threshold. */
  #look(condition: NaiveCondition, slot: number): Look {
    const back = condition.windowMinutes * 60;
    const running = { condition, fromS: slot + 10 - back, toS: slot + 10, isAhead: false };
    if (!isCount(condition)) return running;
    const mayRun = this.#current && 'rule' in this.#current && this.#current.runningCounts;
    const isHigh = ['>', '>='].includes(condition.operator) && this.#says(running) === 'yes';
    if (mayRun && isHigh && this.#firingToMs === undefined) return { ...running, isAhead: true };
    return { condition, fromS: slot - 10 - back, toS: slot - 10, isAhead: false };
  }

  #valueOf({ condition, fromS, toS, measured }: Look): number | undefined {
    return measured ? measured.value : naiveValue(condition, this.#inside(fromS, toS));
  }

  #says(look: Look, threshold = look.condition.threshold): Answer {
    return answerOf({ ...look.condition, threshold }, this.#valueOf(look));
  }

  /** The same, when nobody could send for a while, and for the threshold at which an alert ends. */
  #answer(look: Look): Answer {
    const { condition, fromS, toS, burns = [] } = look;
    const isFiring = this.#firingToMs !== undefined;
    const begins = [fromS * 1000, ...burns.map(({ windowFromMs }) => windowFromMs)];
    if (begins.some(fromMs => this.#log.isUnheard(fromMs, toS * 1000))) {
      const isLow = isCount(condition) && !condition.operator.startsWith('>');
      const isSure = !isFiring && !isLow && this.#valueOf(look) !== undefined;
      return isSure && this.#says(look) === 'yes' ? 'yes' : 'unknown';
    }
    return this.#says(look, isFiring ? condition.endsAt : undefined);
  }

  #compareMetrics(rule: AlertRule, looks: readonly Look[], at: At): void {
    const answers = looks.map(look => this.#answer(look));
    const answer = inAll(rule, answers);
    if (answer === 'unknown') return;
    if (this.#firingToMs !== undefined) {
      const value = this.#valueOf((looks[this.#fired] ?? looks[0]) as Look);
      if (answer === 'no') this.#mayResolve(looks, value, at.tickMs);
    } else if (answer === 'no') this.#sinceMs = undefined;
    else {
      const fired = rule.match === 'any' ? answers.indexOf('yes') : 0;
      this.#mayFire(looks, { ...at, fired, value: this.#valueOf(looks[fired] as Look) });
    }
  }

  /** No anomaly is no breach, whatever the rule says of missing data. */
  #compareScore(rule: AlertRule, slot: number, tickMs: number): void {
    if (this.#position === undefined) return;
    const value = this.#scoreOf(rule, this.#position);
    const [condition] = naiveConditions(rule);
    const looks = [this.#look({ ...condition, operator: '==' }, slot)];
    const isOver = (threshold: number): boolean =>
      value !== undefined && naiveHolds(rule.operator, value, threshold);
    if (this.#firingToMs !== undefined) {
      if (!isOver(condition.endsAt)) this.#mayResolve(looks, value, tickMs);
    } else if (isOver(rule.threshold))
      this.#mayFire(looks, { fired: 0, tickMs, lastingMs: tickMs, value });
    else this.#sinceMs = undefined;
  }

  /** Only when all windows are later than the one for which it fired. */
  #mayResolve(looks: readonly Look[], value: number | undefined, tickMs: number): void {
    if (looks.some(({ toS }) => toS * 1000 <= (this.#firingToMs ?? 0))) return;
    const toMs = (looks[0] as Look).toS * 1000;
    this.events.push({ type: 'resolved', windowToMs: toMs, tickMs, value: value ?? null });
    [this.#firingToMs, this.#resolvedToMs, this.#sinceMs] = [undefined, toMs, undefined];
  }

  #mayFire(looks: readonly Look[], { fired, tickMs, lastingMs, value }: Breach): void {
    const { rule, version } = this.#current as { version: number; rule: AlertRule };
    const [{ toS, isAhead }] = looks as [Look];
    // A count of the running window says nothing in the ten seconds in which an alert was resolved.
    const settledMs = (isAhead ? toS - 20 : toS) * 1000;
    if (looks.some(look => look.isAhead) && settledMs <= this.#resolvedToMs) {
      this.#sinceMs = undefined;
      return;
    }
    this.#sinceMs ??= lastingMs;
    if (lastingMs - this.#sinceMs < rule.forMinutes * 60_000) return;
    const toMs = toS * 1000;
    if (toMs <= this.#resolvedToMs || toMs < this.#cooldownEndsAtMs) return;
    const said = { version, tickMs, windowToMs: toMs, value: value ?? null };
    this.events.push({ type: 'triggered', ...said, ...this.#evidence(looks), fired });
    [this.#firingToMs, this.#fired] = [toMs, fired];
    this.#trigger = { looks, breach: true };
    this.#cooldownEndsAtMs = toMs + rule.cooldownMinutes * 60_000;
  }

  #evidence(looks: readonly Look[]): Pick<NaiveEvent, 'samples' | 'saw'> {
    const [{ burns, condition, measured }] = looks as [Look];
    if (burns) {
      const saw = burns.map(({ value, samples }) => {
        const isHolding = answerOf(condition, value ?? undefined) === 'yes';
        return { value, holds: isHolding, samples };
      });
      return { samples: measured?.samples ?? 0, saw };
    }
    const saw = looks.map(look => ({
      value: this.#valueOf(look) ?? null,
      holds: this.#says(look) === 'yes',
      samples: look.measured?.samples ?? countOf(this.#inside(look.fromS, look.toS)),
    }));
    return { samples: saw[0]?.samples ?? 0, saw: saw.length > 1 ? saw : [] };
  }

  #amend(late: readonly WindowDelta[]): void {
    const [current, trigger] = [this.#current, this.#trigger];
    if (current === undefined || trigger === undefined) return;
    const { looks } = trigger;
    if (!late.some(({ time }) => looks.some(({ fromS, toS }) => time >= fromS && time < toS)))
      return;
    const answers = looks.map(look => this.#says(look));
    const breach = inAll(current.rule, answers) === 'yes';
    if (breach === trigger.breach) return;
    trigger.breach = breach;
    const windowToMs = (looks[0] as Look).toS * 1000;
    this.events.push({ type: 'amended', windowToMs, ...this.#evidence(looks) });
  }
}

/** A condition and the windows that it looks at, in seconds. */
type Look = {
  readonly condition: NaiveCondition;
  readonly fromS: number;
  readonly toS: number;
  /** They are not complete. */
  readonly isAhead: boolean;
  /** What was measured there, if not spans. */
  readonly measured?: { readonly value: number | undefined; readonly samples: number };
  /** Of a burn rate: both of its windows. */
  readonly burns?: NonNullable<Measure['burns']>;
};

type Measure = Extract<NaiveRecord, { readonly kind: 'measure' }>;

const isMeasured = ({ metric }: AlertRule): boolean =>
  /^(otlp|slo_burn_(fast|slow)):/u.test(metric);

/** When it is looked at, and where it is in the time of a breach. */
type At = { readonly tickMs: number; readonly lastingMs: number };

type Breach = At & {
  readonly fired: number;
  readonly value: number | undefined;
};
