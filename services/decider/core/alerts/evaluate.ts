import { alertMessage } from '../../../../domain/alerts/message.ts';
import { asFired } from '../../../../domain/alerts/rule.ts';
import type { WindowsPosition } from '../../../../schemas/alerts/commands.ts';
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

/** The version that was adopted decides until the next one is: a change that nobody adopted yet changes nothing. */
export function raiseAlert(command: CommandOf<'RaiseAlert'>, states: States): Decision {
  const { ruleId, ruleVersion, windowToMs } = command.data;
  const found = ruleOf(ruleId, states);
  const alert = alertOf(ruleId, states);
  if (found === undefined || alert.adoptedVersion !== ruleVersion) return nothing;
  if (!mayFire(alert, windowToMs)) return nothing;
  const stream = alertStream(ruleId);
  if (found.endedVersion >= ruleVersion)
    return accept({ stream, facts: [refused(command, found)] });
  const rule = found.version === ruleVersion ? found.rule : command.data.rule;
  if (rule === undefined) return nothing;
  const fact = triggered(command, { ...found, rule }, alert);
  return accept(itemOfAlert(fact), { stream, facts: [fact] });
}

function refused(
  { data }: CommandOf<'RaiseAlert'>,
  { organizationId, isDeleted }: AlertRuleState,
): EventPayload {
  const { ruleId, ruleVersion, tickMs, value } = data;
  const reason: RuleEnd = isDeleted ? 'rule_deleted' : 'rule_disabled';
  const window = windowOf(data);
  const of = { organizationId, ruleId, ruleVersion, window, tickMs, value, reason };
  return { type: 'AlertRefused', data: { ...of, ...placeOf(data) } };
}

/** Windows order evaluations, so a repeated one changes nothing whatever happened since. */
const mayFire = ({ now }: AlertState, windowToMs: number): boolean =>
  now.status === 'quiet' && windowToMs > now.resolvedToMs && windowToMs >= now.cooldownEndsAtMs;

function triggered(
  command: CommandOf<'RaiseAlert'>,
  { organizationId, rule }: AlertRuleState,
  alert: AlertState,
): AlertTriggered {
  const { ruleId, ruleVersion, tickMs, value, evidence, leads, condition } = command.data;
  const { name, alertType, metric, operator, threshold, severity, scope } = asFired(
    rule,
    condition,
  );
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
      ...(condition !== undefined && { condition }),
      alertId: nextAlertId(ruleId, alert),
      rule: { name, alertType, metric, operator, threshold, severity, scope },
      message: alertMessage(rule, value, command.data),
      cooldownEndsAtMs: window.toMs + rule.cooldownMinutes * minuteMs,
      ...(leads !== undefined && { leads }),
      ...placeOf(command.data),
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
      ...placeOf(command.data),
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
  { data }: CommandOf<'AmendAlertEvidence'>,
  states: States,
): Decision {
  const { ruleId, before, after } = data;
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
        data: {
          organizationId,
          ruleId,
          alertId: id,
          triggeredAtMs,
          ...placeOf(data),
          before,
          after,
        },
      },
    ],
  });
}

const placeOf = ({ position }: { readonly position?: WindowsPosition }) => position && { position };

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
