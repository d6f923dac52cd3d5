import { type Brand, type OrganizationId, type StreamName, stream } from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

export type HealthCheckId = Brand<string, 'HealthCheckId'>;
export type MaintenanceId = Brand<string, 'MaintenanceId'>;
/** From the first failure of a check to its recovery. */
export type OutageId = Brand<string, 'OutageId'>;

export const healthCheckId = (value: string): HealthCheckId => value as HealthCheckId;
export const maintenanceId = (value: string): MaintenanceId => value as MaintenanceId;

/** A service has one check of a name. */
export const healthCheckIdOf = (
  organizationId: OrganizationId,
  serviceName: string,
  checkName: string,
): HealthCheckId =>
  healthCheckId(uuidV5(organizationId, JSON.stringify(['health-check', serviceName, checkName])));

/** `offset`: of the sample that failed first. */
export const outageIdOf = (id: HealthCheckId, offset: number, step = 0): OutageId =>
  uuidV5(id, `outage-${offset}${step === 0 ? '' : `-${step}`}`) as OutageId;

export const healthCheckStream = (id: HealthCheckId): StreamName => stream('health-check', id);
