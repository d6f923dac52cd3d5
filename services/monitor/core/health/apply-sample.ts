import { statusAfter } from '../../../../domain/health/check.ts';
import { isInside } from '../../../../domain/health/maintenance.ts';
import type { ReportHealthCheck } from '../../../../schemas/health/commands.ts';
import type { Sample } from '../../../../schemas/samples/record.ts';
import type { CheckState } from './check-state.ts';
import { missedUpTo, nextMissedMs } from './schedule.ts';

export type Report = ReportHealthCheck['data'];

export type Applied = {
  readonly state: CheckState;
  /** Changes of status, in order. */
  readonly reports: readonly Report[];
  /** Heartbeats that a later one shows to be missed, and that nobody had recorded. */
  readonly missed: readonly number[];
};

/** A time in which nobody watched, so that nothing can be said about heartbeats. */
export type Unwatched = { readonly fromMs: number; readonly toMs: number };

export const missedError = (intervalSeconds: number): string =>
  `no heartbeat within the interval of ${intervalSeconds} s and half of it`;

/**
 * The state of a check after the next sample of its partition. A sample that lies before, another result for the same due
 * instant, and what another type of check left change nothing.
 */
export function applySample(
  state: CheckState,
  sample: Sample,
  offset: number,
  unwatched?: Unwatched,
): Applied {
  const nothing = { state, reports: [], missed: [] };
  if (offset <= state.offset) return nothing;
  const seen = { ...state, offset };
  const isPull = state.monitored.check.request !== undefined;
  if (sample.kind === 'check') return isPull ? onResult(seen, sample) : { ...nothing, state: seen };
  if (isPull) return { ...nothing, state: seen };
  if (sample.kind === 'missed') return onMissed(seen, sample);
  return sample.kind === 'heartbeat'
    ? onHeartbeat(seen, sample, unwatched)
    : { ...nothing, state: seen };
}

function onResult(state: CheckState, sample: Sample): Applied {
  const { requestedMs } = state;
  const isRepeated = requestedMs !== undefined && sample.atMs <= requestedMs;
  if (isRepeated) return { state, reports: [], missed: [] };
  const requested = { ...state, requestedMs: sample.atMs };
  return { ...counted([requested, []], sample, 0), missed: [] };
}

/** `skipped`: nobody watched until then, and a heartbeat is waited for anew. */
function onMissed(state: CheckState, sample: Sample): Applied {
  const { atMs, outcome } = sample;
  if (outcome === 'skipped') {
    const waitsFromMs = Math.max(atMs, state.waitsFromMs ?? atMs);
    return { state: { ...state, waitsFromMs }, reports: [], missed: [] };
  }
  const nextMs = nextMissedMs(state);
  if (nextMs === undefined || atMs < nextMs) return { state, reports: [], missed: [] };
  return { ...counted([{ ...state, missedMs: atMs }, []], sample, 0), missed: [] };
}

/** What was missed before the heartbeat counts first, whether or not somebody looked in between. */
function onHeartbeat(state: CheckState, sample: Sample, unwatched: Unwatched | undefined): Applied {
  const isWatched = (atMs: number): boolean =>
    unwatched === undefined || atMs <= unwatched.fromMs || atMs > unwatched.toMs;
  // A heartbeat at the very end of its time is not missed.
  const missed = missedUpTo(state, sample.atMs - 1).filter(isWatched);
  let after: Counted = [state, []];
  missed.forEach((atMs, index) => {
    after = pair(
      counted([{ ...after[0], missedMs: atMs }, after[1]], missedAt(state, atMs), index),
    );
  });
  const [before, reports] = after;
  const waitsFromMs = Math.max(sample.atMs, state.waitsFromMs ?? sample.atMs);
  return { ...counted([{ ...before, waitsFromMs }, reports], sample, missed.length), missed };
}

const missedAt = (
  { monitored }: CheckState,
  atMs: number,
): Pick<Sample, 'atMs' | 'outcome' | 'error'> => ({
  atMs,
  outcome: 'failed',
  error: missedError(monitored.check.intervalSeconds),
});

type Counted = readonly [state: CheckState, reports: readonly Report[]];

const pair = ({ state, reports }: Pick<Applied, 'state' | 'reports'>): Counted => [state, reports];

/** Counts an outcome. Failures in a maintenance window, and samples of an earlier version, do not count. */
function counted(
  [state, reports]: Counted,
  { atMs, outcome, error = '' }: Pick<Sample, 'atMs' | 'outcome' | 'error'>,
  step: number,
): Pick<Applied, 'state' | 'reports'> {
  const { check, windows, scheduledFromMs } = state.monitored;
  const isFailed = outcome === 'failed';
  const isIgnored = isFailed && isInside(windows, atMs);
  if (!check.enabled || outcome === 'skipped' || isIgnored || atMs < scheduledFromMs)
    return { state, reports };
  const after = isFailed
    ? { ...state, failures: state.failures + 1, successes: 0 }
    : { ...state, failures: 0, successes: state.successes + 1 };
  const status = statusAfter(state.reported, after, check);
  if (status === state.reported || !check.alertEnabled) return { state: after, reports };
  const report = reportOf(after, { status, step, checkedAtMs: atMs, error });
  const reportedAt = { offset: after.offset, step };
  return {
    state: { ...after, reported: status, reportedAt },
    reports: [...reports, report],
  };
}

function reportOf(
  { monitored, offset, failures }: CheckState,
  { step, ...change }: Pick<Report, 'status' | 'checkedAtMs' | 'error'> & { readonly step: number },
): Report {
  const { checkId, organizationId, version } = monitored;
  const place = { offset, ...(step > 0 && { step }) };
  return { checkId, organizationId, version, ...place, failures, ...change };
}
