import { hourMs, minuteMs } from '../../schemas/durations.ts';
import {
  type Breakpoint,
  type BreakpointStatus,
  capturesPerMinuteMax,
  type DropReason,
} from '../../schemas/snapshots/breakpoint.ts';

/** A breakpoint and what happened to it, as far as it decides whether captures are taken. */
export type BreakpointUse = {
  readonly breakpoint: Breakpoint;
  readonly captureCount: number;
  /** When the latest captures were taken, at most `capturesPerMinuteMax`. */
  readonly recentAtMs: readonly number[];
  /** When it was last set, changed, registered again or hit. */
  readonly usedAtMs: number;
};

/** Ends by time are no events: they are computed at each read and decision. */
export function breakpointStatusAt(use: BreakpointUse, atMs: number): BreakpointStatus {
  const { maxCaptures, enabled, expireAtMs = Number.POSITIVE_INFINITY } = use.breakpoint;
  if (maxCaptures > 0 && use.captureCount >= maxCaptures) return 'exhausted';
  if (!enabled) return 'disabled';
  return atMs >= expireAtMs || atMs >= idleEndMs(use) ? 'expired' : 'active';
}

/** When a breakpoint ends if nobody uses it. */
export const idleEndMs = ({ breakpoint, usedAtMs }: BreakpointUse): number =>
  breakpoint.pinned ? Number.POSITIVE_INFINITY : usedAtMs + breakpoint.idleTimeoutHours * hourMs;

/** Why a capture at this instant is not taken; undefined: it is. */
export function dropReasonAt(
  use: BreakpointUse,
  isKilled: boolean,
  atMs: number,
): DropReason | undefined {
  if (isKilled) return 'kill_switch';
  const status = breakpointStatusAt(use, atMs);
  if (status !== 'active') return status;
  const lately = use.recentAtMs.filter(capturedAtMs => capturedAtMs > atMs - minuteMs);
  return lately.length >= capturesPerMinuteMax ? 'rate_limited' : undefined;
}
