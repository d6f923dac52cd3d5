import type { AlertRuleEvent } from '../../../../schemas/alerts/events.ts';
import { type AlertRuleId, alertRuleStream } from '../../../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../../../schemas/alerts/rule.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import { type Rejected, reject } from '../decision.ts';

export type AlertRuleState = {
  readonly kind: 'alert-rule';
  readonly organizationId: OrganizationId;
  readonly version: number;
  readonly rule: AlertRule;
  readonly isDeleted: boolean;
};

/** A user may change a rule any number of times: each event carries the state. */
export const alertRules = aggregate<AlertRuleState, AlertRuleEvent['type']>({
  kind: 'alert-rule',
  reads: 'carried',
  version: 1,
  events: {
    AlertRuleCreated: true,
    AlertRuleChanged: true,
    AlertRuleToggled: true,
    AlertRuleDeleted: true,
  },
  evolve: evolveAlertRule,
});

function evolveAlertRule(
  state: AlertRuleState | undefined,
  event: EventOf<AlertRuleEvent['type']>,
): AlertRuleState | undefined {
  const { organizationId, version } = event.data;
  switch (event.type) {
    case 'AlertRuleCreated':
    case 'AlertRuleChanged':
      return {
        kind: 'alert-rule',
        organizationId,
        version,
        rule: event.data.rule,
        isDeleted: false,
      };
    case 'AlertRuleToggled':
      return state && { ...state, version, rule: { ...state.rule, enabled: event.data.enabled } };
    case 'AlertRuleDeleted':
      return state && { ...state, version, isDeleted: true };
  }
}

export const ruleOf = (ruleId: AlertRuleId, states: States): AlertRuleState | undefined =>
  stateOf(alertRules, states, alertRuleStream(ruleId));

/** The rule that a user commands; a deleted one, and that of another organization, is unknown. */
export function commandedRule(
  ruleId: AlertRuleId,
  asking: OrganizationId | undefined,
  states: States,
): AlertRuleState | Rejected {
  const rule = ruleOf(ruleId, states);
  const isTheirs = asking === undefined || asking === rule?.organizationId;
  if (rule === undefined || rule.isDeleted || !isTheirs) {
    return reject('not_found', `there is no alert rule ${ruleId}`);
  }
  return rule;
}
