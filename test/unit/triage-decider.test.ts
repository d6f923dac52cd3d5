import { equal } from 'node:assert/strict';
import { escalationLevelAt, statusAt } from '../../domain/triage/item.ts';
import { type TriageItemRow, triageInbox } from '../../projections/triage/triage-inbox.ts';
import { alertRuleStream, alertStream } from '../../schemas/alerts/ids.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { EventOf, EventPayload } from '../../schemas/events/event.ts';
import { organizationId } from '../../schemas/ids.ts';
import type { TriageEvent } from '../../schemas/triage/events.ts';
import { triageItemOf, triageStream } from '../../schemas/triage/ids.ts';
import type { TriageAction, TriageStatus } from '../../schemas/triage/item.ts';
import { snoozeMsOf } from '../../schemas/triage/snooze.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import { adopt, alertCommand, owner, raise, resolve, ruleId, ruleWith } from '../support/alerts.ts';
import { openDecidedStreams } from '../support/decided-streams.ts';
import { given, past, recordedAt, toEvent } from '../support/given.ts';
import { itemId, itemOpened, triageCommand } from '../support/triage.ts';

const stream = triageStream(itemId);
const openedAtMs = 1_000;
const opened = past(stream, itemOpened(), openedAtMs);
const ofItem = { organizationId: owner, itemId, openedAtMs };

const acknowledged: EventPayload = { type: 'TriageItemAcknowledged', data: ofItem };
const investigated: EventPayload = { type: 'TriageItemInvestigated', data: ofItem };
const snoozedUntil = (untilMs: number): EventPayload => ({
  type: 'TriageItemSnoozed',
  data: { ...ofItem, untilMs },
});
const resolved: EventPayload = {
  type: 'TriageItemResolved',
  data: { ...ofItem, resolvedBy: 'user' },
};

/** History that leads to a status at the time of the commands, which is 5,000. */
const histories: { readonly [Status in TriageStatus]: readonly EventPayload[] } = {
  open: [],
  acknowledged: [acknowledged],
  investigating: [investigated],
  snoozed: [snoozedUntil(9_000)],
  resolved: [resolved],
};

const atMs = 5_000;
const commands = {
  acknowledge: triageCommand('AcknowledgeTriageItem', {}, { atMs }),
  investigate: triageCommand('InvestigateTriageItem', {}, { atMs }),
  resolve: triageCommand('ResolveTriageItem', {}, { atMs }),
  snooze: triageCommand('SnoozeTriageItem', { durationMs: minuteMs }, { atMs }),
} as const;

const facts: { readonly [Action in TriageAction]: EventPayload } = {
  acknowledge: acknowledged,
  investigate: investigated,
  resolve: resolved,
  snooze: snoozedUntil(atMs + minuteMs),
};

/** As clients know the table, by action. */
const possible: { readonly [Action in TriageAction]: string } = {
  acknowledge: 'open snoozed',
  investigate: 'open acknowledged snoozed',
  resolve: 'open acknowledged investigating snoozed',
  snooze: 'open acknowledged investigating',
};

describe('An item of the triage inbox', () => {
  for (const [action, from] of Object.entries(possible) as [TriageAction, string][]) {
    it(`allows ${action} from ${from}, and from no other status`, () => {
      for (const [status, events] of Object.entries(histories)) {
        const when = given(opened, ...events.map(fact => past(stream, fact))).when(
          commands[action],
        );
        if (from.split(' ').includes(status)) when.expect({ stream, facts: [facts[action]] });
        else when.rejects('invalid_transition');
      }
    });
  }

  it('keeps the note of an action', () => {
    given(opened)
      .when(triageCommand('ResolveTriageItem', { note: 'done' }))
      .expect({
        stream,
        facts: [
          { type: 'TriageItemResolved', data: { ...ofItem, note: 'done', resolvedBy: 'user' } },
        ],
      });
  });

  it('is open from the end of its snooze on', () => {
    const snoozed = past(stream, snoozedUntil(9_000));
    const snoozeAt = (now: number) =>
      given(opened, snoozed).when(
        triageCommand('SnoozeTriageItem', { durationMs: 1_000 }, { atMs: now }),
      );
    snoozeAt(8_999).rejects('invalid_transition');
    snoozeAt(9_000).expect({ stream, facts: [snoozedUntil(10_000)] });
    equal(statusAt({ status: 'snoozed', snoozedUntilMs: 9_000 }, 8_999), 'snoozed');
    equal(statusAt({ status: 'snoozed', snoozedUntilMs: 9_000 }, 9_000), 'open');
  });

  it('is unknown to another organization, and as another type', () => {
    const by = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
    given(opened)
      .when(triageCommand('ResolveTriageItem', {}, { by }))
      .rejects('not_found');
    given(opened)
      .when(triageCommand('ResolveTriageItem', { entityType: 'anomaly' }))
      .rejects('not_found');
    given().when(triageCommand('ResolveTriageItem', {})).rejects('not_found');
    given(opened)
      .when(triageCommand('AcknowledgeTriageItem', { entityType: 'alert' }))
      .expect({ stream, facts: [acknowledged] });
  });

  it('escalates by its severity and age, until somebody acknowledges it', () => {
    const levels = (severity: 'critical' | 'warning' | 'info', minutes: number, more = {}) =>
      escalationLevelAt(
        { severity, openedAtMs, status: 'open', ...more },
        openedAtMs + minutes * minuteMs,
      );
    equal(levels('critical', 29.9), 0);
    equal(levels('critical', 30), 1);
    equal(levels('critical', 120), 2);
    equal(levels('warning', 239.9), 0);
    equal(levels('warning', 240), 1);
    equal(levels('warning', 1_440), 2);
    equal(levels('info', 100_000), 0);
    equal(levels('critical', 120, { acknowledgedAtMs: 2_000 }), 0);
    equal(levels('critical', 120, { status: 'resolved' }), 0);
    equal(levels('critical', 120, { status: 'snoozed', snoozedUntilMs: 1e9 }), 0);
    equal(levels('critical', 120, { status: 'snoozed', snoozedUntilMs: 2_000 }), 2);
  });

  it('is snoozed for minutes, hours or days: more than none and at most 30 days', () => {
    equal(snoozeMsOf('1m'), minuteMs);
    equal(snoozeMsOf('4h'), 240 * minuteMs);
    equal(snoozeMsOf('30d'), 43_200 * minuteMs);
    equal(snoozeMsOf('720h'), 43_200 * minuteMs);
    for (const text of ['0m', '31d', '721h', '9'.repeat(400).concat('d')])
      equal(snoozeMsOf(text), undefined, text);
  });
});

describe('The row of an item', () => {
  it('keeps the latest 100 entries of its history', () => {
    let row: TriageItemRow | undefined;
    const take = (fact: EventPayload, now: number): void => {
      const event = toEvent(fact, now) as EventOf<TriageEvent['type']>;
      row = triageInbox.project(row, event, '', recordedAt(now));
    };
    take(itemOpened(), 0);
    for (let now = 1; now <= 120; now++) take(snoozedUntil(now + 1_000), now);
    equal(row?.history.length, 100);
    equal(row?.history[0]?.atMs, 21);
    equal(row?.snoozedUntilMs, 1_120);
  });
});

describe('The item of an alert', () => {
  const firstAlert = uuidV5(ruleId, '1');
  const item = triageStream(triageItemOf(firstAlert));
  const openWorld = () => {
    const world = openDecidedStreams();
    world.take(
      alertCommand('CreateAlertRule', {
        organizationId: owner,
        rule: ruleWith({ cooldownMinutes: 0 }),
      }),
    );
    world.take(adopt());
    world.take(raise(600_000));
    return world;
  };

  it('opens in the decision that fires it', () => {
    equal(openWorld().typesOf(item).join(), 'TriageItemOpened');
  });

  it('is resolved by each command that resolves the alert', () => {
    for (const command of [
      resolve(610_000),
      alertCommand('ToggleAlertRule', {}),
      alertCommand('DeleteAlertRule', {}),
      alertCommand('ChangeAlertRule', { changes: { enabled: false } }),
    ]) {
      const world = openWorld();
      const [, last] = world.takeFacts(command).filter(({ type }) => type !== 'AlertRuleToggled');
      equal(world.typesOf(item).join(), 'TriageItemOpened,TriageItemResolved', command.type);
      equal(last?.type.startsWith('Alert'), true, command.type);
    }
  });

  it('resolved by a user leaves the alert firing, and a later firing opens another item', () => {
    const world = openWorld();
    const of = triageItemOf(firstAlert);
    world.take(triageCommand('ResolveTriageItem', {}, { of }));
    equal(world.typesOf(alertStream(ruleId)).at(-1), 'AlertTriggered');
    world.take(resolve(610_000));
    equal(world.typesOf(item).join(), 'TriageItemOpened,TriageItemResolved');
    world.take(raise(700_000));
    const second = triageStream(triageItemOf(uuidV5(ruleId, '3')));
    equal(world.typesOf(second).join(), 'TriageItemOpened');
  });

  it('has the service of its rule', () => {
    const world = openDecidedStreams();
    const scope = { type: 'service', service: 'checkout' } as const;
    world.take(
      alertCommand('CreateAlertRule', { organizationId: owner, rule: ruleWith({ scope }) }),
    );
    world.take(adopt());
    const [fact] = world.takeFacts(raise(600_000));
    equal(fact?.type === 'TriageItemOpened' && fact.data.serviceName, 'checkout');
    equal(world.typesOf(alertRuleStream(ruleId)).length, 1);
  });
});
