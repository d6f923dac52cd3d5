import type { AlertRuleEvent } from '../../../../schemas/alerts/events.ts';
import { type AlertRuleId, alertRuleStream } from '../../../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../../../schemas/alerts/rule.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import type { Rejected } from '../decision.ts';
import { known, unknown } from '../known.ts';

export type AlertRuleState = {
  readonly kind: 'alert-rule';
  readonly organizationId: OrganizationId;
  readonly version: number;
  readonly rule: AlertRule;
  readonly isDeleted: boolean;
  /** The last version that ended the rule, by disabling or deleting it; 0: none did. */
  readonly endedVersion: number;
};

/** A user may change a rule any number of times: each event carries the state. */
export const alertRules = aggregate<AlertRuleState, AlertRuleEvent['type']>({
  kind: 'alert-rule',
  reads: 'carried',
  version: 2,
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
    case 'AlertRuleChanged': {
      const { rule } = event.data;
      const endedVersion = rule.enabled ? (state?.endedVersion ?? 0) : version;
      return { kind: 'alert-rule', organizationId, version, rule, isDeleted: false, endedVersion };
    }
    case 'AlertRuleToggled': {
      const { enabled } = event.data;
      const ended = enabled ? {} : { endedVersion: version };
      return state && { ...state, version, rule: { ...state.rule, enabled }, ...ended };
    }
    case 'AlertRuleDeleted':
      return state && { ...state, version, isDeleted: true, endedVersion: version };
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
  const rule = knownRule(ruleId, asking, states);
  return rule.kind === 'alert-rule' && rule.isDeleted ? unknown(nameOf(ruleId)) : rule;
}

/** Also one that was deleted. */
export const knownRule = (
  ruleId: AlertRuleId,
  asking: OrganizationId | undefined,
  states: States,
): AlertRuleState | Rejected => known(ruleOf(ruleId, states), asking, nameOf(ruleId));

const nameOf = (ruleId: AlertRuleId): string => `alert rule ${ruleId}`;
