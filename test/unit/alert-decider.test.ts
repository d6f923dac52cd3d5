import { deepEqual, equal } from 'node:assert/strict';
import type { AlertTriggered } from '../../schemas/alerts/events.ts';
import { alertId, alertRuleStream, alertStream } from '../../schemas/alerts/ids.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { channelId, organizationId } from '../../schemas/ids.ts';
import { triageItemOf, triageStream } from '../../schemas/triage/ids.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import type { StreamAppend } from '../../services/decider/core/decision.ts';
import {
  adopt,
  alertCommand,
  evidenceAt,
  owner,
  raise,
  resolve,
  ruleId,
  ruleWith,
} from '../support/alerts.ts';
import { given, type Past, past } from '../support/given.ts';

const inRule = alertRuleStream(ruleId);
const inAlert = alertStream(ruleId);
const ofRule = { organizationId: owner, ruleId };
const stranger = { by: organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3') };

const created = (fields: Parameters<typeof ruleWith>[0] = {}) =>
  past(inRule, {
    type: 'AlertRuleCreated',
    data: { ...ofRule, version: 1, rule: ruleWith(fields) },
  });
const toggled = (enabled: boolean, version = 2) =>
  past(inRule, { type: 'AlertRuleToggled', data: { ...ofRule, version, enabled } });
const deleted = past(inRule, { type: 'AlertRuleDeleted', data: { ...ofRule, version: 2 } });
const adopted = (ruleVersion = 1) =>
  past(inAlert, {
    type: 'AlertRuleAdopted',
    data: { ...ofRule, ruleVersion, tickMs: 1_000, position: { partition: 2, offset: 40 } },
  });

/** The id of the alert that is raised when so many events were in the stream. */
const idAfter = (events: number) => alertId(uuidV5(ruleId, String(events)));

const triggerAt = (toMs: number, events = 1, fields: object = {}): AlertTriggered => ({
  type: 'AlertTriggered',
  data: {
    ...ofRule,
    ruleVersion: 1,
    window: { fromMs: toMs - 300_000, toMs },
    tickMs: toMs,
    value: 12.5,
    evidence: evidenceAt(toMs),
    alertId: idAfter(events),
    rule: {
      name: 'Errors',
      alertType: 'threshold',
      metric: 'error_rate',
      operator: '>',
      threshold: 5,
      severity: 'warning',
      scope: { type: 'global' },
    },
    message: 'Errors: error_rate of all services is 12.5 % over 5 min, the rule fires at > 5 %',
    cooldownEndsAtMs: toMs + 300_000,
    ...fields,
  },
});
/** What the decision that fires an alert appends for triage. */
const itemOpened = ({ data }: AlertTriggered): StreamAppend => {
  const itemId = triageItemOf(data.alertId);
  return {
    stream: triageStream(itemId),
    facts: [
      {
        type: 'TriageItemOpened',
        data: {
          organizationId: owner,
          itemId,
          entityType: 'alert',
          entityId: data.alertId,
          title: 'Errors',
          message: data.message,
          severity: 'warning',
          serviceName: '',
        },
      },
    ],
  };
};
const firing = (trigger: AlertTriggered): readonly StreamAppend[] => [
  itemOpened(trigger),
  { stream: inAlert, facts: [trigger] },
];
const triggered = (toMs: number, events = 1) => past(inAlert, triggerAt(toMs, events), toMs);
const resolution = (triggeredAtMs: number, more: object, events = 1): EventPayload => ({
  type: 'AlertResolved',
  data: {
    ...ofRule,
    alertId: idAfter(events),
    triggeredAtMs,
    reason: 'recovered',
    window: null,
    tickMs: null,
    value: null,
    ...more,
  },
});
const endedBy = (reason: string, triggeredAtMs: number) => resolution(triggeredAtMs, { reason });
const resolved = (toMs: number, triggeredAtMs: number) =>
  past(inAlert, resolution(triggeredAtMs, { window: { fromMs: toMs - 300_000, toMs } }));

describe('An alert rule that a user commands', () => {
  it('is created with version 1, once', () => {
    const create = alertCommand('CreateAlertRule', { organizationId: owner, rule: ruleWith() });
    given()
      .when(create)
      .expect({
        stream: inRule,
        facts: [{ type: 'AlertRuleCreated', data: { ...ofRule, rule: ruleWith(), version: 1 } }],
      });
    given(created()).when(create).expect();
  });

  it('keeps what a change does not name, and loses what it sets to null', () => {
    const changes = { threshold: 7, description: null, channelIds: [channelId('c')] };
    given(created({ description: 'all of it', recoveryThreshold: 3 }))
      .when(alertCommand('ChangeAlertRule', { changes }))
      .expect({
        stream: inRule,
        facts: [
          {
            type: 'AlertRuleChanged',
            data: {
              ...ofRule,
              version: 2,
              rule: ruleWith({
                threshold: 7,
                recoveryThreshold: 3,
                channelIds: [channelId('c')],
              }),
            },
          },
        ],
      });
  });

  it('takes no change that changes nothing, and no toggle to what it is', () => {
    given(created({ description: 'x' }))
      .when(alertCommand('ChangeAlertRule', { changes: { description: 'x', threshold: 5 } }))
      .expect();
    given(created())
      .when(alertCommand('ToggleAlertRule', { enabled: true }))
      .expect();
  });

  it('flips without a word', () => {
    const flip = alertCommand('ToggleAlertRule', {});
    const facts = (enabled: boolean, version: number): readonly EventPayload[] => [
      { type: 'AlertRuleToggled', data: { ...ofRule, version, enabled } },
    ];
    given(created())
      .when(flip)
      .expect({ stream: inRule, facts: facts(false, 2) });
    given(created(), toggled(false))
      .when(flip)
      .expect({ stream: inRule, facts: facts(true, 3) });
  });

  it('rejects a recovery threshold on the wrong side, also of the threshold it had before', () => {
    const create = (recoveryThreshold: number) =>
      alertCommand('CreateAlertRule', {
        organizationId: owner,
        rule: ruleWith({ recoveryThreshold }),
      });
    given().when(create(6)).rejects('invalid_request');
    equal(given().when(create(5)).decision.kind, 'accepted');
    given(created())
      .when(alertCommand('ChangeAlertRule', { changes: { recoveryThreshold: 6 } }))
      .rejects('invalid_request');
  });

  it('is unknown to another organization, and once it is deleted', () => {
    const commands = (more = {}) => [
      alertCommand('ChangeAlertRule', { changes: { threshold: 1 } }, more),
      alertCommand('ToggleAlertRule', {}, more),
      alertCommand('DeleteAlertRule', {}, more),
    ];
    for (const command of commands(stranger)) given(created()).when(command).rejects('not_found');
    for (const command of commands()) given(created(), deleted).when(command).rejects('not_found');
    for (const command of commands()) given().when(command).rejects('not_found');
  });

  it('resolves its firing alert when it is disabled, changed to disabled or deleted', () => {
    const firing = [created(), adopted(), triggered(600_000)];
    const endings = [
      [alertCommand('ToggleAlertRule', { enabled: false }), 'rule_disabled', 'AlertRuleToggled'],
      [
        alertCommand('ChangeAlertRule', { changes: { enabled: false } }),
        'rule_disabled',
        'AlertRuleChanged',
      ],
      [alertCommand('DeleteAlertRule', {}), 'rule_deleted', 'AlertRuleDeleted'],
    ] as const;
    for (const [command, reason, type] of endings) {
      const { decision } = given(...firing).when(command);
      const [alert, rule] = decision.kind === 'accepted' ? decision.appends : [];
      deepEqual(alert, { stream: inAlert, facts: [endedBy(reason, 600_000)] });
      deepEqual([rule?.stream, rule?.facts.map(fact => fact.type)], [inRule, [type]]);
    }
  });

  it('leaves its firing alert alone when a change leaves it enabled', () => {
    const { decision } = given(created(), adopted(), triggered(600_000)).when(
      alertCommand('ChangeAlertRule', { changes: { threshold: 6 } }),
    );
    deepEqual(decision.kind === 'accepted' && decision.appends.map(({ stream }) => stream), [
      inRule,
    ]);
  });
});

describe('A rule that the evaluator adopts', () => {
  it('is adopted once, in its current version', () => {
    const data = { ...ofRule, tickMs: 1_000, position: { partition: 2, offset: 40 } };
    given(created())
      .when(adopt())
      .expect({
        stream: inAlert,
        facts: [{ type: 'AlertRuleAdopted', data: { ...data, ruleVersion: 1 } }],
      });
    given(created(), adopted()).when(adopt()).expect();
    given(created(), toggled(false), toggled(true, 3), adopted()).when(adopt(1)).expect();
  });

  it('is adopted once more when it is disabled or deleted, as the end of its evaluation', () => {
    const data = { ...ofRule, tickMs: 1_000, position: { partition: 2, offset: 40 } };
    const ended = (ends: string) => ({
      stream: inAlert,
      facts: [{ type: 'AlertRuleAdopted', data: { ...data, ruleVersion: 2, ends } }],
    });
    given(created(), toggled(false))
      .when(adopt(2))
      .expect(ended('rule_disabled') as never);
    given(created(), deleted)
      .when(adopt(2))
      .expect(ended('rule_deleted') as never);
    given(created(), deleted).when(adopt()).expect();
    given().when(adopt()).expect();
  });
});

describe('An alert', () => {
  const ready = [created(), adopted()];

  it('fires with the rule as it is, an id of its own and the end of the cooldown', () => {
    given(...ready)
      .when(raise(600_000))
      .expect(...firing(triggerAt(600_000)));
  });

  it('fires only for the version that is current and adopted', () => {
    given(created()).when(raise(600_000)).expect();
    given(...ready, toggled(false))
      .when(raise(600_000))
      .expect();
    given(...ready, toggled(false), toggled(true, 3))
      .when(raise(600_000))
      .expect();
    given(...ready, toggled(false), toggled(true, 3))
      .when(raise(600_000, 3))
      .expect();
    given(...ready, deleted)
      .when(raise(600_000))
      .expect();
  });

  it('does not fire while it fires', () => {
    given(...ready, triggered(600_000))
      .when(raise(6_000_000))
      .expect();
  });

  it('fires again from the end of its cooldown on', () => {
    const before = [...ready, triggered(600_000), resolved(620_000, 600_000)];
    given(...before)
      .when(raise(890_000))
      .expect();
    given(...before)
      .when(raise(900_000))
      .expect(...firing(triggerAt(900_000, 3)));
  });

  it('does not fire for a window that ended by the last resolution', () => {
    const before = [...ready, triggered(600_000), resolved(950_000, 600_000)];
    given(...before)
      .when(raise(950_000))
      .expect();
    equal(given(...before).when(raise(960_000)).decision.kind, 'accepted');
  });

  it('says that its tick was late', () => {
    const lateBy = (ms: number) => {
      const command = { ...raise(600_000), atMs: 600_000 + ms };
      const { decision } = given(...ready).when(command);
      const [fact] = (decision.kind === 'accepted' && decision.appends.at(-1)?.facts) || [];
      return fact?.type === 'AlertTriggered' && fact.data.late;
    };
    deepEqual([lateBy(60_000), lateBy(60_001)], [undefined, true]);
  });

  it('resolves for a later window, and for no other', () => {
    const before = [...ready, triggered(600_000)];
    given(...before)
      .when(resolve(600_000))
      .expect();
    given(...before)
      .when(resolve(600_000, 'no_data'))
      .expect();
    given(...before)
      .when(resolve(610_000))
      .expect({
        stream: inAlert,
        facts: [
          resolution(600_000, {
            window: { fromMs: 310_000, toMs: 610_000 },
            tickMs: 610_000,
            value: 1,
          }),
        ],
      });
    given(...ready)
      .when(resolve(610_000))
      .expect();
    given(...before, resolved(610_000, 600_000))
      .when(resolve(620_000))
      .expect();
  });

  it('resolves for what the rule says only if the rule says it', () => {
    const firing = [...ready, triggered(600_000)];
    const isResolved = (...before: readonly Past[]) =>
      (['rule_disabled', 'rule_deleted', 'rule_changed'] as const).filter(reason => {
        const { decision } = given(...before).when(resolve(600_000, reason));
        return decision.kind === 'accepted' && decision.appends.length === 1;
      });
    deepEqual(isResolved(...firing), []);
    deepEqual(isResolved(...firing, toggled(false)), ['rule_disabled', 'rule_changed']);
    deepEqual(isResolved(...firing, deleted), ['rule_deleted', 'rule_changed']);
    deepEqual(isResolved(...firing, toggled(false), toggled(true, 3)), ['rule_changed']);
  });

  it('takes amended evidence, also after its end, and none of another alert', () => {
    const figures = { before: evidenceAt(600_000), after: evidenceAt(600_000, { late: 3 }) };
    const amend = (toMs: number) =>
      alertCommand('AmendAlertEvidence', { ...figures, before: evidenceAt(toMs) });
    for (const more of [[], [resolved(610_000, 600_000)]]) {
      given(...ready, triggered(600_000), ...more)
        .when(amend(600_000))
        .expect({
          stream: inAlert,
          facts: [
            {
              type: 'AlertEvidenceAmended',
              data: { ...ofRule, alertId: idAfter(1), triggeredAtMs: 600_000, ...figures },
            },
          ],
        });
    }
    given(...ready, triggered(600_000))
      .when(amend(610_000))
      .expect();
  });
});
