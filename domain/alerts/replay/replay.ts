import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import type {
  AnomaliesRecord,
  MeasureRecord,
  ReceivingRecord,
  TickRecord,
  WindowDeltaPart,
} from '../../../schemas/telemetry/window-record.ts';
import { createKnownAnomalies, type OpenAnomaliesAt } from '../../anomalies/known.ts';
import {
  type EvaluatedRule,
  type EvaluationEntry,
  seriesOf,
} from '../evaluation/evaluated-rule.ts';
import { Evaluation, type Outcome } from '../evaluation/evaluation.ts';
import {
  createTicks,
  evaluatorTimeMs,
  type Ticks,
  takeTick,
} from '../evaluation/evaluator-time.ts';
import { createReceiving } from '../evaluation/outages.ts';
import { measureSettledMs } from '../evaluation/windows/slots.ts';
import type { RuleLife } from './life.ts';
import type { Replayed } from './replayed.ts';
import { ReplayedRule } from './replayed-rule.ts';
import { createSeriesWindows } from './series-windows.ts';

export type ReplayRange = {
  /** Of `windows`. */
  readonly partition: number;
  /** Transitions at these times of the evaluator are given, both included. */
  readonly fromMs: number;
  readonly toMs: number;
};

export type ReplayPast = {
  /** The first record that is read. */
  readonly from: number;
  readonly openAnomaliesAt: OpenAnomaliesAt;
};

/**
 * Evaluates rules once more on records of the log: the same function as live, with the same places of adoption. What
 * it knows of the past begins with the first record that it is given.
 */
export class Replay {
  readonly #range: ReplayRange;
  readonly #ticks: Ticks = createTicks();
  readonly #windows = createSeriesWindows();
  readonly #evaluation: Evaluation;
  readonly #lives: readonly RuleLife[];
  readonly #unmeasured: ReadonlyMap<AlertRuleId, MeasureRecord[]>;
  readonly #rules: ReadonlyMap<string, ReplayedRule>;
  readonly #series: ReadonlySet<string>;

  constructor(
    lives: readonly RuleLife[],
    range: ReplayRange,
    { from, openAnomaliesAt }: ReplayPast,
  ) {
    this.#range = range;
    this.#lives = lives;
    this.#unmeasured = new Map(lives.map(({ ruleId, measures = [] }) => [ruleId, [...measures]]));
    const { partition, fromMs, toMs } = range;
    const state = {
      partition,
      windows: this.#windows,
      sources: new Map(),
      ticks: this.#ticks,
      receiving: createReceiving(),
      knownAnomalies: createKnownAnomalies(from),
      openAnomaliesAt,
    };
    const onEntry = (entry: EvaluationEntry): void => {
      if (entry.tickMs <= toMs) this.#rules.get(entry.rule.ruleId)?.evaluated(entry);
    };
    const observer = {
      onEvaluated: onEntry,
      onDeltaEvaluated: onEntry,
      onUnknown: ({ ruleId }: EvaluatedRule, tickMs: number): void => {
        if (tickMs <= toMs) this.#rules.get(ruleId)?.unknownAt(tickMs);
      },
      onOverlap: () => undefined,
    };
    this.#evaluation = new Evaluation(state, observer);
    this.#rules = new Map(
      lives.map(life => [life.ruleId, new ReplayedRule(life, this.#evaluation, { fromMs, toMs })]),
    );
    this.#series = new Set(
      lives.flatMap(({ organizationId, steps }) =>
        steps.map(({ rule }) => seriesOf({ organizationId, rule })),
      ),
    );
  }

  /** The evaluator's time, Unix ms; 0 before every source partition was heard of. */
  get timeMs(): number {
    return this.#evaluation.timeMs;
  }

  get isOver(): boolean {
    return this.timeMs > this.#range.toMs;
  }

  /** Rules whose place is here begin before the record. */
  *tick(record: TickRecord, offset: number): Generator<undefined> {
    this.#activate(offset);
    const nextMs = this.#timeAfter(record);
    for (const rule of this.#rules.values()) rule.beforeTick(nextMs, offset);
    for (const beginsAtMs of this.#beginnings(nextMs)) {
      yield* this.#take(this.#evaluation.tick(upTo(record, beginsAtMs)));
      for (const rule of this.#rules.values()) rule.at(this.timeMs);
    }
    yield* this.#take(this.#evaluation.tick(record));
    for (const rule of this.#rules.values()) rule.at(this.timeMs);
    yield* this.#measureTried(offset);
    this.#windows.moveTo(this.#evaluation.slot);
  }

  /** A mark changes nothing by itself. */
  receiving(record: ReceivingRecord, offset: number): void {
    this.#activate(offset);
    this.#evaluation.receiving(record);
  }

  *anomalies(record: AnomaliesRecord, offset: number): Generator<undefined> {
    this.#activate(offset);
    yield* this.#take(this.#evaluation.anomalies(record));
  }

  *measure(record: MeasureRecord, offset: number): Generator<undefined> {
    this.#activate(offset);
    for (const { ruleId, recordedId = ruleId } of this.#lives)
      if (recordedId === record.ruleId) yield* this.#measured({ ...record, ruleId }, offset);
  }

  #measured(record: MeasureRecord, offset: number): Generator<undefined> {
    return this.#take([this.#evaluation.measure(record, offset)]);
  }

  /** What rules would have measured by now that never did. */
  *#measureTried(offset: number): Generator<undefined> {
    const dueMs = this.timeMs - measureSettledMs;
    for (const [ruleId, left] of this.#unmeasured)
      for (let [next] = left; next !== undefined && next.windowToMs <= dueMs; [next] = left) {
        left.shift();
        yield* this.#measured({ ...next, ruleId }, offset);
      }
  }

  *delta(part: WindowDeltaPart, offset: number): Generator<undefined> {
    this.#activate(offset);
    const windows = part.windows.filter(({ organization, service }) =>
      this.#series.has(`${organization}/${service}`),
    );
    yield* this.#take(this.#evaluation.delta({ ...part, windows }, offset));
  }

  /** After the last record; `offset` is that of the next one. */
  end(offset: number): ReadonlyMap<string, Replayed> {
    this.#activate(offset);
    for (const rule of this.#rules.values()) rule.at(this.timeMs);
    const endMs = Math.min(this.timeMs, this.#range.toMs);
    return new Map([...this.#rules].map(([id, rule]) => [id, rule.end(endMs)]));
  }

  #activate(offset: number): void {
    for (const rule of this.#rules.values()) rule.before(offset);
  }

  #timeAfter(record: TickRecord): number {
    const ticks = { sources: this.#ticks.sources, reached: new Map(this.#ticks.reached) };
    takeTick(ticks, record);
    return evaluatorTimeMs(ticks);
  }

  /** Times at which rules begin, which one tick would pass over. */
  #beginnings(nextMs: number): readonly number[] {
    const times = [...this.#rules.values()].flatMap(rule => rule.beginsAtMs ?? []);
    return [...new Set(times)]
      .filter(atMs => atMs > this.timeMs && atMs < nextMs)
      .sort((left, right) => left - right);
  }

  *#take(outcomes: Iterable<Outcome | undefined>): Generator<undefined> {
    for (const action of outcomes) {
      if (action !== undefined && action.type !== 'anomaly')
        this.#rules.get(action.rule.ruleId)?.decided(action);
      yield undefined;
    }
  }
}

/** The tick as it would have come at an earlier time. */
const upTo = (record: TickRecord, atMs: number): TickRecord => ({
  ...record,
  ticks: record.ticks.map(tick => ({
    ...tick,
    receivedUpToMs: Math.min(tick.receivedUpToMs, atMs),
  })),
});
