import { statusAfter, statusOfOutage } from '../../domain/health/check.ts';
import type { CheckFigures, Counted } from '../../domain/health/check-figures.ts';
import { isInside, uptimeMs, windowsInTime } from '../../domain/health/maintenance.ts';
import { uptimePercentage } from '../../domain/health/uptime.ts';
import type {
  CheckStatus,
  HealthCheck,
  KeptWindow,
  ReportedStatus,
} from '../../schemas/health/check.ts';
import type { HealthCheckBody } from '../../schemas/health/parts.ts';
import type { HealthCheckRow, HealthTransition } from './health-checks.ts';

/** A check as clients read it at an instant. */
export function healthCheckBody(
  row: HealthCheckRow,
  figures: CheckFigures | undefined,
  nowMs: number,
): HealthCheckBody {
  const { check, windows } = row;
  const isPush = check.request === undefined;
  const seen = seenOf(row, figures, nowMs);
  const { status, failures, last } = standingOf(row, seen);
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
    uptime_percentage: uptimePercentage({ figures: seen, windows, isPush, toMs: nowMs }),
    uptime_percentage_original: uptimePercentage({
      figures: seen && { ...seen, ...seen.inTime },
      windows: windowsInTime(windows),
      isPush,
      toMs: nowMs,
    }),
    last_check_at: last === undefined ? null : instantOf(last.atMs),
    last_error: last === undefined || last.error === '' ? null : last.error,
    consecutive_failures: failures,
    created_at: instantOf(row.createdAtMs),
    updated_at: instantOf(row.changedAtMs),
  };
}

/**
 * How a check stands at one moment: that of its latest sample in the warehouse, or of its latest event if that is ahead.
 * An event follows from its sample by the same rule, so both agree.
 */
function standingOf({ check, outage }: HealthCheckRow, seen: CheckFigures | undefined) {
  const reported = statusOfOutage(outage);
  if (seen === undefined)
    return { status: shown(check, outage && reported), failures: 0, last: undefined };
  const { failuresNow: failures, successesNow: successes, last } = seen;
  const status = statusAfter(reported, { failures, successes }, check);
  const isDegraded = status === 'healthy' && last.outcome === 'degraded';
  return {
    status: shown(check, isDegraded ? 'degraded' : status),
    failures: outage === undefined ? failures : seen.failuresInARow,
    last,
  };
}

const shown = ({ enabled }: HealthCheck, status: ReportedStatus | undefined): CheckStatus =>
  enabled ? (status ?? 'unknown') : 'unknown';

/** What the samples say, with that of the last event if the warehouse does not have it yet. */
function seenOf(
  row: HealthCheckRow,
  figures: CheckFigures | undefined,
  nowMs: number,
): CheckFigures | undefined {
  const { transition, outage } = row;
  if (transition === undefined || transition.offset <= (figures?.offset ?? -1)) return figures;
  return figures === undefined && outage === undefined
    ? undefined
    : withTransition(figures ?? none, transition, row, nowMs);
}

const none: CheckFigures = {
  passed: 0,
  failed: 0,
  downMs: 0,
  inTime: { passed: 0, failed: 0, downMs: 0 },
  firstAtMs: Number.POSITIVE_INFINITY,
  last: { atMs: Number.NEGATIVE_INFINITY, outcome: 'passed', error: '' },
  failuresInARow: 0,
  failuresNow: 0,
  successesNow: 0,
  offset: -1,
};

function withTransition(
  figures: CheckFigures,
  { checkedAtMs: atMs, failures, error, offset }: HealthTransition,
  { check, windows }: HealthCheckRow,
  nowMs: number,
): CheckFigures {
  const outcome = failures > 0 ? 'failed' : 'passed';
  const counted = (before: Counted, among: readonly KeptWindow[]): Counted => {
    if (isInside(among, atMs) || atMs <= nowMs - uptimeMs) return before;
    const failed = failures > 0 ? 1 : 0;
    return {
      passed: before.passed + 1 - failed,
      failed: before.failed + failed,
      downMs: before.downMs + failed * check.intervalSeconds * 1_000,
    };
  };
  return {
    ...counted(figures, windows),
    inTime: counted(figures.inTime, windowsInTime(windows)),
    firstAtMs: Math.min(figures.firstAtMs, atMs),
    last: figures.last.atMs > atMs ? figures.last : { atMs, outcome, error },
    failuresInARow: failures,
    failuresNow: failures,
    successesNow: failures > 0 ? 0 : check.recoverySuccesses,
    offset,
  };
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
