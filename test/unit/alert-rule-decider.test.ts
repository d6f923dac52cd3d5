import { deepEqual, equal } from 'node:assert/strict';
import type { EventPayload } from '../../schemas/events/event.ts';
import { channelId } from '../../schemas/ids.ts';
import {
  adopted,
  created,
  deleted,
  endedBy,
  inAlert,
  inRule,
  ofRule,
  stranger,
  toggled,
  triggered,
} from '../support/alert-past.ts';
import { adopt, alertCommand, owner, ruleWith } from '../support/alerts.ts';
import { given } from '../support/given.ts';

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
