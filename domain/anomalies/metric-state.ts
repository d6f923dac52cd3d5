import type { AnomalyDirection } from '../../schemas/anomalies/metric.ts';
import { anomalyParameters } from './parameters.ts';

/** What a window says: out of the band, within it, or within the part of it that ends an anomaly. */
export type Verdict = AnomalyDirection | 'inside' | 'recovered';

type Window = { readonly minute: number; readonly verdict: Verdict };

/** Of one metric of a series. */
export type MetricState = {
  /** The latest windows that had a verdict, oldest first. */
  readonly windows: readonly Window[];
  readonly open?: {
    readonly direction: AnomalyDirection;
    /** The first of the windows that opened it. */
    readonly fromMinute: number;
    readonly openedMinute: number;
    readonly score: number;
  };
  /** History from before this hour is of another level. */
  readonly sinceHour: number;
};

export const quietMetric: MetricState = { windows: [], sinceHour: 0 };

export type EndReason = 'recovered' | 'no_data' | 'new_level';

export type MetricStep = {
  readonly state: MetricState;
  readonly change?: 'open' | { readonly end: EndReason };
};

/** A verdict that a late span changes takes the place of the earlier one; one older than the kept windows is void. */
function withWindow(windows: readonly Window[], window: Window): readonly Window[] | undefined {
  const kept = Math.max(anomalyParameters.windows, anomalyParameters.insideMin);
  const oldest = windows[0];
  if (windows.length === kept && oldest !== undefined && window.minute < oldest.minute)
    return undefined;
  return [...windows.filter(({ minute }) => minute !== window.minute), window]
    .sort((left, right) => left.minute - right.minute)
    .slice(-kept);
}

/** What a window makes of the state of its metric. */
export function stepMetric(
  before: MetricState,
  window: Window & { readonly score: number },
): MetricStep {
  const { minute, verdict, score } = window;
  const windows = withWindow(before.windows, { minute, verdict });
  if (windows === undefined) return { state: before };
  const state = { ...before, windows };
  if (before.open === undefined) return opened(state, score);
  const { open } = before;
  if (hasRecovered(windows, open.openedMinute)) return ended(state, 'recovered');
  return {
    state: { ...state, open: { ...open, score: verdict === open.direction ? score : open.score } },
  };
}

/** Time goes on: what has no values ends, and what lasts is normal. */
export function stepTime(state: MetricState, minute: number): MetricStep {
  const { open, windows } = state;
  if (open === undefined) return { state };
  const { silentMinutesMax, newLevelMinutes } = anomalyParameters;
  const last = windows.at(-1)?.minute ?? open.openedMinute;
  if (minute - last > silentMinutesMax) return ended(state, 'no_data');
  if (minute - open.fromMinute < newLevelMinutes) return { state };
  return ended({ ...state, sinceHour: Math.floor(minute / 60) }, 'new_level');
}

function opened(state: MetricState, score: number): MetricStep {
  const { windows, outsideMin } = anomalyParameters;
  const last = state.windows.at(-1);
  if (last === undefined || last.verdict === 'inside' || last.verdict === 'recovered')
    return { state };
  const { verdict: direction, minute: openedMinute } = last;
  const [first, ...others] = state.windows.filter(
    ({ minute, verdict }) => minute > openedMinute - windows && verdict === direction,
  );
  if (first === undefined || 1 + others.length < outsideMin) return { state };
  const open = { direction, fromMinute: first.minute, openedMinute, score };
  return { state: { ...state, open }, change: 'open' };
}

function hasRecovered(windows: readonly Window[], openedMinute: number): boolean {
  const { insideMin } = anomalyParameters;
  const latest = windows.slice(-insideMin);
  return (
    latest.length === insideMin &&
    latest.every(({ minute, verdict }) => minute > openedMinute && verdict === 'recovered')
  );
}

function ended({ open: _, ...state }: MetricState, reason: EndReason): MetricStep {
  return { state: { ...state, windows: [] }, change: { end: reason } };
}
