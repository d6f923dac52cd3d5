import { equal, match } from 'node:assert/strict';
import { recurrenceFault } from '../../domain/silences/recurrence.ts';
import { holdsUntilMs, silences } from '../../domain/silences/silence.ts';
import { alertRuleId } from '../../schemas/alerts/ids.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { organizationId } from '../../schemas/ids.ts';
import type { SilenceCommand } from '../../schemas/silences/commands.ts';
import { silenceId, silenceStream } from '../../schemas/silences/ids.ts';
import type { Silence } from '../../schemas/silences/silence.ts';
import { given, past } from '../support/given.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const stranger = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
const id = silenceId('7f0c2c5e-91a2-5c1c-8c1e-55a1b0a4f6c3');
const stream = silenceStream(id);
const ids = { silenceId: id, organizationId: owner };
const silence: Silence = {
  scope: { service: 'checkout' },
  fromMs: 1_000,
  untilMs: 2_000,
  reason: 'Migration',
};

const send = (command: SilenceCommand, atMs = 0, by = owner) => userCommand(command, { atMs, by });
const start = (fields: Partial<Silence> = {}) =>
  send({ type: 'StartSilence', data: { ...ids, ...silence, ...fields } });
const change = (changes: Partial<Silence>, atMs = 0, by = owner) =>
  send({ type: 'ChangeSilence', data: { silenceId: id, changes } }, atMs, by);
const end = (atMs = 0) => send({ type: 'EndSilence', data: { silenceId: id } }, atMs);
const started = past(stream, { type: 'SilenceStarted', data: { ...ids, ...silence } });
const ended = past(stream, { type: 'SilenceEnded', data: ids });
const fact = (payload: EventPayload) => ({ stream, facts: [payload] });

describe('a silence', () => {
  it('is started once', () => {
    given()
      .when(start())
      .expect(fact({ type: 'SilenceStarted', data: { ...ids, ...silence } }));
    given(started).when(start()).expect();
  });

  it('has a scope and a time', () => {
    given()
      .when(start({ scope: {} }))
      .rejects('invalid_request');
    given()
      .when(start({ untilMs: 1_000 }))
      .rejects('invalid_request');
    given()
      .when(start({ untilMs: 1_001 + 366 * 86_400_000 }))
      .rejects('invalid_request');
    given(started)
      .when(change({ scope: {} }))
      .rejects('invalid_request');
    given(started)
      .when(change({ fromMs: 2_000 }))
      .rejects('invalid_request');
  });

  it('changes the fields that a command names, until it has ended', () => {
    given(started)
      .when(change({ untilMs: 3_000 }, 1_999))
      .expect(fact({ type: 'SilenceChanged', data: { ...ids, ...silence, untilMs: 3_000 } }));
    given(started)
      .when(change({ untilMs: 3_000 }, 2_000))
      .rejects('silence_ended');
    given(started, ended)
      .when(change({ untilMs: 3_000 }))
      .rejects('silence_ended');
  });

  it('does not change when everything is as before', () => {
    given(started)
      .when(change({ ...silence }))
      .expect();
    given(started, ended)
      .when(change({ ...silence }))
      .expect();
  });

  it('ends once, by a command or by time', () => {
    given(started)
      .when(end(1_999))
      .expect(fact({ type: 'SilenceEnded', data: ids }));
    given(started, ended).when(end()).expect();
    given(started).when(end(2_000)).expect();
  });

  it('is unknown to other organizations', () => {
    given(started)
      .when(change({ untilMs: 3_000 }, 0, stranger))
      .rejects('not_found');
    given().when(end()).rejects('not_found');
  });

  it('holds alerts that have every value of its scope, in its time', () => {
    const ruleId = alertRuleId('r');
    const alert = { ruleId, service: 'checkout', severity: 'critical' } as const;
    const holds = (scope: Silence['scope'], atMs = 1_000) =>
      silences({ ...silence, scope }, alert, atMs);
    equal(holds({ service: 'checkout' }), true);
    equal(holds({ service: 'checkout', ruleId, severity: 'critical' }), true);
    equal(holds({ service: 'checkout', severity: 'warning' }), false);
    equal(holds({ service: 'payment' }), false);
    equal(holds({ ruleId: alertRuleId('s') }), false);
    equal(holds({ ruleId }, 999), false);
    equal(holds({ ruleId }, 1_999), true);
    equal(holds({ ruleId }, 2_000), false);
  });
});

describe('a recurring silence', () => {
  const saturdays = { cron: '0 2 * * 6', durationMinutes: 90, timezone: 'Europe/Berlin' };
  const atOf = (text: string): number => Date.parse(text);

  it('holds notices from each start on, as long as it lasts', () => {
    const held = { fromMs: atOf('2026-01-01T00:00Z'), untilMs: atOf('2026-12-01T00:00Z') };
    const until = (text: string) => holdsUntilMs({ ...held, recurrence: saturdays }, atOf(text));
    equal(until('2026-05-30T00:00:00Z'), atOf('2026-05-30T01:30:00Z'));
    equal(until('2026-05-30T01:29:59Z'), atOf('2026-05-30T01:30:00Z'));
    for (const other of ['2026-05-29T23:59:59Z', '2026-05-30T01:30:00Z', '2026-05-31T00:30:00Z'])
      equal(until(other), undefined, other);
    // An hour later by UTC in winter.
    equal(until('2026-02-07T01:00:00Z'), atOf('2026-02-07T02:30:00Z'));
    equal(until('2026-12-05T01:00:00Z'), undefined);
  });

  it('needs five fields and a time zone', () => {
    equal(recurrenceFault(saturdays), undefined);
    for (const wrong of [{ cron: '0 2 * *' }, { cron: '0 25 * * *' }, { timezone: 'Mars/Base' }])
      match(recurrenceFault({ ...saturdays, ...wrong }) ?? '', /./);
  });

  it('that never starts is refused with a sentence, and holds nothing where it is stored', () => {
    for (const cron of ['0 0 31 2,4,6,9,11 *', '0 0 30 2 *', '0 0 30,31 FEB *']) {
      const recurrence = { ...saturdays, cron };
      match(recurrenceFault(recurrence) ?? '', /never occurs/);
      equal(holdsUntilMs({ fromMs: 0, untilMs: 2_000, recurrence }, 1_000), undefined);
    }
    for (const cron of ['0 0 29 2 *', '0 0 31 2,3 *', '0 0 31 2 1', '0 0 L 2 *', '0 0 1-31 2 *'])
      equal(recurrenceFault({ ...saturdays, cron }), undefined, cron);
  });

  it('has a short expression', () => {
    match(
      recurrenceFault({ ...saturdays, cron: `${'0,'.repeat(500_000)}0 * * * *` }) ?? '',
      /at most 100/,
    );
  });
});
