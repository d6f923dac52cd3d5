import { deepEqual, equal, ok } from 'node:assert/strict';
import type { CheckFigures } from '../../domain/health/check-figures.ts';
import { healthCheckBody } from '../../projections/health/check-body.ts';
import { type HealthCheckRow, healthChecks } from '../../projections/health/health-checks.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { HealthCheck, ReportedStatus } from '../../schemas/health/check.ts';
import type { HealthEvent } from '../../schemas/health/events.ts';
import { healthCheckIdOf, healthCheckStream, outageIdOf } from '../../schemas/health/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import { applySample } from '../../services/monitor/core/health/apply-sample.ts';
import { newCheckState } from '../../services/monitor/core/health/check-state.ts';

const ada = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const checkId = healthCheckIdOf(ada, 'shop', 'page');
const checkOf = (recoverySuccesses: number): HealthCheck => ({
  serviceName: 'shop',
  checkName: 'page',
  enabled: true,
  alertEnabled: true,
  intervalSeconds: 60,
  recoverySuccesses,
  request: {
    url: 'https://example.org/',
    method: 'GET',
    expectedStatus: 200,
    timeoutSeconds: 5,
    hasHeaders: false,
    hasBody: false,
    assertions: {},
  },
});

const recorded = { stream: healthCheckStream(checkId), position: 1, recordedAtMs: 0 };

type Moment = { readonly status: ReportedStatus; readonly failures: number };
type Outcomes = readonly boolean[];

const errorOf = (isPassed: boolean): string => (isPassed ? '' : 'no response');

/** What the monitor makes of samples one by one, and the row of the check after each. */
function lifeOf(outcomes: Outcomes, recoverySuccesses: number) {
  const check = checkOf(recoverySuccesses);
  const common = { organizationId: ada, checkId };
  const created = { ...common, version: 1, check, scheduledFromMs: 0, windows: [] };
  let row: HealthCheckRow = { ...created, createdAtMs: 0, changedAtMs: 0 };
  let state = newCheckState(created, true);
  const moments: Moment[] = [{ status: 'healthy', failures: 0 }];
  const rows = [row];
  outcomes.forEach((isPassed, offset) => {
    const atMs = (offset + 1) * 1_000;
    const applied = applySample(
      state,
      {
        kind: 'check',
        organizationId: ada,
        subject: checkId,
        id: String(offset),
        atMs,
        outcome: isPassed ? 'passed' : 'failed',
        durationMs: 1,
        error: errorOf(isPassed),
      },
      offset,
    );
    state = applied.state;
    for (const report of applied.reports) row = afterReport(row, report);
    moments.push({ status: state.reported, failures: state.failures });
    rows.push(row);
  });
  return { moments, rows };
}

function afterReport(
  row: HealthCheckRow,
  report: ReturnType<typeof applySample>['reports'][number],
): HealthCheckRow {
  const { status, offset, checkedAtMs, failures, error } = report;
  const types = {
    healthy: 'HealthCheckRecovered',
    degraded: 'HealthCheckFailed',
    unhealthy: 'HealthCheckBecameUnhealthy',
  } as const;
  const data = {
    organizationId: ada,
    checkId,
    serviceName: 'shop',
    checkName: 'page',
    outageId: outageIdOf(checkId, offset),
    offset,
    checkedAtMs,
    failures,
    error,
    failedAtMs: checkedAtMs,
  };
  const type = types[status];
  const event = { type, data, atMs: checkedAtMs } as unknown as EventOf<HealthEvent['type']>;
  const after = healthChecks.project(row, event, checkId, recorded);
  ok(after);
  return after;
}

/** What the warehouse says of the first samples. */
function figuresOf(outcomes: Outcomes): CheckFigures | undefined {
  const isPassed = outcomes.at(-1);
  if (isPassed === undefined) return undefined;
  const inARow = outcomes.length - 1 - outcomes.lastIndexOf(!isPassed);
  const failures = isPassed ? 0 : inARow;
  const counted = {
    passed: outcomes.filter(passed => passed).length,
    failed: outcomes.filter(passed => !passed).length,
    downMs: 0,
  };
  return {
    ...counted,
    inTime: counted,
    firstAtMs: 1_000,
    last: {
      atMs: outcomes.length * 1_000,
      outcome: isPassed ? 'passed' : 'failed',
      error: errorOf(isPassed),
    },
    failuresInARow: failures,
    failuresNow: failures,
    successesNow: isPassed ? inARow : 0,
    offset: outcomes.length - 1,
  };
}

/** Every list of outcomes of a length. */
const listsOf = (length: number): readonly Outcomes[] =>
  Array.from({ length: 2 ** length }, (_, bits) =>
    Array.from({ length }, (__, index) => (bits & (1 << index)) !== 0),
  );

describe('a check that is read', () => {
  it('stands as at one moment while its events or its samples are behind, by a transition at most', () => {
    for (const outcomes of listsOf(6)) {
      const { moments, rows } = lifeOf(outcomes, 1);
      for (let samples = 1; samples <= outcomes.length; samples++)
        rows.forEach((row, events) => {
          if (new Set(rows.slice(events, samples + 1)).size > 2) return;
          const body = healthCheckBody(row, figuresOf(outcomes.slice(0, samples)), 10_000);
          const read = { status: body.status, failures: body.consecutive_failures };
          const reached = row.transition ? row.transition.offset + 1 : 0;
          const moment = moments[Math.max(samples, Math.min(events, reached))];
          deepEqual(read, moment, `${outcomes}, ${samples} samples, ${events} events`);
          equal(body.last_error === null, read.failures === 0);
          equal(
            body.uptime_percentage === 100,
            !outcomes.slice(0, samples).includes(false) && read.failures === 0,
          );
        });
    }
  });

  it('is never healthy with failures, nor failing after three without being unhealthy', () => {
    for (const outcomes of listsOf(6)) {
      const { rows } = lifeOf(outcomes, 2);
      for (let samples = 0; samples <= outcomes.length; samples++)
        for (const row of rows) {
          const figures = figuresOf(outcomes.slice(0, samples));
          const { status, consecutive_failures: failures } = healthCheckBody(row, figures, 10_000);
          ok(failures === 0 || status !== 'healthy', `${outcomes}, ${samples} samples`);
          ok(failures < 3 || status === 'unhealthy', `${outcomes}, ${samples} samples`);
        }
    }
  });
});
