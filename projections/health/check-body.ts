import { type CheckStatus, unhealthyFailures } from '../../schemas/health/check.ts';
import type { CheckFigures } from '../../schemas/health/figures.ts';
import type { HealthCheckBody } from '../../schemas/health/parts.ts';
import { uptimePercentage } from '../../schemas/health/uptime.ts';
import type { HealthCheckRow } from './health-checks.ts';

/** A check as clients read it at an instant. */
export function healthCheckBody(
  row: HealthCheckRow,
  figures: CheckFigures | undefined,
  nowMs: number,
): HealthCheckBody {
  const { check, windows } = row;
  const isPush = check.request === undefined;
  const last = figures?.last;
  return {
    id: row.checkId,
    service_name: check.serviceName,
    check_name: check.checkName,
    check_type: isPush ? 'push' : 'pull',
    ...requestOf(row),
    heartbeat_interval_seconds: isPush ? check.intervalSeconds : null,
    recovery_successes: check.recoverySuccesses,
    alert_enabled: check.alertEnabled,
    enabled: check.enabled,
    status: checkStatus(row, figures),
    uptime_percentage: uptimePercentage({ figures, windows, isPush, toMs: nowMs }),
    last_check_at: last === undefined ? null : instantOf(last.atMs),
    last_error: last === undefined || last.error === '' ? null : last.error,
    consecutive_failures: figures?.failuresInARow ?? 0,
    created_at: instantOf(row.createdAtMs),
    updated_at: instantOf(row.changedAtMs),
  };
}

/** A check that causes events has the status that they say, so that both agree; another has that of its samples. */
export function checkStatus(
  { check, outage }: HealthCheckRow,
  figures: CheckFigures | undefined,
): CheckStatus {
  if (!check.enabled) return 'unknown';
  if (outage !== undefined) return outage.isUnhealthy ? 'unhealthy' : 'degraded';
  if (figures === undefined) return 'unknown';
  const failures = check.alertEnabled ? 0 : figures.failuresInARow;
  if (failures >= unhealthyFailures) return 'unhealthy';
  return failures > 0 || figures.last.outcome === 'degraded' ? 'degraded' : 'healthy';
}

function requestOf({ check: { request, intervalSeconds } }: HealthCheckRow) {
  if (request === undefined) return noRequest;
  const { bodyContains, jsonPath, responseMsMax, certificateDays } = request.assertions;
  const isAsserted = Object.keys(request.assertions).length > 0;
  return {
    endpoint_url: request.url,
    check_method: request.method,
    expected_status_code: request.expectedStatus,
    check_interval_seconds: intervalSeconds,
    timeout_seconds: request.timeoutSeconds,
    has_headers: request.hasHeaders,
    has_body: request.hasBody,
    assertions: isAsserted
      ? {
          body_contains: bodyContains ?? null,
          json_path: jsonPath === undefined ? null : { ...jsonPath },
          response_time_ms: responseMsMax ?? null,
          certificate_days: certificateDays ?? null,
        }
      : null,
  };
}

const noRequest = {
  endpoint_url: null,
  check_method: null,
  expected_status_code: null,
  check_interval_seconds: null,
  timeout_seconds: null,
  has_headers: false,
  has_body: false,
  assertions: null,
} as const;

const instantOf = (atMs: number): string => new Date(atMs).toISOString();
