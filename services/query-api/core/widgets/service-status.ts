import type { Severity } from '../../../../schemas/alerts/rule.ts';
import type { CheckStatus } from '../../../../schemas/health/check.ts';
import { type ServiceStatus, serviceStatuses } from '../../../../schemas/widgets/status.ts';

/** From here on, in percent of the requests of `statusWindow`, failures show in the status. */
const degradedErrorRate = 5;
const unhealthyErrorRate = 50;

/** Requests that say how a service is now. */
export const statusWindow = '15m';

export type StatusEvidence = {
  /** Of its health checks. */
  readonly checks: readonly CheckStatus[];
  /** Of the alerts that fire for it. */
  readonly firing: readonly Severity[];
  /** Of `statusWindow`. */
  readonly requests: number;
  readonly errorRate: number;
};

/** The worst that its health checks, its alerts and its latest requests say; `unknown` when none of them says anything. */
export const serviceStatus = ({
  checks,
  firing,
  requests,
  errorRate,
}: StatusEvidence): ServiceStatus =>
  worstStatus([
    ...checks,
    ...firing.map(statusOfAlert),
    requests === 0 ? 'unknown' : statusOfErrors(errorRate),
  ]);

/** `unknown` says nothing, so any other status outweighs it; of nothing it is all that is known. */
export const worstStatus = (statuses: readonly ServiceStatus[]): ServiceStatus =>
  serviceStatuses.findLast(status => statuses.includes(status)) ?? 'unknown';

const statusOfErrors = (errorRate: number): ServiceStatus => {
  if (errorRate >= unhealthyErrorRate) return 'unhealthy';
  return errorRate >= degradedErrorRate ? 'degraded' : 'healthy';
};

const statusesOfAlerts: Readonly<Record<Severity, ServiceStatus>> = {
  critical: 'unhealthy',
  warning: 'degraded',
  info: 'unknown',
};

/** An alert of severity `info` is news and no fault. */
export const statusOfAlert = (severity: Severity): ServiceStatus => statusesOfAlerts[severity];
