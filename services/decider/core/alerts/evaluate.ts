import { alertMessage } from '../../../../domain/alerts/message.ts';
import type { AlertTriggered, RuleEnd } from '../../../../schemas/alerts/events.ts';
import { type EvaluatedWindow, lateTickMs } from '../../../../schemas/alerts/evidence.ts';
import { alertStream } from '../../../../schemas/alerts/ids.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { minuteMs } from '../../../../schemas/durations.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision, type StreamAppend } from '../decision.ts';
import { openedItem, resolvedItem } from '../triage/cause.ts';
import { type AlertState, alertOf, type Firing, nextAlertId } from './alert.ts';
import { type AlertRuleState, ruleOf } from './alert-rule.ts';

/** What is out of date is no error: evaluators repeat themselves, and another may have been faster. */
const nothing = accept();

/** Only the current version of a rule is adopted, and only once; one that is disabled or deleted ends what was evaluated. */
export function adoptAlertRule(
  { data: { ruleId, ...adopted } }: CommandOf<'AdoptAlertRule'>,
  states: States,
): Decision {
  const rule = ruleOf(ruleId, states);
  const alert = alertOf(ruleId, states);
  if (rule?.version !== adopted.ruleVersion || alert.adoptedVersion === rule.version)
    return nothing;
  const { organizationId } = rule;
  const data = { organizationId, ruleId, ...adopted, ...endOf(rule) };
  return accept({ stream: alertStream(ruleId), facts: [{ type: 'AlertRuleAdopted', data }] });
}

function endOf({ rule, isDeleted }: AlertRuleState): { readonly ends?: RuleEnd } {
  if (isDeleted) return { ends: 'rule_deleted' };
  return rule.enabled ? {} : { ends: 'rule_disabled' };
}

export function raiseAlert(command: CommandOf<'RaiseAlert'>, states: States): Decision {
  const { ruleId, ruleVersion, windowToMs } = command.data;
  const rule = evaluatedRule(ruleOf(ruleId, states), ruleVersion);
  const alert = alertOf(ruleId, states);
  if (rule === undefined || alert.adoptedVersion !== ruleVersion) return nothing;
  if (!mayFire(alert, windowToMs)) return nothing;
  const fact = triggered(command, rule, alert);
  return accept(itemOfAlert(fact), { stream: alertStream(ruleId), facts: [fact] });
}

const evaluatedRule = (
  rule: AlertRuleState | undefined,
  version: number,
): AlertRuleState | undefined =>
  rule?.version === version && rule.rule.enabled && !rule.isDeleted ? rule : undefined;

/** Windows order evaluations, so a repeated one changes nothing whatever happened since. */
const mayFire = ({ now }: AlertState, windowToMs: number): boolean =>
  now.status === 'quiet' && windowToMs > now.resolvedToMs && windowToMs >= now.cooldownEndsAtMs;

function triggered(
  command: CommandOf<'RaiseAlert'>,
  { organizationId, rule }: AlertRuleState,
  alert: AlertState,
): AlertTriggered {
  const { ruleId, ruleVersion, tickMs, value, evidence, leads } = command.data;
  const { name, alertType, metric, operator, threshold, severity, scope } = rule;
  const window = windowOf(command.data);
  return {
    type: 'AlertTriggered',
    data: {
      organizationId,
      ruleId,
      ruleVersion,
      window,
      tickMs,
      value,
      evidence,
      alertId: nextAlertId(ruleId, alert),
      rule: { name, alertType, metric, operator, threshold, severity, scope },
      message: alertMessage(rule, value),
      cooldownEndsAtMs: window.toMs + rule.cooldownMinutes * minuteMs,
      ...(leads !== undefined && { leads }),
      ...lateness(command),
    },
  };
}

function itemOfAlert({
  data: { organizationId, alertId: entityId, message, rule },
}: AlertTriggered): StreamAppend {
  const { name: title, severity, scope } = rule;
  return openedItem({
    organizationId,
    entityType: 'alert',
    entityId,
    title,
    message,
    severity,
    serviceName: scope.type === 'service' ? scope.service : '',
  });
}

export function resolveAlert(command: CommandOf<'ResolveAlert'>, states: States): Decision {
  const { ruleId, tickMs, value, reason } = command.data;
  const rule = ruleOf(ruleId, states);
  const { now } = alertOf(ruleId, states);
  if (rule === undefined || now.status === 'quiet') return nothing;
  if (!mayResolve(command, now, rule)) return nothing;
  const { alertId: id, triggeredAtMs } = now;
  const resolved: EventPayload = {
    type: 'AlertResolved',
    data: {
      organizationId: rule.organizationId,
      ruleId,
      alertId: id,
      triggeredAtMs,
      reason,
      window: windowOf(command.data),
      tickMs,
      value,
      ...lateness(command),
    },
  };
  return accept(resolvedItem(id, states), { stream: alertStream(ruleId), facts: [resolved] });
}

/** What the rule itself says needs no later window; a figure does. */
function mayResolve(
  { data: { reason, windowToMs } }: CommandOf<'ResolveAlert'>,
  now: Firing,
  { version, rule, isDeleted }: AlertRuleState,
): boolean {
  switch (reason) {
    case 'recovered':
    case 'no_data':
      return windowToMs > now.windowToMs;
    case 'rule_disabled':
      return !rule.enabled;
    case 'rule_deleted':
      return isDeleted;
    case 'rule_changed':
      return version !== now.ruleVersion && windowToMs >= now.windowToMs;
  }
}

/** Figures of an alert that this rule has not, or not any more, are nobody's. */
export function amendAlertEvidence(
  { data: { ruleId, before, after } }: CommandOf<'AmendAlertEvidence'>,
  states: States,
): Decision {
  const rule = ruleOf(ruleId, states);
  const known = alertOf(ruleId, states).alerts.find(
    ({ windowToMs }) => windowToMs === before.window.toMs,
  );
  if (rule === undefined || known === undefined) return nothing;
  const { organizationId } = rule;
  const { alertId: id, triggeredAtMs } = known;
  return accept({
    stream: alertStream(ruleId),
    facts: [
      {
        type: 'AlertEvidenceAmended',
        data: { organizationId, ruleId, alertId: id, triggeredAtMs, before, after },
      },
    ],
  });
}

const windowOf = ({
  windowFromMs: fromMs,
  windowToMs: toMs,
}: {
  readonly windowFromMs: number;
  readonly windowToMs: number;
}): EvaluatedWindow => ({ fromMs, toMs });

const lateness = ({
  atMs,
  data: { tickMs },
}: {
  readonly atMs: number;
  readonly data: { readonly tickMs: number };
}): { readonly late?: true } => (atMs - tickMs > lateTickMs ? { late: true } : {});
