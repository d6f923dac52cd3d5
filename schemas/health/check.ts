/** Tidemark sends requests to a `pull` check; a `push` check sends heartbeats. */
export const checkTypes = ['pull', 'push'] as const;

export const checkMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type CheckMethod = (typeof checkMethods)[number];

/** `unknown`: there is no result yet, or the check is disabled. */
export const checkStatuses = ['unknown', 'healthy', 'degraded', 'unhealthy'] as const;
export type CheckStatus = (typeof checkStatuses)[number];

/** What a response must have beside its status. */
export type Assertions = {
  readonly bodyContains?: string;
  readonly jsonPath?: { readonly path: string; readonly equals: string | number | boolean | null };
  readonly responseMsMax?: number;
  /** The certificate is valid for so many more days. */
  readonly certificateDays?: number;
};

/** The request of a `pull` check; its headers and body are sealed beside it. */
export type CheckRequest = {
  readonly url: string;
  readonly method: CheckMethod;
  readonly expectedStatus: number;
  readonly timeoutSeconds: number;
  readonly hasHeaders: boolean;
  readonly hasBody: boolean;
  readonly assertions: Assertions;
};

/** A check as users set it. */
export type HealthCheck = {
  readonly serviceName: string;
  readonly checkName: string;
  readonly enabled: boolean;
  /** False: status only, no events. */
  readonly alertEnabled: boolean;
  /** Between requests, or at most between heartbeats. */
  readonly intervalSeconds: number;
  /** Successes in a row after which a failing check is healthy again. */
  readonly recoverySuccesses: number;
  /** Absent: the check waits for heartbeats. */
  readonly request?: CheckRequest;
};

/** Whether samples of a check become events. */
export const isReported = ({ enabled, alertEnabled }: HealthCheck): boolean =>
  enabled && alertEnabled;

/** Headers and body of a request, as they are sealed. */
export type SecretRequest = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Of what a failing check causes. */
export const outageSeverity = 'critical';

/** Failures in a row after which a check is unhealthy. */
export const unhealthyFailures = 3;

/** The check that the first heartbeat of a service creates. */
export const heartbeatCheckName = 'heartbeat';
export const heartbeatIntervalSeconds = 60;

/** A heartbeat is missed when it is late by more than this share of the interval. */
export const heartbeatGrace = 0.5;

export const heartbeatCheck = (serviceName: string): HealthCheck => ({
  serviceName,
  checkName: heartbeatCheckName,
  enabled: true,
  alertEnabled: true,
  intervalSeconds: heartbeatIntervalSeconds,
  recoverySuccesses: 1,
});

/** A time that does not count; the id is that of the command that declared it. */
export type MaintenanceWindow = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: string;
};

/** What an event last said of a check. */
export type ReportedStatus = Exclude<CheckStatus, 'unknown'>;

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
