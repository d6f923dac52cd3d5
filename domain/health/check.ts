import {
  type HealthCheck,
  heartbeatCheckName,
  heartbeatIntervalSeconds,
  type ReportedStatus,
  unhealthyFailures,
} from '../../schemas/health/check.ts';

/** Whether samples of a check become events. */
export const isReported = ({ enabled, alertEnabled }: HealthCheck): boolean =>
  enabled && alertEnabled;

/** The check that the first heartbeat of a service creates. */
export const heartbeatCheck = (serviceName: string): HealthCheck => ({
  serviceName,
  checkName: heartbeatCheckName,
  enabled: true,
  alertEnabled: true,
  intervalSeconds: heartbeatIntervalSeconds,
  recoverySuccesses: 1,
});

/** After so many failures or successes in a row. A failing check gets better by recovering alone. */
export function statusAfter(
  reported: ReportedStatus,
  { failures, successes }: { readonly failures: number; readonly successes: number },
  { recoverySuccesses }: Pick<HealthCheck, 'recoverySuccesses'>,
): ReportedStatus {
  if (failures >= unhealthyFailures) return 'unhealthy';
  if (failures > 0) return reported === 'unhealthy' ? 'unhealthy' : 'degraded';
  return successes >= recoverySuccesses ? 'healthy' : reported;
}

export function statusOfOutage(
  outage: { readonly isUnhealthy: boolean } | undefined,
): ReportedStatus {
  if (outage === undefined) return 'healthy';
  return outage.isUnhealthy ? 'unhealthy' : 'degraded';
}
