import { type OrganizationId, organizationId } from '../../schemas/ids.ts';
import {
  globalService,
  overflowService,
  type WindowDelta,
} from '../../schemas/telemetry/window-record.ts';
import { windowSeconds } from '../../schemas/window.ts';
import type { Outage } from '../alerts/evaluation/outages.ts';
import type { Windows } from '../alerts/evaluation/windows/look-back.ts';
import { evaluationLimits } from '../alerts/evaluation/windows/slots.ts';
import { type MetricChange, type MetricScore, observeMinute } from './detector.ts';
import { minuteFigures } from './minute-figures.ts';
import { anomalyParameters, hourMinutes, minuteSeconds } from './parameters.ts';
import { hasOpen, newSeries, type SeriesHistory, type SeriesState } from './series.ts';

/** What is known of the services of a partition, by series (`organization/service`). */
export type AnomalyStore = {
  readonly all: () => Iterable<readonly [series: string, state: SeriesState]>;
  readonly get: (series: string) => SeriesState | undefined;
  readonly put: (series: string, state: SeriesState) => void;
  /** With its history. */
  readonly forget: (series: string) => void;
  readonly history: (series: string) => SeriesHistory;
};

/** What follows from a minute of a service, as a command to the decider. */
export type AnomalyAction = {
  readonly type: 'anomaly';
  readonly organizationId: OrganizationId;
  readonly service: string;
  readonly tickMs: number;
  readonly change: MetricChange;
};

export type ScoredMinute = MetricScore & {
  readonly organizationId: OrganizationId;
  readonly service: string;
};

type Watching = {
  readonly windows: Windows;
  readonly anomalies: AnomalyStore;
  readonly onScored: (scored: ScoredMinute) => void;
  /** Windows of minutes before it are not whole, so these are not judged again. */
  readonly wholeFrom: number;
  /** What came before the evaluator's time was known: minutes by series. */
  readonly held: Map<string, Set<number>>;
};

/**
 * Watches every service of a partition, minute by minute: a pure function of the records of `windows`. A minute is
 * judged when it ended ten seconds ago, and again when spans come for it later.
 */
export class AnomalyWatch {
  readonly #watching: Watching;
  #settled: number | undefined;
  /** Of our own, as far as they are known. */
  #outages: readonly Outage[] = [];

  constructor(watching: Watching) {
    this.#watching = watching;
  }

  /** Goes on in a slot (seconds) that was entered before: what settled in it was judged then. */
  resume(slot: number): void {
    const settled = settledMinute(slot);
    if (settled >= this.#watching.wholeFrom) this.#settled = settled;
  }

  /** The evaluator's time entered a slot (seconds). */
  *advance(
    slot: number,
    tickMs: number,
    outages: readonly Outage[],
  ): Generator<AnomalyAction | undefined> {
    this.#outages = outages;
    const settled = settledMinute(slot);
    if (settled === this.#settled || settled < this.#watching.wholeFrom) return;
    this.#settled = settled;
    const { held } = this.#watching;
    if (held.size > 0) yield* this.#judge(held, settled, tickMs);
    held.clear();
    for (const [series, state] of this.#watching.anomalies.all()) {
      // Nothing is known of the minutes before the first spans.
      if (settled >= state.latestMinute) yield* this.#observe(series, state, settled, tickMs);
    }
  }

  /** Spans came: they are in the windows. */
  *spans(
    deltas: readonly WindowDelta[],
    slot: number,
    tickMs: number,
    outages: readonly Outage[],
  ): Generator<AnomalyAction | undefined> {
    this.#outages = outages;
    yield* this.#judge(minutesOf(deltas, slot), settledMinute(slot), tickMs);
  }

  /** Spans came before the evaluator's time is known: they are judged as soon as it is. */
  hold(deltas: readonly WindowDelta[]): void {
    const { held } = this.#watching;
    for (const [series, minutes] of minutesOf(deltas, 0))
      held.set(series, new Set([...(held.get(series) ?? []), ...minutes]));
  }

  *#judge(
    touched: ReadonlyMap<string, ReadonlySet<number>>,
    settled: number,
    tickMs: number,
  ): Generator<AnomalyAction | undefined> {
    for (const [series, minutes] of touched) {
      const { anomalies } = this.#watching;
      const whole = [...minutes].filter(minute => minute >= this.#watching.wholeFrom);
      for (const minute of whole.sort((left, right) => left - right)) {
        const state = anomalies.get(series) ?? newSeries(minute);
        if (minute <= settled) yield* this.#observe(series, state, minute, tickMs);
        else if (anomalies.get(series) === undefined) anomalies.put(series, state);
      }
    }
  }

  *#observe(
    series: string,
    before: SeriesState,
    minute: number,
    tickMs: number,
  ): Generator<AnomalyAction | undefined> {
    const { windows, anomalies, onScored } = this.#watching;
    const figures = minuteFigures(series, minute, windows, this.#outages);
    const { state, scores, changes } = observeMinute(before, figures, anomalies.history(series));
    if (isGone(state)) anomalies.forget(series);
    else anomalies.put(series, state);
    const of = ownerOf(series);
    for (const score of scores) onScored({ ...of, ...score });
    yield undefined;
    for (const change of changes) yield { type: 'anomaly', ...of, tickMs, change };
  }
}

/** The latest minute of which every window has settled. */
const settledMinute = (slot: number): number =>
  Math.floor((slot - windowSeconds) / minuteSeconds) - 1;

/** A service that has sent nothing for longer than late spans may take is forgotten. */
const isGone = (state: SeriesState): boolean =>
  !hasOpen(state) &&
  state.latestMinute - state.busyMinute > anomalyParameters.recentHours * hourMinutes;

const unwatched: ReadonlySet<string> = new Set([globalService, overflowService]);

/** Minutes to which spans came, by series. */
function minutesOf(deltas: readonly WindowDelta[], slot: number): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const { organization, service, time, entry } of deltas) {
    if (!entry || unwatched.has(service)) continue;
    const minute = Math.floor(time / minuteSeconds);
    // Windows may be forgotten from there on, so the minute is not whole.
    if (minute * minuteSeconds + evaluationLimits.keptSeconds < slot) continue;
    const series = `${organization}/${service}`;
    const minutes = found.get(series) ?? new Set();
    found.set(series, minutes.add(minute));
  }
  return found;
}

/** An organization is a UUID; a service may contain anything. */
function ownerOf(series: string): Pick<AnomalyAction, 'organizationId' | 'service'> {
  const end = series.indexOf('/');
  return {
    organizationId: organizationId(series.slice(0, end)),
    service: series.slice(end + 1),
  };
}
