import type { OrganizationId } from '../ids.ts';
import type { Breakpoint } from './breakpoint.ts';
import type { BreakpointId, SnapshotId } from './ids.ts';

type OfBreakpoint = {
  readonly breakpointId: BreakpointId;
  readonly organizationId: OrganizationId;
};

export type BreakpointSet = {
  readonly type: 'BreakpointSet';
  readonly data: OfBreakpoint & { readonly breakpoint: Breakpoint };
};

/** All of the breakpoint after the change. `captureCount`: from which its captures count on. */
export type BreakpointChanged = {
  readonly type: 'BreakpointChanged';
  readonly data: OfBreakpoint & {
    readonly breakpoint: Breakpoint;
    readonly captureCount: number;
  };
};

/** A capture was taken. What was captured is telemetry, under the id of the snapshot. */
export type BreakpointHit = {
  readonly type: 'BreakpointHit';
  readonly data: OfBreakpoint & {
    readonly service: string;
    readonly snapshotId: SnapshotId;
    /** With this one. */
    readonly captureCount: number;
    readonly traceId?: string;
    /** The captured variables do not say whether the condition holds. */
    readonly isUndecided?: boolean;
  };
};

/** `captures`: the capture before it was the last that it may have. */
export type BreakpointDisabled = {
  readonly type: 'BreakpointDisabled';
  readonly data: OfBreakpoint & {
    readonly service: string;
    readonly reason: 'user' | 'captures';
    readonly captureCount: number;
    /** Of the capture before it. */
    readonly isUndecided?: boolean;
  };
};

export type BreakpointRemoved = {
  readonly type: 'BreakpointRemoved';
  readonly data: OfBreakpoint & { readonly service: string };
};

/** While it is on, no breakpoint of the organization captures. */
export type KillSwitchTurned = {
  readonly type: 'KillSwitchTurned';
  readonly data: { readonly organizationId: OrganizationId; readonly enabled: boolean };
};

export type BreakpointEvent =
  | BreakpointSet
  | BreakpointChanged
  | BreakpointHit
  | BreakpointDisabled
  | BreakpointRemoved;

export type SnapshotEvent = BreakpointEvent | KillSwitchTurned;
