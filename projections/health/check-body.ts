import {
  type CheckStatus,
  type HealthCheck,
  type ReportedStatus,
  statusAfter,
  statusOfOutage,
} from '../../schemas/health/check.ts';
import type { CheckFigures } from '../../schemas/health/figures.ts';
import type { HealthCheckBody } from '../../schemas/health/parts.ts';
import { uptimePercentage } from '../../schemas/health/uptime.ts';
import type { HealthCheckRow, HealthTransition } from './health-checks.ts';

/** A check as clients read it at an instant. */
export function healthCheckBody(
  row: HealthCheckRow,
  figures: CheckFigures | undefined,
  nowMs: number,
): HealthCheckBody {
  const { check, windows } = row;
  const isPush = check.request === undefined;
  const { status, failures, last } = standingOf(row, figures);
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
    status,
    uptime_percentage: uptimePercentage({ figures, windows, isPush, toMs: nowMs }),
    last_check_at: last === undefined ? null : instantOf(last.atMs),
    last_error: last === undefined || last.error === '' ? null : last.error,
    consecutive_failures: failures,
    created_at: instantOf(row.createdAtMs),
    updated_at: instantOf(row.changedAtMs),
  };
}

export type Standing = {
  readonly status: CheckStatus;
  readonly failures: number;
  readonly last: { readonly atMs: number; readonly error: string } | undefined;
};

/**
 * How a check stands at one moment: that of its latest sample in the warehouse, or of its latest event if that is ahead.
 * An event follows from its sample by the same rule, so both agree.
 */
export function standingOf(row: HealthCheckRow, figures: CheckFigures | undefined): Standing {
  const { check, outage, transition } = row;
  const reported = statusOfOutage(outage);
  const isAhead = transition !== undefined && transition.offset > (figures?.offset ?? -1);
  if (isAhead && (figures !== undefined || outage !== undefined))
    return { status: shown(check, reported), ...saidBy(transition, figures) };
  if (figures === undefined)
    return { status: outage === undefined ? 'unknown' : shown(check, reported), ...nothing };
  const { failuresNow: failures, successesNow: successes, last } = figures;
  const status = statusAfter(reported, { failures, successes }, check);
  return {
    status: shown(check, last.outcome === 'degraded' && status === 'healthy' ? 'degraded' : status),
    failures: outage === undefined ? failures : figures.failuresInARow,
    last,
  };
}

const nothing = { failures: 0, last: undefined };

const shown = ({ enabled }: HealthCheck, status: ReportedStatus): CheckStatus =>
  enabled ? status : 'unknown';

function saidBy(
  { checkedAtMs: atMs, failures, error }: HealthTransition,
  figures: CheckFigures | undefined,
): Pick<Standing, 'failures' | 'last'> {
  const isLater = figures !== undefined && figures.last.atMs > atMs;
  return { failures, last: isLater ? figures.last : { atMs, error } };
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
