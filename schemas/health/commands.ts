import type { OrganizationId, Sealed } from '../ids.ts';
import type { Restoring } from '../versions/restored.ts';
import type { Assertions, CheckRequest, HealthCheck, MaintenanceWindow } from './check.ts';
import type { HealthCheckId, MaintenanceId } from './ids.ts';

type OfCheck = { readonly checkId: HealthCheckId; readonly organizationId: OrganizationId };

export type CreateHealthCheck = {
  readonly type: 'CreateHealthCheck';
  readonly data: OfCheck & {
    readonly check: HealthCheck;
    /** Headers and body of its request. */
    readonly requestSealed?: Sealed;
  };
};

/** A heartbeat of a service without a check for heartbeats. Nothing happens if there is one by now. */
export type CreateHeartbeatCheck = {
  readonly type: 'CreateHeartbeatCheck';
  readonly data: OfCheck & { readonly serviceName: string };
};

/** Fields that are absent keep their values; null takes a value away. */
export type HealthCheckChanges = {
  readonly enabled?: boolean;
  readonly alertEnabled?: boolean;
  readonly intervalSeconds?: number;
  readonly recoverySuccesses?: number;
  readonly request?: Partial<Omit<CheckRequest, 'assertions'>> & {
    readonly assertions?: Assertions | null;
  };
};

/** Sealing is random, so a sender repeats the stored value if headers and body stay. */
export type ChangeHealthCheck = {
  readonly type: 'ChangeHealthCheck';
  readonly data: {
    readonly checkId: HealthCheckId;
    readonly changes: HealthCheckChanges;
    readonly requestSealed?: Sealed | null;
  };
};

export type DeleteHealthCheck = {
  readonly type: 'DeleteHealthCheck';
  readonly data: { readonly checkId: HealthCheckId };
};

/** All of the check as it was in the version, with the headers and the body of then. */
export type RestoreHealthCheck = {
  readonly type: 'RestoreHealthCheck';
  readonly data: Restoring & {
    readonly checkId: HealthCheckId;
    readonly check: HealthCheck;
    readonly requestSealed?: Sealed;
  };
};

/** What the samples of a check up to `offset` of its partition say about it. */
export type ReportHealthCheck = {
  readonly type: 'ReportHealthCheck';
  readonly data: OfCheck & {
    /** Of the check that was monitored. */
    readonly version: number;
    readonly offset: number;
    /** Of several reports that follow from one sample; 0 when absent. */
    readonly step?: number;
    readonly status: 'healthy' | 'degraded' | 'unhealthy';
    /** In a row. */
    readonly failures: number;
    readonly checkedAtMs: number;
    readonly error: string;
  };
};

export type DeclareMaintenance = {
  readonly type: 'DeclareMaintenance';
  readonly data: {
    readonly checkId: HealthCheckId;
    readonly maintenanceId: MaintenanceId;
    readonly window: MaintenanceWindow;
  };
};

export type RemoveMaintenance = {
  readonly type: 'RemoveMaintenance';
  readonly data: { readonly checkId: HealthCheckId; readonly maintenanceId: MaintenanceId };
};

export type HealthCommand =
  | CreateHealthCheck
  | CreateHeartbeatCheck
  | ChangeHealthCheck
  | DeleteHealthCheck
  | RestoreHealthCheck
  | ReportHealthCheck
  | DeclareMaintenance
  | RemoveMaintenance;
