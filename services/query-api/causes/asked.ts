import type { AlertHistoryRow } from '../../../projections/alerts/alert-history.ts';
import type { AnomalyRow } from '../../../projections/anomalies/anomalies.ts';
import { minuteMs } from '../../../schemas/durations.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { windowSeconds } from '../../../schemas/window.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import { causeLimits } from './config.ts';

/** A time of a service, and the one with which it is compared. */
export type Times = {
  readonly selection: TimeRange;
  readonly baseline: TimeRange;
  /** The latest instant at which it can have begun. */
  readonly startedByMs: number;
};

export type AskedCauses = Times & {
  readonly organization: OrganizationId;
  readonly service: string;
  /** What was known then; undefined: now. */
  readonly atMs?: number | undefined;
};

/** From when its condition held, for `forMinutes` before it fired, until it resolved or the last instant that is known. */
export const timesOfAlert = (
  { window, resolved }: AlertHistoryRow,
  forMinutes: number,
  nowMs: number,
): Times =>
  timesOf({
    fromMs: window.fromMs - forMinutes * minuteMs,
    startedByMs: window.toMs - forMinutes * minuteMs,
    toMs: Math.min(resolved?.atMs ?? nowMs, nowMs),
  });

export function timesOfAnomaly({ metrics, detectedAtMs, ended }: AnomalyRow, nowMs: number): Times {
  const [first] = metrics;
  return timesOf({
    fromMs: first?.fromMs ?? detectedAtMs,
    startedByMs: first?.toMs ?? detectedAtMs,
    toMs: Math.min(ended?.atMs ?? nowMs, nowMs),
  });
}

type Began = { readonly fromMs: number; readonly startedByMs: number; readonly toMs: number };

/** Whole windows; a time that has only begun has one. */
function timesOf({ fromMs, startedByMs, toMs }: Began): Times {
  const { selectionMsMax, baselineMs } = causeLimits;
  const from = down(fromMs);
  const to = Math.max(from + windowSeconds, up(Math.min(toMs, fromMs + selectionMsMax)));
  return {
    selection: { fromSeconds: from, toSeconds: to },
    baseline: { fromSeconds: Math.max(0, from - baselineMs / 1000), toSeconds: from },
    startedByMs,
  };
}

const down = (ms: number): number => Math.floor(ms / 1000 / windowSeconds) * windowSeconds;
const up = (ms: number): number => Math.ceil(ms / 1000 / windowSeconds) * windowSeconds;
