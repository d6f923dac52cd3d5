import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  adopted,
  changed,
  created,
  deleted,
  firing,
  idAfter,
  inAlert,
  ofRule,
  refusedAt,
  resolution,
  resolved,
  toggled,
  triggerAt,
  triggered,
} from '../support/alert-past.ts';
import { alertCommand, evidenceAt, raise, resolve, ruleWith } from '../support/alerts.ts';
import { given, type Past } from '../support/given.ts';

describe('An alert', () => {
  const ready = [created(), adopted()];

  it('fires with the rule as it is, an id of its own and the end of the cooldown', () => {
    given(...ready)
      .when(raise(600_000))
      .expect(...firing(triggerAt(600_000)));
  });

  it('keeps the leads that it was raised with', () => {
    const leads = { deployment: { version: '1.1', atMs: 540_000 } };
    const raised = raise(600_000);
    given(...ready)
      .when({ ...raised, data: { ...raised.data, leads } })
      .expect(...firing(triggerAt(600_000, 1, { leads })));
  });

  it('fires only for the version that is adopted', () => {
    given(created()).when(raise(600_000)).expect();
    given(...ready, toggled(false), toggled(true, 3))
      .when(raise(600_000, 3))
      .expect();
  });

  it('fires for the version that is adopted, as it was, until a change of it is adopted', () => {
    const rule = ruleWith({ name: 'As it was' });
    const { decision } = given(...ready, changed(ruleWith({ name: 'As it is' }))).when(
      raise(600_000, 1, { rule }),
    );
    const fact = decision.kind === 'accepted' && decision.appends[1]?.facts[0];
    ok(fact && fact.type === 'AlertTriggered');
    deepEqual([fact.data.ruleVersion, fact.data.rule.name], [1, 'As it was']);
  });

  it('records that it does not fire because a user has ended the rule, also where it begins again', () => {
    for (const [since, reason] of [
      [[toggled(false)], 'rule_disabled'],
      [[toggled(false), toggled(true, 3)], 'rule_disabled'],
      [[deleted], 'rule_deleted'],
    ] as const)
      given(...ready, ...since)
        .when(raise(600_000))
        .expect(refusedAt(600_000, reason));
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
