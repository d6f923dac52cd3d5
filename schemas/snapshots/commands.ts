import type { OrganizationId } from '../ids.ts';
import type { Breakpoint, BreakpointSettings } from './breakpoint.ts';
import type { BreakpointId, BreakpointIdentity, SnapshotId } from './ids.ts';

type OfBreakpoint = { readonly breakpointId: BreakpointId };

/** A user sets a breakpoint where there is none. */
export type SetBreakpoint = {
  readonly type: 'SetBreakpoint';
  readonly data: OfBreakpoint & {
    readonly organizationId: OrganizationId;
    readonly breakpoint: Breakpoint;
  };
};

/** An SDK names the place of a breakpoint in its code; one that exists keeps what users set. */
export type RegisterBreakpoint = {
  readonly type: 'RegisterBreakpoint';
  readonly data: OfBreakpoint & {
    readonly organizationId: OrganizationId;
    readonly identity: BreakpointIdentity;
  };
};

/** Optional settings that null ends. */
export type EndedSetting = Exclude<
  keyof BreakpointSettings,
  'enabled' | 'mode' | 'maxCaptures' | 'idleTimeoutHours' | 'pinned'
>;

/** Fields that are absent keep their values. */
export type BreakpointChanges = {
  readonly [Name in keyof BreakpointSettings]?:
    | BreakpointSettings[Name]
    | (Name extends EndedSetting ? null : never);
} & Partial<Pick<BreakpointIdentity, 'filePath' | 'lineNumber'>>;

export type ChangeBreakpoint = {
  readonly type: 'ChangeBreakpoint';
  readonly data: OfBreakpoint & { readonly changes: BreakpointChanges };
};

export type DisableBreakpoint = { readonly type: 'DisableBreakpoint'; readonly data: OfBreakpoint };

export type RemoveBreakpoint = { readonly type: 'RemoveBreakpoint'; readonly data: OfBreakpoint };

/** A capture arrived, which is on its topic already. */
export type HitBreakpoint = {
  readonly type: 'HitBreakpoint';
  readonly data: OfBreakpoint & {
    readonly organizationId: OrganizationId;
    readonly snapshotId: SnapshotId;
    readonly traceId?: string;
    /** The captured variables do not say whether the condition holds. */
    readonly isUndecided?: boolean;
  };
};

export type TurnKillSwitch = {
  readonly type: 'TurnKillSwitch';
  readonly data: { readonly organizationId: OrganizationId; readonly enabled: boolean };
};

export type SnapshotCommand =
  | SetBreakpoint
  | RegisterBreakpoint
  | ChangeBreakpoint
  | DisableBreakpoint
  | RemoveBreakpoint
  | HitBreakpoint
  | TurnKillSwitch;
