import type { OrganizationId, Sealed } from '../ids.ts';
import type { Restored } from '../versions/restored.ts';
import type { HealthCheck, MaintenanceWindow } from './check.ts';
import type { HealthCheckId, MaintenanceId, OutageId } from './ids.ts';

type OfCheck = { readonly checkId: HealthCheckId; readonly organizationId: OrganizationId };

/** All of the check. Its schedule begins with the event. */
type Version = OfCheck &
  Restored & {
    readonly version: number;
    readonly check: HealthCheck;
    /** Headers and body of its request, sealed under the organization's key. */
    readonly requestSealed?: Sealed;
  };

export type HealthCheckCreated = { readonly type: 'HealthCheckCreated'; readonly data: Version };
export type HealthCheckChanged = { readonly type: 'HealthCheckChanged'; readonly data: Version };
export type HealthCheckDeleted = {
  readonly type: 'HealthCheckDeleted';
  readonly data: OfCheck & { readonly serviceName: string };
};

/** A change of what the samples of a check say. */
type Transition = OfCheck & {
  readonly serviceName: string;
  readonly checkName: string;
  readonly outageId: OutageId;
  /** Of the sample, on the partition of the check. */
  readonly offset: number;
  /** Of several transitions that follow from one sample; 0 when absent. */
  readonly step?: number;
  readonly checkedAtMs: number;
};

/** The first failure of a check that was healthy. */
export type HealthCheckFailed = {
  readonly type: 'HealthCheckFailed';
  readonly data: Transition & { readonly error: string };
};

/** The third failure in a row. */
export type HealthCheckBecameUnhealthy = {
  readonly type: 'HealthCheckBecameUnhealthy';
  readonly data: Transition & { readonly error: string; readonly failures: number };
};

export type HealthCheckRecovered = {
  readonly type: 'HealthCheckRecovered';
  readonly data: Transition & { readonly failedAtMs: number };
};

export type MaintenanceDeclared = {
  readonly type: 'MaintenanceDeclared';
  readonly data: OfCheck & MaintenanceWindow & { readonly maintenanceId: MaintenanceId };
};

export type MaintenanceRemoved = {
  readonly type: 'MaintenanceRemoved';
  readonly data: OfCheck & { readonly maintenanceId: MaintenanceId };
};

export type HealthEvent =
  | HealthCheckCreated
  | HealthCheckChanged
  | HealthCheckDeleted
  | HealthCheckFailed
  | HealthCheckBecameUnhealthy
  | HealthCheckRecovered
  | MaintenanceDeclared
  | MaintenanceRemoved;
