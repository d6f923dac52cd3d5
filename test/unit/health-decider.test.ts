import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { heartbeatCheck } from '../../domain/health/check.ts';
import { parseJsonPath, valueAt } from '../../domain/health/json-path.ts';
import { coveredMs, uptimePercentage } from '../../domain/health/uptime.ts';
import type { HealthCheck } from '../../schemas/health/check.ts';
import type { HealthCommand } from '../../schemas/health/commands.ts';
import { healthCheckIdOf, healthCheckStream, maintenanceId } from '../../schemas/health/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import { checkHealthMonitoring } from '../../services/health-monitoring.ts';
import { failureOf } from '../../services/monitor/core/health/judge.ts';
import { TimerWheel } from '../../services/monitor/core/health/timer-wheel.ts';
import { openDecidedWorld } from '../support/decided-world.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const stranger = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
const checkId = healthCheckIdOf(owner, 'worker', 'beat');
const of = { checkId, organizationId: owner };
const check: HealthCheck = { ...heartbeatCheck('worker'), checkName: 'beat' };
const window = { fromMs: 0, toMs: 1_000, reason: 'Migration' };
const mayday = maintenanceId('7f0c2c5e-91a2-5c1c-8c1e-55a1b0a4f6c3');

/** The types of the events that follow from each command, or why it is rejected. */
function openCheck(fields: Partial<HealthCheck> = {}) {
  const world = openDecidedWorld();
  const send = (command: HealthCommand, by = owner): readonly string[] | string => {
    const decision = world.command(userCommand(command, { atMs: 0, by }));
    if (decision.kind === 'rejected') return decision.reason;
    return decision.appends.flatMap(({ facts }) => facts.map(({ type }) => type));
  };
  send({ type: 'CreateHealthCheck', data: { ...of, check: { ...check, ...fields } } });
  const report = (
    status: 'healthy' | 'degraded' | 'unhealthy',
    offset: number,
    more: { readonly version?: number; readonly step?: number } = {},
  ) =>
    send({
      type: 'ReportHealthCheck',
      data: { ...of, version: 1, offset, status, failures: 1, checkedAtMs: 0, error: 'e', ...more },
    });
  return { send, report };
}

describe('a health check', () => {
  it('fails, becomes unhealthy with an item of the triage inbox, and recovers', () => {
    const { report } = openCheck();
    deepEqual(report('degraded', 1), ['HealthCheckFailed']);
    deepEqual(report('degraded', 2), []);
    deepEqual(report('unhealthy', 3), ['TriageItemOpened', 'HealthCheckBecameUnhealthy']);
    deepEqual(report('unhealthy', 4), []);
    deepEqual(report('healthy', 5), ['TriageItemResolved', 'HealthCheckRecovered']);
    deepEqual(report('healthy', 6), []);
    deepEqual(report('degraded', 7), ['HealthCheckFailed']);
    deepEqual(report('healthy', 7, { step: 1 }), ['HealthCheckRecovered']);
  });

  it('ignores reports that lie before its last transition, and those about another version', () => {
    const { report } = openCheck();
    report('degraded', 5);
    deepEqual(report('healthy', 4), []);
    deepEqual(report('healthy', 5), []);
    deepEqual(report('healthy', 6, { version: 2 }), []);
    deepEqual(report('healthy', 6), ['HealthCheckRecovered']);
  });

  it('without alerts, or disabled, causes no event, and ends its outage', () => {
    const { send, report } = openCheck();
    report('unhealthy', 1);
    const off = {
      type: 'ChangeHealthCheck',
      data: { checkId, changes: { alertEnabled: false } },
    } as const;
    deepEqual(send(off), ['TriageItemResolved', 'HealthCheckChanged']);
    deepEqual(report('healthy', 2, { version: 2 }), []);
    deepEqual(report('unhealthy', 3, { version: 2 }), []);
    deepEqual(openCheck({ enabled: false }).report('unhealthy', 1), []);
  });

  it('resolves its item when it is deleted, and can be created again', () => {
    const { send, report } = openCheck();
    report('unhealthy', 1);
    const again = { type: 'CreateHealthCheck', data: { ...of, check } } as const;
    equal(send(again), 'check_exists');
    const gone = { type: 'DeleteHealthCheck', data: { checkId } } as const;
    equal(send(gone, stranger), 'not_found');
    deepEqual(send(gone), ['TriageItemResolved', 'HealthCheckDeleted']);
    equal(send(gone), 'not_found');
    deepEqual(send(again), ['HealthCheckCreated']);
    const beat = { type: 'CreateHeartbeatCheck', data: { ...of, serviceName: 'worker' } } as const;
    deepEqual(send(beat), []);
  });

  it('changes in part, and not at all when nothing changes', () => {
    const { send } = openCheck();
    const change = (changes: object) =>
      send({ type: 'ChangeHealthCheck', data: { checkId, changes } });
    deepEqual(change({ intervalSeconds: 60 }), []);
    deepEqual(change({ intervalSeconds: 30 }), ['HealthCheckChanged']);
    equal(change({ request: { url: 'https://example.org/' } }), 'invalid_request');
  });

  it('has maintenance windows once, of at most a month', () => {
    const { send } = openCheck();
    const declare = (fields: object = {}, by = owner) =>
      send(
        {
          type: 'DeclareMaintenance',
          data: { checkId, maintenanceId: mayday, window: { ...window, ...fields } },
        },
        by,
      );
    const remove = { type: 'RemoveMaintenance', data: { checkId, maintenanceId: mayday } } as const;
    equal(declare({}, stranger), 'not_found');
    equal(declare({ toMs: 0 }), 'invalid_request');
    equal(declare({ toMs: 32 * 86_400_000 }), 'invalid_request');
    deepEqual(declare(), ['MaintenanceDeclared']);
    deepEqual(declare(), []);
    deepEqual(send(remove), ['MaintenanceRemoved']);
    equal(send(remove), 'not_found');
  });

  it('has a stream of its own', () => equal(healthCheckStream(checkId), `health-check-${checkId}`));
});

describe('the uptime of a check', () => {
  const figures = {
    passed: 2,
    failed: 1,
    downMs: 250,
    firstAtMs: 0,
    last: { atMs: 0, outcome: 'passed', error: '' },
    failuresInARow: 0,
    failuresNow: 0,
    successesNow: 0,
    offset: 0,
  };

  it('is the share of requests that passed, rounded down', () => {
    const observed = { figures, windows: [], isPush: false, toMs: 1_000 };
    equal(uptimePercentage(observed), 66.666);
    equal(uptimePercentage({ ...observed, figures: undefined }), 100);
  });

  it('is the share of time without missed heartbeats outside maintenance windows', () => {
    const observed = { figures, windows: [], isPush: true, toMs: 1_000 };
    equal(uptimePercentage(observed), 75);
    const windows = [
      { ...window, fromMs: 0, toMs: 400 },
      { ...window, fromMs: 300, toMs: 500 },
    ];
    equal(coveredMs(windows, 0, 1_000), 500);
    equal(uptimePercentage({ ...observed, windows }), 50);
  });
});

describe('a response of a checked endpoint', () => {
  const request = {
    url: 'https://example.org/',
    method: 'GET',
    expectedStatus: 200,
    timeoutSeconds: 5,
    hasHeaders: false,
    hasBody: false,
  } as const;
  const response = { status: 200, durationMs: 40, body: '{"a":[{"b":"s3cret"}]}' };
  const fault = (assertions: object, fields: object = {}) =>
    failureOf({ ...request, assertions }, { ...response, ...fields }, 0);

  it('passes with the expected status and every assertion', () => {
    const path = { path: '$.a[0].b', equals: 's3cret' };
    equal(fault({ bodyContains: '"b"', jsonPath: path, responseMsMax: 40 }), undefined);
    equal(fault({ certificateDays: 14 }, { certificateEndsAtMs: 14 * 86_400_000 }), undefined);
  });

  it('may begin with a byte order mark', () => {
    const path = { path: '$["a"][0]["b"]', equals: 's3cret' };
    equal(fault({ jsonPath: path }, { body: `\u{FEFF}${response.body}` }), undefined);
  });

  it('fails with the limit as its reason if the limit may be why', () => {
    const cut = { cutAtBytes: 65_536 };
    const jsonPath = { path: '$.a[0].b', equals: 's3cret' };
    equal(fault({ bodyContains: '"b"' }, cut), undefined);
    equal(fault({}, { ...cut, body: undefined }), undefined);
    match(fault({ bodyContains: 'other' }, cut) ?? '', /^the first 65536 bytes of the body/);
    match(fault({ jsonPath }, cut) ?? '', /at most 65536 bytes/);
    match(fault({ jsonPath }, { body: undefined }) ?? '', /content encoding/);
  });

  it('fails with a reason that shows nothing of the body', () => {
    const reasons = [
      fault({}, { status: 503 }),
      fault({ bodyContains: 'other' }),
      fault({ jsonPath: { path: '$.a[0].b', equals: 'other' } }),
      fault({ jsonPath: { path: '$.a', equals: 1 } }, { body: 's3cret' }),
      fault({ responseMsMax: 39 }),
      fault({ certificateDays: 14 }, { certificateEndsAtMs: 14 * 86_400_000 - 1 }),
      fault({ certificateDays: 0 }),
    ];
    for (const reason of reasons) match(reason ?? '', /^(?!.*s3cret)[te]/u);
  });

  it('is looked into by paths of names and places', () => {
    deepEqual(parseJsonPath("$.a[0]['b c']"), ['a', 0, 'b c']);
    deepEqual(parseJsonPath('$["x"].y["it\'s \\"z\\""][\'"\']'), ['x', 'y', 'it\'s "z"', '"']);
    for (const bad of ['a', '$a', '$.a..b', '$[x]', '$["a\']', '$["a"'])
      equal(parseJsonPath(bad), undefined);
    equal(valueAt({ a: [1] }, '$.a[1]'), undefined);
    equal(valueAt({}, '$.constructor'), undefined);
  });
});

describe('the timer wheel', () => {
  it('gives what is due once, also after a pause, and what was set again at its last time', () => {
    const wheel = new TimerWheel<string>();
    wheel.set('a', 1_000);
    wheel.set('b', 1_000);
    wheel.set('b', 900_000);
    wheel.set('c', 2_000);
    wheel.set('c', undefined);
    deepEqual(wheel.due(999), []);
    deepEqual(wheel.due(1_000), ['a']);
    deepEqual(wheel.due(800_000), []);
    wheel.set('d', 500);
    deepEqual(wheel.due(1_000_000).toSorted(), ['b', 'd']);
    deepEqual(wheel.due(2_000_000), []);
  });
});

describe('the monitor', () => {
  const log = (...metadata: readonly string[]) => ({
    lag: async (group: string, topic: string) =>
      metadata.map((text, partition) => ({
        group,
        topic,
        partition,
        committed: 0,
        end: 0,
        metadata: text,
      })),
  });

  it('is reported when it does not watch a partition any more', async () => {
    await checkHealthMonitoring(log('', ''), 1_000_000);
    await checkHealthMonitoring(log('950000', ''), 1_000_000);
    await rejects(checkHealthMonitoring(log('950000', '900000'), 1_000_000), /100 s ago/u);
  });
});
