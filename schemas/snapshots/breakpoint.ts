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

/** Captures of one breakpoint in a minute. */
export const capturesPerMinuteMax = 10;

export const breakpointStatuses = ['active', 'disabled', 'exhausted', 'expired'] as const;

/**
 * Whether captures can be taken.
 *  exhausted  has as many as it may have
 *  expired    its time is over, or it was not used for long
 */
export type BreakpointStatus = (typeof breakpointStatuses)[number];

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
