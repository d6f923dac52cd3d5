import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { durationsOf, NaiveLog, type NaiveRecord } from './naive-log.ts';

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
};

/** The score that a rule about anomalies compares when events up to a position are known. */
export type ScoreOf = (rule: AlertRule, position: number) => number | undefined;

/** What happens to the alert of one rule of a service. */
export function naiveAlerts(
  service: string,
  records: readonly NaiveRecord[],
  changes: readonly NaiveChange[],
  scoreOf: ScoreOf = () => undefined,
): NaiveEvent[] {
  const model = new NaiveModel(service, scoreOf);
  records.forEach((record, offset) => {
    for (const change of changes) if (change.offset === offset) model.change(change);
    model.record(record);
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
  #trigger: { readonly fromS: number; readonly toS: number; breach: boolean } | undefined;
  #resolvedToMs = 0;
  #cooldownEndsAtMs = 0;
  #sinceMs: number | undefined;

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
    const { timeMs, slot } = this.#log;
    if (timeMs > 0) this.#evaluate(slot, timeMs);
  }

  record(record: NaiveRecord): void {
    if (record.kind === 'receiving') this.#log.mark(record.receivingAtMs);
    else if (record.kind === 'delta') this.#add(this.#log.delta(record) ?? []);
    else if (record.kind === 'anomalies') this.#known(record.position);
    else for (const { slot, tickMs } of this.#log.tick(record)) this.#evaluate(slot, tickMs);
  }

  #add(windows: readonly WindowDelta[]): void {
    const own = windows.filter(({ entry, service }) => entry && service === this.#service);
    this.#seen.push(...own);
    const { timeMs, slot } = this.#log;
    const isAnomaly = this.#current?.rule.alertType === 'anomaly';
    if (timeMs === 0 || own.length === 0 || isAnomaly) return;
    this.#amend(own.filter(({ time }) => time + 20 <= slot));
    this.#evaluate(slot, timeMs);
  }

  #known(position: number): void {
    if (position <= (this.#position ?? Number.NEGATIVE_INFINITY)) return;
    this.#position = position;
    const { timeMs, slot } = this.#log;
    if (this.#current?.rule.alertType === 'anomaly' && timeMs > 0) this.#evaluate(slot, timeMs);
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
    if (this.#current === undefined) return;
    const { rule } = this.#current;
    const isCount = ['request_count', 'throughput', 'req_per_min'].includes(rule.metric);
    const at = this.#range(rule, isCount ? slot - 10 : slot + 10, tickMs);
    if (rule.alertType === 'anomaly') this.#compareScore(rule, at);
    else this.#compareMetric(rule, isCount, (isCount && this.#isHighAlready(slot, tickMs)) || at);
  }

  #range(rule: AlertRule, toS: number, tickMs: number): Omit<Breach, 'value'> {
    return { fromS: toS - rule.windowMinutes * 60, toS, tickMs };
  }

  /** The running window of a count that can only grow, if it is over the threshold: then it fires. */
  #isHighAlready(slot: number, tickMs: number): Omit<Breach, 'value'> | undefined {
    const { rule, runningCounts } = this.#current as Exclude<NaiveChange, { readonly end: true }>;
    if (!runningCounts || !['>', '>='].includes(rule.operator)) return undefined;
    if (this.#firingToMs !== undefined) return undefined;
    const at = this.#range(rule, slot + 10, tickMs);
    const value = naiveValue(rule, this.#inside(at.fromS, at.toS));
    return isBreach(rule, value, rule.threshold) ? { ...at, isAhead: true } : undefined;
  }

  #compareMetric(rule: AlertRule, isCount: boolean, at: Omit<Breach, 'value'>): void {
    const { fromS, toS } = at;
    const value = naiveValue(rule, this.#inside(fromS, toS));
    if (value === undefined && rule.noData === 'ignore') return;
    const breaches = isBreach(rule, value, rule.threshold);
    if (this.#log.isUnheard(fromS * 1000, toS * 1000)) {
      const isLow = isCount && !rule.operator.startsWith('>');
      const fires = value !== undefined && breaches && !isLow && this.#firingToMs === undefined;
      if (fires) this.#mayFire({ ...at, value });
      return;
    }
    if (this.#firingToMs !== undefined) this.#mayResolve(rule, value, toS * 1000, at.tickMs);
    else if (breaches) this.#mayFire({ ...at, value });
    else this.#sinceMs = undefined;
  }

  /** No anomaly is no breach, whatever the rule says of missing data. */
  #compareScore(rule: AlertRule, at: Omit<Breach, 'value'>): void {
    if (this.#position === undefined) return;
    const value = this.#scoreOf(rule, this.#position);
    const sure = { ...rule, noData: 'resolve' } as const;
    if (this.#firingToMs !== undefined) this.#mayResolve(sure, value, at.toS * 1000, at.tickMs);
    else if (isBreach(sure, value, rule.threshold)) this.#mayFire({ ...at, value });
    else this.#sinceMs = undefined;
  }

  #mayResolve(rule: AlertRule, value: number | undefined, toMs: number, tickMs: number): void {
    if (toMs <= (this.#firingToMs ?? 0)) return;
    if (isBreach(rule, value, rule.recoveryThreshold ?? rule.threshold)) return;
    this.events.push({ type: 'resolved', windowToMs: toMs, tickMs, value: value ?? null });
    [this.#firingToMs, this.#resolvedToMs, this.#sinceMs] = [undefined, toMs, undefined];
  }

  #mayFire({ fromS, toS, tickMs, value, isAhead = false }: Breach): void {
    const { rule, version } = this.#current as { version: number; rule: AlertRule };
    const toMs = toS * 1000;
    // A count of the running window says nothing in the ten seconds in which complete ones resolved.
    if (isAhead && toMs - 20_000 <= this.#resolvedToMs) return;
    this.#sinceMs ??= tickMs;
    if (tickMs - this.#sinceMs < rule.forMinutes * 60_000) return;
    if (toMs <= this.#resolvedToMs || toMs < this.#cooldownEndsAtMs) return;
    const samples = countOf(this.#inside(fromS, toS));
    const said = { version, tickMs, samples, windowToMs: toMs, value: value ?? null };
    this.events.push({ type: 'triggered', ...said });
    this.#firingToMs = toMs;
    this.#trigger = { fromS, toS, breach: true };
    this.#cooldownEndsAtMs = toMs + rule.cooldownMinutes * 60_000;
  }

  #amend(late: readonly WindowDelta[]): void {
    const [current, trigger] = [this.#current, this.#trigger];
    if (current === undefined || trigger === undefined) return;
    const { fromS, toS } = trigger;
    if (!late.some(({ time }) => time >= fromS && time < toS)) return;
    const windows = this.#inside(fromS, toS);
    const value = naiveValue(current.rule, windows);
    const noValue = value === undefined && current.rule.noData !== 'alert';
    const breach = !noValue && isBreach(current.rule, value, current.rule.threshold);
    if (breach === trigger.breach) return;
    trigger.breach = breach;
    this.events.push({ type: 'amended', windowToMs: toS * 1000, samples: countOf(windows) });
  }
}

type Breach = {
  readonly fromS: number;
  readonly toS: number;
  readonly tickMs: number;
  readonly value: number | undefined;
  readonly isAhead?: boolean;
};

const countOf = (windows: readonly WindowDelta[]): number =>
  windows.reduce((sum, { n }) => sum + n, 0);

const isBreach = (rule: AlertRule, value: number | undefined, threshold: number): boolean =>
  value === undefined ? rule.noData === 'alert' : compare(rule.operator, value, threshold);

function compare(operator: AlertRule['operator'], left: number, right: number): boolean {
  if (operator === '==') return left === right;
  const isOver = operator.startsWith('>') ? left > right : left < right;
  return isOver || (operator.endsWith('=') && left === right);
}

/** Durations in ms, one for each request; undefined: no value. */
function naiveValue(rule: AlertRule, windows: readonly WindowDelta[]): number | undefined {
  const durations = durationsOf(windows);
  const n = durations.length;
  const errors = windows.reduce((sum, window) => sum + window.errors, 0);
  if (rule.metric === 'request_count' || rule.metric === 'throughput') return n;
  if (rule.metric === 'req_per_min') return n / rule.windowMinutes;
  if (n === 0 || n < rule.minSamples) return undefined;
  const rank = (q: number): number => durations[Math.ceil(q * n) - 1] as number;
  switch (rule.metric) {
    case 'error_rate':
      return (100 * errors) / n;
    case 'latency_avg':
      return durations.reduce((sum, one) => sum + one, 0) / n;
    case 'latency_p50':
      return rank(0.5);
    case 'latency_p99':
      return rank(0.99);
    case 'health_score': {
      const satisfied = durations.filter(one => one <= 500).length;
      const tolerating = durations.filter(one => one > 500 && one <= 2000).length;
      return (100 * (satisfied + tolerating / 2) * (1 - errors / n)) / n;
    }
    default:
      return rank(0.95);
  }
}
