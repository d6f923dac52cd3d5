import type { MaintenanceId } from './ids.ts';

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

/** A time that does not count; the id is that of the command that declared it. */
export type MaintenanceWindow = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: string;
};

/** A declared window with its id. */
export type KeptWindow = MaintenanceWindow & {
  readonly id: MaintenanceId;
  /** Absent in states of before: it counts as declared before it began. */
  readonly declaredAtMs?: number;
};

/** What an event last said of a check. */
export type ReportedStatus = Exclude<CheckStatus, 'unknown'>;
