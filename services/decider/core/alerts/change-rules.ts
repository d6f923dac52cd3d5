import { changedRule } from '../../../../domain/alerts/changed-rule.ts';
import { conditionsFault, metricFault, recoversOutside } from '../../../../domain/alerts/rule.ts';
import type { ResolveReason } from '../../../../schemas/alerts/commands.ts';
import { type AlertRuleId, alertRuleStream, alertStream } from '../../../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../../../schemas/alerts/rule.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import type { Restored } from '../../../../schemas/versions/restored.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision, type Rejected, reject, type StreamAppend } from '../decision.ts';
import { resolvedItem } from '../triage/cause.ts';
import { alertOf } from './alert.ts';
import { type AlertRuleState, commandedRule, knownRule, ruleOf } from './alert-rule.ts';

/** The id of a rule follows from its command, so a second creation under it is a repetition. */
export function createAlertRule({ data }: CommandOf<'CreateAlertRule'>, states: States): Decision {
  if (ruleOf(data.ruleId, states) !== undefined) return accept();
  const invalid = faultOf(data.rule);
  if (invalid !== undefined) return invalid;
  return accept({
    stream: alertRuleStream(data.ruleId),
    facts: [{ type: 'AlertRuleCreated', data: { ...data, version: 1 } }],
  });
}

export function changeAlertRule(
  { data: { ruleId, changes }, organizationId }: CommandOf<'ChangeAlertRule'>,
  states: States,
): Decision {
  const found = commandedRule(ruleId, organizationId, states);
  if (found.kind === 'rejected') return found;
  return changed(ruleId, changedRule(found.rule, changes), found, states);
}

/** One that was deleted is there again, and its alerts go on where they were. */
export function restoreAlertRule(
  { data: { ruleId, rule, version: restoredFrom }, organizationId }: CommandOf<'RestoreAlertRule'>,
  states: States,
): Decision {
  const found = knownRule(ruleId, organizationId, states);
  if (found.kind === 'rejected') return found;
  if (!found.isDeleted) return changed(ruleId, rule, found, states, { restoredFrom });
  const invalid = faultOf(rule);
  if (invalid !== undefined) return invalid;
  const { now } = alertOf(ruleId, states);
  const after = now.status === 'quiet' && {
    after: { resolvedToMs: now.resolvedToMs, cooldownEndsAtMs: now.cooldownEndsAtMs },
  };
  const data = { ...next(ruleId, found), rule, restoredFrom, ...after };
  return accept({
    stream: alertRuleStream(ruleId),
    facts: [{ type: 'AlertRuleCreated', data }],
  });
}

function changed(
  ruleId: AlertRuleId,
  rule: AlertRule,
  found: AlertRuleState,
  states: States,
  restored: Restored = {},
): Decision {
  const invalid = faultOf(rule);
  if (invalid !== undefined) return invalid;
  if (isSame(rule, found.rule)) return accept();
  return ending(rule.enabled ? undefined : 'rule_disabled', ruleId, found, states, {
    type: 'AlertRuleChanged',
    data: { ...next(ruleId, found), rule, ...restored },
  });
}

export function toggleAlertRule(
  { data: { ruleId, ...asked }, organizationId }: CommandOf<'ToggleAlertRule'>,
  states: States,
): Decision {
  const found = commandedRule(ruleId, organizationId, states);
  if (found.kind === 'rejected') return found;
  const { enabled = !found.rule.enabled } = asked;
  if (enabled === found.rule.enabled) return accept();
  return ending(enabled ? undefined : 'rule_disabled', ruleId, found, states, {
    type: 'AlertRuleToggled',
    data: { ...next(ruleId, found), enabled },
  });
}

export function deleteAlertRule(
  { data: { ruleId }, organizationId }: CommandOf<'DeleteAlertRule'>,
  states: States,
): Decision {
  const found = commandedRule(ruleId, organizationId, states);
  if (found.kind === 'rejected') return found;
  return ending('rule_deleted', ruleId, found, states, {
    type: 'AlertRuleDeleted',
    data: next(ruleId, found),
  });
}

const next = (ruleId: AlertRuleId, { organizationId, version }: AlertRuleState) => ({
  organizationId,
  ruleId,
  version: version + 1,
});

/** The rule's own fact comes last: it answers the command. A rule that ends resolves its alert with it. */
function ending(
  reason: ResolveReason | undefined,
  ruleId: AlertRuleId,
  { organizationId }: AlertRuleState,
  states: States,
  fact: EventPayload,
): Decision {
  const own: StreamAppend = { stream: alertRuleStream(ruleId), facts: [fact] };
  const { now } = alertOf(ruleId, states);
  if (reason === undefined || now.status === 'quiet') return accept(own);
  const { alertId, triggeredAtMs } = now;
  const resolved: EventPayload = {
    type: 'AlertResolved',
    data: {
      organizationId,
      ruleId,
      alertId,
      triggeredAtMs,
      reason,
      window: null,
      tickMs: null,
      value: null,
    },
  };
  const append = { stream: alertStream(ruleId), facts: [resolved] };
  return accept(resolvedItem(alertId, states), append, own);
}

/** As JSON with sorted names: the same content in another order is no change. */
const isSame = (left: AlertRule, right: AlertRule): boolean => textOf(left) === textOf(right);

const textOf = (rule: AlertRule): string =>
  JSON.stringify(Object.entries(rule).toSorted(([left], [right]) => (left < right ? -1 : 1)));

function faultOf(rule: AlertRule): Rejected | undefined {
  const fault = metricFault(rule) ?? conditionsFault(rule);
  if (fault !== undefined) return reject('invalid_request', fault);
  if (recoversOutside(rule)) return undefined;
  return reject(
    'invalid_request',
    `recovery_threshold lies on the wrong side: a value that is ${rule.operator} ${rule.threshold} would resolve the alert; send one on the other side of the threshold`,
  );
}
