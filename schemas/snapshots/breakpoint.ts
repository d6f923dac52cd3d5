import type { Json } from '../json.ts';
import type { BreakpointIdentity } from './ids.ts';

export const breakpointModes = ['snapshot', 'logpoint'] as const;

export type BreakpointMode = (typeof breakpointModes)[number];

/** What a user may set, and what SDKs read. */
export type BreakpointSettings = {
  readonly enabled: boolean;
  readonly mode: BreakpointMode;
  /** 0: as many as there are. */
  readonly maxCaptures: number;
  /** So long without use a breakpoint ends, unless it is pinned. */
  readonly idleTimeoutHours: number;
  readonly pinned: boolean;
  readonly condition?: string;
  readonly expireAtMs?: number;
  readonly stackDepth?: number;
  readonly maxDepth?: number;
  readonly maxPayloadBytes?: number;
  readonly captureExpressions?: readonly string[];
  readonly captureFrequency?: number;
  readonly metadata?: { readonly [name: string]: Json };
};

export type Breakpoint = BreakpointIdentity & BreakpointSettings;

export const settingDefaults = {
  enabled: true,
  mode: 'snapshot',
  maxCaptures: 100,
  idleTimeoutHours: 24,
  pinned: false,
} as const satisfies BreakpointSettings;

/** A breakpoint and what happened to it, as far as it decides whether captures are taken. */
export type BreakpointUse = {
  readonly breakpoint: Breakpoint;
  readonly captureCount: number;
  /** When the latest captures were taken, at most `capturesPerMinuteMax`. */
  readonly recentAtMs: readonly number[];
  /** When it was last set, changed, registered again or hit. */
  readonly usedAtMs: number;
};

/** Captures of one breakpoint in a minute. */
export const capturesPerMinuteMax = 10;

const minuteMs = 60_000;
const hourMs = 3_600_000;

export const breakpointStatuses = ['active', 'disabled', 'exhausted', 'expired'] as const;

/**
 * Whether captures can be taken.
 *  exhausted  has as many as it may have
 *  expired    its time is over, or it was not used for long
 */
export type BreakpointStatus = (typeof breakpointStatuses)[number];

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

export const dropReasons = [
  'kill_switch',
  'disabled',
  'exhausted',
  'expired',
  'rate_limited',
  'condition_false',
  'condition_error',
  'quota_exceeded',
] as const;

/** Why a capture is not taken. */
export type DropReason = (typeof dropReasons)[number];

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
