import type { AlertHistoryRow } from '../../../projections/alerts/alert-history.ts';
import type { AnomalyRow } from '../../../projections/anomalies/anomalies.ts';
import { minuteMs } from '../../../schemas/durations.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { windowSeconds } from '../../../schemas/window.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import { causeLimits } from './config.ts';

/** A time of a service, and the one with which it is compared. */
export type Times = { readonly selection: TimeRange; readonly baseline: TimeRange };

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
  timesOf(window.fromMs - forMinutes * minuteMs, Math.min(resolved?.atMs ?? nowMs, nowMs));

export function timesOfAnomaly({ metrics, detectedAtMs, ended }: AnomalyRow, nowMs: number): Times {
  const fromMs = metrics[0]?.fromMs ?? detectedAtMs;
  return timesOf(fromMs, Math.min(ended?.atMs ?? nowMs, nowMs));
}

/** Whole windows; a time that has only begun has one. */
function timesOf(fromMs: number, toMs: number): Times {
  const { selectionMsMax, baselineMs } = causeLimits;
  const from = down(fromMs);
  const to = Math.max(from + windowSeconds, up(Math.min(toMs, fromMs + selectionMsMax)));
  return {
    selection: { fromSeconds: from, toSeconds: to },
    baseline: { fromSeconds: Math.max(0, from - baselineMs / 1000), toSeconds: from },
  };
}

const down = (ms: number): number => Math.floor(ms / 1000 / windowSeconds) * windowSeconds;
const up = (ms: number): number => Math.ceil(ms / 1000 / windowSeconds) * windowSeconds;
