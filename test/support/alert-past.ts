import type { AlertTriggered, RuleEnd } from '../../schemas/alerts/events.ts';
import { alertId, alertRuleStream, alertStream } from '../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { organizationId } from '../../schemas/ids.ts';
import { triageItemOf, triageStream } from '../../schemas/triage/ids.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import type { StreamAppend } from '../../services/decider/core/decision.ts';
import { evidenceAt, owner, ruleId, ruleWith } from './alerts.ts';
import { past } from './given.ts';

export const inRule = alertRuleStream(ruleId);
export const inAlert = alertStream(ruleId);
export const ofRule = { organizationId: owner, ruleId };
export const stranger = { by: organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3') };

export const created = (fields: Parameters<typeof ruleWith>[0] = {}) =>
  past(inRule, {
    type: 'AlertRuleCreated',
    data: { ...ofRule, version: 1, rule: ruleWith(fields) },
  });
export const changed = (rule: AlertRule, version = 2) =>
  past(inRule, { type: 'AlertRuleChanged', data: { ...ofRule, version, rule } });
export const toggled = (enabled: boolean, version = 2) =>
  past(inRule, { type: 'AlertRuleToggled', data: { ...ofRule, version, enabled } });
export const deleted = past(inRule, { type: 'AlertRuleDeleted', data: { ...ofRule, version: 2 } });
export const adopted = (ruleVersion = 1) =>
  past(inAlert, {
    type: 'AlertRuleAdopted',
    data: { ...ofRule, ruleVersion, tickMs: 1_000, position: { partition: 2, offset: 40 } },
  });

export const refusedAt = (toMs: number, reason: RuleEnd): StreamAppend => {
  const window = { fromMs: toMs - 300_000, toMs };
  const data = { ...ofRule, ruleVersion: 1, window, tickMs: toMs, value: 12.5, reason };
  return { stream: inAlert, facts: [{ type: 'AlertRefused', data }] };
};

/** The id of the alert that is raised when so many events were in the stream. */
export const idAfter = (events: number) => alertId(uuidV5(ruleId, String(events)));

export const triggerAt = (toMs: number, events = 1, fields: object = {}): AlertTriggered => ({
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
export const itemOpened = ({ data }: AlertTriggered): StreamAppend => {
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
export const firing = (trigger: AlertTriggered): readonly StreamAppend[] => [
  itemOpened(trigger),
  { stream: inAlert, facts: [trigger] },
];
export const triggered = (toMs: number, events = 1) => past(inAlert, triggerAt(toMs, events), toMs);
export const resolution = (triggeredAtMs: number, more: object, events = 1): EventPayload => ({
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
export const endedBy = (reason: string, triggeredAtMs: number) =>
  resolution(triggeredAtMs, { reason });
export const resolved = (toMs: number, triggeredAtMs: number) =>
  past(inAlert, resolution(triggeredAtMs, { window: { fromMs: toMs - 300_000, toMs } }));
