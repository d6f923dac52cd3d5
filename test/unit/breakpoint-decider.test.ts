import { equal } from 'node:assert/strict';
import { dropReasonAt } from '../../domain/snapshots/breakpoint-use.ts';
import { hourMs } from '../../schemas/durations.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { settingDefaults } from '../../schemas/snapshots/breakpoint.ts';
import type { BreakpointChanges, SnapshotCommand } from '../../schemas/snapshots/commands.ts';
import { breakpointIdOf, snapshotsStream } from '../../schemas/snapshots/ids.ts';
import { given, past } from '../support/given.ts';
import {
  aSnapshot,
  breakpointId,
  breakpointSet,
  breakpointWith,
  hit,
  identity,
  inBreakpoint,
  ofBreakpoint,
  owner,
  stranger,
} from '../support/snapshots.ts';
import { userCommand } from '../support/user-command.ts';

const send = (command: SnapshotCommand, atMs = 0, by = owner) => userCommand(command, { atMs, by });
const register = (fields: Partial<typeof identity> = {}, atMs = 0) =>
  send(
    { type: 'RegisterBreakpoint', data: { ...ofBreakpoint, identity: { ...identity, ...fields } } },
    atMs,
  );
const change = (changes: BreakpointChanges, atMs = 0, by = owner) =>
  send({ type: 'ChangeBreakpoint', data: { breakpointId, changes } }, atMs, by);
const disable = (by = owner) => send({ type: 'DisableBreakpoint', data: { breakpointId } }, 0, by);
const remove = (by = owner) => send({ type: 'RemoveBreakpoint', data: { breakpointId } }, 0, by);
const capture = (atMs = 0, by = owner) =>
  send(
    { type: 'HitBreakpoint', data: { ...ofBreakpoint, organizationId: by, snapshotId: aSnapshot } },
    atMs,
    by,
  );
const turn = (enabled: boolean) =>
  send({ type: 'TurnKillSwitch', data: { organizationId: owner, enabled } });

const fact = (payload: EventPayload) => ({ stream: inBreakpoint, facts: [payload] });
const changed = (fields: Parameters<typeof breakpointWith>[0], captureCount = 0) =>
  fact({
    type: 'BreakpointChanged',
    data: { ...ofBreakpoint, breakpoint: breakpointWith(fields), captureCount },
  });
const removed = past(inBreakpoint, {
  type: 'BreakpointRemoved',
  data: { ...ofBreakpoint, service: identity.service },
});
const disabled = past(inBreakpoint, {
  type: 'BreakpointDisabled',
  data: { ...ofBreakpoint, service: identity.service, reason: 'user', captureCount: 0 },
});
const killed = past(snapshotsStream(owner), {
  type: 'KillSwitchTurned',
  data: { organizationId: owner, enabled: true },
});
const hits = (count: number, atMs = 0) =>
  Array.from({ length: count }, (_, index) => past(inBreakpoint, hit(index + 1), atMs));

describe('A breakpoint', () => {
  it('has one id for each service, function and label; file and line count where no function is known', () => {
    const id = (fields: Partial<typeof identity>) =>
      breakpointIdOf(owner, { ...identity, ...fields });
    equal(id({ filePath: 'moved.ts', lineNumber: 1 }), breakpointId);
    for (const other of [{ service: 'a' }, { functionName: 'a' }, { label: '' }])
      equal(id(other) === breakpointId, false);
    equal(
      id({ functionName: '', lineNumber: 1 }) === id({ functionName: '', lineNumber: 2 }),
      false,
    );
    equal(breakpointIdOf(stranger, identity) === breakpointId, false);
  });

  it('is registered once, and keeps what users set', () => {
    const set: EventPayload = {
      type: 'BreakpointSet',
      data: { ...ofBreakpoint, breakpoint: { ...identity, ...settingDefaults } },
    };
    given().when(register()).expect(fact(set));
    given(breakpointSet()).when(register()).expect();
    given(breakpointSet(), removed).when(register()).expect(fact(set));
    given(breakpointSet({ maxCaptures: 7, condition: 'a' }))
      .when(register({ lineNumber: 50 }))
      .expect(changed({ maxCaptures: 7, condition: 'a', lineNumber: 50 }));
    given(breakpointSet())
      .when(register({ filePath: '', lineNumber: 0 }))
      .expect();
  });

  it('that is registered after half of its idle time lives on, unless a user disabled it', () => {
    given(breakpointSet())
      .when(register({}, 12 * hourMs - 1))
      .expect();
    given(breakpointSet())
      .when(register({}, 12 * hourMs))
      .expect(changed({}));
    given(breakpointSet({ pinned: true }))
      .when(register({}, 1_000 * hourMs))
      .expect();
    given(breakpointSet(), disabled)
      .when(register({}, 20 * hourMs))
      .expect();
  });

  it('that exists cannot be set again', () => {
    const data = { ...ofBreakpoint, breakpoint: breakpointWith() };
    given(breakpointSet())
      .when(send({ type: 'SetBreakpoint', data }))
      .rejects('breakpoint_exists');
    given(breakpointSet(), removed)
      .when(send({ type: 'SetBreakpoint', data }))
      .expect(fact({ type: 'BreakpointSet', data }));
  });

  it('changes the fields that a command names; null ends a setting', () => {
    given(breakpointSet())
      .when(change({ maxCaptures: 5 }))
      .expect(changed({ maxCaptures: 5 }));
    given(breakpointSet({ condition: 'a' }))
      .when(change({ condition: null }))
      .expect(changed({}));
    given(breakpointSet())
      .when(change({ maxCaptures: 100 }))
      .expect();
  });

  it('counts anew when it is enabled after its last capture, and only then', () => {
    const full = [breakpointSet({ maxCaptures: 2 }), ...hits(2)];
    given(...full)
      .when(change({ enabled: true }))
      .expect(changed({ maxCaptures: 2 }, 0));
    given(...full)
      .when(change({ pinned: true }))
      .expect(changed({ maxCaptures: 2, pinned: true }, 2));
    given(...full)
      .when(change({ maxCaptures: 3, enabled: true }))
      .expect(changed({ maxCaptures: 3 }, 2));
  });

  it('that expired is used again when it is enabled', () => {
    given(breakpointSet())
      .when(change({ enabled: true }, 24 * hourMs - 1))
      .expect();
    given(breakpointSet())
      .when(change({ enabled: true }, 24 * hourMs))
      .expect(changed({}));
  });

  it('is disabled and removed once, by its organization alone', () => {
    const data = { ...ofBreakpoint, service: identity.service };
    given(breakpointSet())
      .when(disable())
      .expect(
        fact({ type: 'BreakpointDisabled', data: { ...data, reason: 'user', captureCount: 0 } }),
      );
    given(breakpointSet(), disabled).when(disable()).expect();
    given(breakpointSet())
      .when(remove())
      .expect(fact({ type: 'BreakpointRemoved', data }));
    for (const command of [
      disable(stranger),
      remove(stranger),
      change({ pinned: true }, 0, stranger),
    ])
      given(breakpointSet()).when(command).rejects('not_found');
    given(breakpointSet(), removed).when(remove()).rejects('not_found');
  });
});

describe('A capture', () => {
  it('is counted, and the last that a breakpoint may have disables it', () => {
    given(breakpointSet())
      .when(capture())
      .expect(fact(hit(1)));
    const data = { ...ofBreakpoint, service: identity.service, captureCount: 2 };
    given(breakpointSet({ maxCaptures: 2 }), ...hits(1))
      .when(capture())
      .expect({
        stream: inBreakpoint,
        facts: [hit(2), { type: 'BreakpointDisabled', data: { ...data, reason: 'captures' } }],
      });
    given(breakpointSet({ maxCaptures: 0 }), ...hits(5))
      .when(capture())
      .expect(fact(hit(6)));
  });

  it('says of a capture that its variables did not decide the condition, of the last one too', () => {
    const data = { ...ofBreakpoint, snapshotId: aSnapshot, isUndecided: true };
    const of = { ...ofBreakpoint, service: identity.service, captureCount: 1, isUndecided: true };
    given(breakpointSet({ maxCaptures: 1 }))
      .when(send({ type: 'HitBreakpoint', data }))
      .expect({
        stream: inBreakpoint,
        facts: [
          { type: 'BreakpointHit', data: { ...of, snapshotId: aSnapshot } },
          { type: 'BreakpointDisabled', data: { ...of, reason: 'captures' } },
        ],
      });
  });

  it('is not taken beyond a limit, after the end of a breakpoint, and while the switch is on', () => {
    given(breakpointSet({ maxCaptures: 2 }), ...hits(2))
      .when(capture())
      .expect();
    given(breakpointSet(), ...hits(10, 1_000))
      .when(capture(60_999))
      .expect();
    given(breakpointSet(), ...hits(10, 1_000))
      .when(capture(61_000))
      .expect(fact(hit(11)));
    given(breakpointSet(), ...hits(9, 1_000))
      .when(capture(1_000))
      .expect(fact(hit(10)));
    given(breakpointSet(), disabled).when(capture()).expect();
    given(breakpointSet({ expireAtMs: 5_000 }))
      .when(capture(5_000))
      .expect();
    given(breakpointSet({ expireAtMs: 5_000 }))
      .when(capture(4_999))
      .expect(fact(hit(1)));
    given(breakpointSet())
      .when(capture(24 * hourMs))
      .expect();
    given(breakpointSet({ pinned: true }))
      .when(capture(24 * hourMs))
      .expect(fact(hit(1)));
    given(breakpointSet(), killed).when(capture()).expect();
  });

  it('of an unknown breakpoint, or of that of another organization, is rejected', () => {
    given().when(capture()).rejects('not_found');
    given(breakpointSet()).when(capture(0, stranger)).rejects('not_found');
    given(breakpointSet(), removed).when(capture()).rejects('not_found');
  });

  it('that is not taken has one reason, the switch first', () => {
    const use = {
      breakpoint: breakpointWith({ enabled: false }),
      captureCount: 100,
      recentAtMs: [],
      usedAtMs: 0,
    };
    equal(dropReasonAt(use, true, 0), 'kill_switch');
    equal(dropReasonAt(use, false, 0), 'exhausted');
    equal(dropReasonAt({ ...use, captureCount: 0 }, false, 0), 'disabled');
  });
});

describe('The kill switch', () => {
  it('is turned when it is not so already', () => {
    const event = (enabled: boolean) => ({
      stream: snapshotsStream(owner),
      facts: [{ type: 'KillSwitchTurned' as const, data: { organizationId: owner, enabled } }],
    });
    given().when(turn(false)).expect();
    given().when(turn(true)).expect(event(true));
    given(killed).when(turn(true)).expect();
    given(killed).when(turn(false)).expect(event(false));
  });
});
