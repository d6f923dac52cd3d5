import type { HealthCheckId } from '../../../../schemas/health/ids.ts';
import { type Sample, sampleIdAt } from '../../../../schemas/samples/record.ts';
import {
  type Applied,
  applySample,
  missedError,
  type Report,
  type Unwatched,
} from './apply-sample.ts';
import { type CheckState, type MonitoredCheck, newCheckState, withCheck } from './check-state.ts';
import { missedUpTo, nextDueMs, nextMissedMs, requestsUpTo, scheduleLimits } from './schedule.ts';
import { TimerWheel } from './timer-wheel.ts';

export type PlacedSample = { readonly sample: Sample; readonly offset: number };

/** What has to be done now. */
export type Due = {
  readonly requests: readonly { readonly checkId: HealthCheckId; readonly dueMs: number }[];
  /** What is recorded without a request. */
  readonly samples: readonly Sample[];
};

export type BookChange = {
  readonly reports: readonly Report[];
  /** Missed heartbeats that are to be recorded. */
  readonly samples: readonly Sample[];
};

/** Subjects whose check is not known yet, and samples of each. */
const orphanLimits = { subjectsMax: 10_000, samplesMax: 16 } as const;
const retryMs = 100;

/** The checks of a partition: what their samples say, and when each is due. It changes in place. */
export class CheckBook {
  readonly #states = new Map<string, CheckState>();
  readonly #wheel = new TimerWheel<string>();
  /** By check: the latest due instant that is under way or recorded, although it was not read yet. */
  readonly #begun = new Map<string, number>();
  readonly #busy = new Set<string>();
  /** A heartbeat may be read before the check is known that it creates. */
  readonly #orphans = new Map<string, PlacedSample[]>();
  #unwatched: Unwatched | undefined;

  /** The checks that there are now, all of them. */
  sync(checks: ReadonlyMap<string, MonitoredCheck>): BookChange {
    for (const id of this.#states.keys()) if (!checks.has(id)) this.#forget(id);
    const changes: BookChange[] = [];
    for (const [id, monitored] of checks) {
      const state = this.#states.get(id);
      if (state === undefined) changes.push(this.#adopt(id, monitored));
      else this.#put(id, withCheck(state, monitored));
    }
    return merged(changes);
  }

  /** After the next sample of the partition. */
  apply(sample: Sample, offset: number): BookChange {
    const state = this.#states.get(sample.subject);
    if (state !== undefined) return this.#applied(sample.subject, state, { sample, offset });
    if (sample.kind === 'heartbeat') this.#keepOrphan({ sample, offset });
    return merged([]);
  }

  /**
   * Takes out what is due.
   *  drainedMs  everything that was on the partition then was applied
   */
  due(nowMs: number, drainedMs: number): Due {
    const requests: Due['requests'][number][] = [];
    const samples: Sample[] = [];
    for (const id of this.#wheel.due(nowMs)) {
      const state = this.#states.get(id);
      if (state === undefined || this.#busy.has(id)) continue;
      if (state.monitored.check.request === undefined)
        samples.push(...this.#missed(id, state, drainedMs));
      else this.#request(id, state, nowMs, requests, samples);
      if (!this.#busy.has(id)) this.#wheel.set(id, this.#nextLookMs(id, nowMs));
    }
    return { requests, samples };
  }

  /** A request has ended, and its result is recorded or given up. */
  ended(id: HealthCheckId): void {
    this.#busy.delete(id);
    const state = this.#states.get(id);
    if (state !== undefined) this.#wheel.set(id, this.#dueMs(id, state));
  }

  /** Nobody watched in a time that is over: heartbeats that are due in it are waited for anew. */
  unwatched(unwatched: Unwatched): readonly Sample[] {
    this.#unwatched = unwatched;
    return [...this.#states.values()].flatMap(state => {
      const dueMs = state.monitored.check.request === undefined && nextDueMs(state);
      if (dueMs === false || dueMs === undefined || dueMs > unwatched.toMs) return [];
      return [sampleOf(state, 'missed', unwatched.toMs, { outcome: 'skipped' })];
    });
  }

  /** The first checks, with the last samples of each before the first that is applied: at most `samplesMax`, oldest first. */
  restore(
    checks: ReadonlyMap<string, MonitoredCheck>,
    samples: readonly PlacedSample[],
    samplesMax: number,
  ): void {
    const samplesOf = new Map<string, PlacedSample[]>();
    for (const placed of samples) {
      const own = samplesOf.get(placed.sample.subject);
      if (own === undefined) samplesOf.set(placed.sample.subject, [placed]);
      else own.push(placed);
    }
    for (const [id, monitored] of checks) {
      const own = samplesOf.get(id) ?? [];
      const [oldest] = own;
      const isWhole =
        own.length < samplesMax ||
        (oldest !== undefined && oldest.sample.atMs < monitored.scheduledFromMs);
      this.#put(id, newCheckState(monitored, isWhole));
    }
    for (const { sample, offset } of samples) this.apply(sample, offset);
  }

  /** Before the first sample is applied. */
  expectUnwatched(unwatched: Unwatched): void {
    this.#unwatched = unwatched;
  }

  #request(
    id: string,
    state: CheckState,
    nowMs: number,
    requests: Due['requests'][number][],
    samples: Sample[],
  ): void {
    const { checkId } = state.monitored;
    const instants = requestsUpTo(state, nowMs, this.#begunMs(id, state));
    const dueMs = instants.at(-1);
    if (dueMs === undefined) return;
    for (const atMs of instants.slice(0, -1))
      samples.push(sampleOf(state, 'check', atMs, { outcome: 'skipped' }));
    requests.push({ checkId, dueMs });
    this.#begun.set(id, dueMs);
    this.#busy.add(id);
  }

  #missed(id: string, state: CheckState, drainedMs: number): readonly Sample[] {
    const begunMs = this.#begun.get(id) ?? Number.NEGATIVE_INFINITY;
    const upToMs = drainedMs - scheduleLimits.heartbeatLateMsMax;
    const instants = missedUpTo(state, upToMs).filter(atMs => atMs > begunMs);
    const last = instants.at(-1);
    if (last !== undefined) this.#begun.set(id, last);
    return instants.map(atMs => missedSample(state, atMs));
  }

  #applied(id: string, state: CheckState, { sample, offset }: PlacedSample): BookChange {
    const applied = applySample(state, sample, offset, this.#unwatched);
    this.#put(id, applied.state);
    return changeOf(state, applied);
  }

  #adopt(id: string, monitored: MonitoredCheck): BookChange {
    const orphans = this.#orphans.get(id) ?? [];
    this.#orphans.delete(id);
    this.#put(id, newCheckState(monitored, true));
    return merged(
      orphans.map(placed => this.#applied(id, this.#states.get(id) as CheckState, placed)),
    );
  }

  #put(id: string, state: CheckState): void {
    this.#states.set(id, state);
    if (!this.#busy.has(id)) this.#wheel.set(id, this.#dueMs(id, state));
  }

  #forget(id: string): void {
    this.#states.delete(id);
    this.#begun.delete(id);
    this.#wheel.set(id, undefined);
  }

  #begunMs(id: string, { requestedMs }: CheckState): number | undefined {
    const begunMs = this.#begun.get(id);
    if (begunMs === undefined || requestedMs === undefined) return begunMs ?? requestedMs;
    return Math.max(begunMs, requestedMs);
  }

  #dueMs(id: string, state: CheckState): number | undefined {
    if (!state.monitored.check.enabled) return undefined;
    if (state.monitored.check.request === undefined) {
      const missedMs = nextMissedMs(state);
      return missedMs && missedMs + scheduleLimits.heartbeatLateMsMax;
    }
    return nextDueMs({ ...state, ...begunOf(this.#begunMs(id, state)) });
  }

  /** What could not be done yet is looked at again soon. */
  #nextLookMs(id: string, nowMs: number): number | undefined {
    const state = this.#states.get(id);
    const dueMs = state && this.#dueMs(id, state);
    return dueMs && Math.max(dueMs, nowMs + retryMs);
  }

  #keepOrphan(placed: PlacedSample): void {
    const { subject } = placed.sample;
    const orphans = [...(this.#orphans.get(subject) ?? []), placed];
    this.#orphans.delete(subject);
    this.#orphans.set(subject, orphans.slice(-orphanLimits.samplesMax));
    const [oldest] = this.#orphans.keys();
    if (this.#orphans.size > orphanLimits.subjectsMax && oldest !== undefined)
      this.#orphans.delete(oldest);
  }
}

const begunOf = (requestedMs: number | undefined) =>
  requestedMs === undefined ? {} : { requestedMs };

const changeOf = (state: CheckState, { reports, missed }: Applied): BookChange => ({
  reports,
  samples: missed.map(atMs => missedSample(state, atMs)),
});

export function merged(changes: readonly BookChange[]): BookChange {
  return {
    reports: changes.flatMap(({ reports }) => reports),
    samples: changes.flatMap(({ samples }) => samples),
  };
}

/** Of the interval in which there was no heartbeat. */
function missedSample(state: CheckState, atMs: number): Sample {
  const { intervalSeconds } = state.monitored.check;
  const durationMs = intervalSeconds * 1_000;
  const error = missedError(intervalSeconds);
  return sampleOf(state, 'missed', atMs, { outcome: 'failed', durationMs, error });
}

const sampleOf = (
  { monitored: { checkId, organizationId } }: CheckState,
  kind: 'check' | 'missed',
  atMs: number,
  fields: Pick<Sample, 'outcome' | 'durationMs' | 'error'>,
): Sample => ({
  kind,
  organizationId,
  subject: checkId,
  id: sampleIdAt(checkId, atMs),
  atMs,
  ...fields,
});
