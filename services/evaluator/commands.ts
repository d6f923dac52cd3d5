import type { Action } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import type { Outcome } from '../../domain/alerts/evaluation/evaluation.ts';
import type { AnomalyAction } from '../../domain/anomalies/watch.ts';
import { chunk } from '../../platform/chunk.ts';
import { type SentCommand, sendCommands } from '../../platform/commands/send.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { WindowsPosition } from '../../schemas/alerts/commands.ts';
import { type AlertRuleId, alertRuleStream } from '../../schemas/alerts/ids.ts';
import type { AlertLeads } from '../../schemas/alerts/leads.ts';
import { anomalyStream } from '../../schemas/anomalies/ids.ts';
import type { CommandPayload } from '../../schemas/commands/command.ts';
import { minuteMs } from '../../schemas/durations.ts';
import {
  type CommandId,
  commandId,
  type OrganizationId,
  type StreamName,
} from '../../schemas/ids.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import { limits } from './config.ts';

type OfRule = { readonly ruleId: AlertRuleId; readonly organizationId: OrganizationId };

/** The same cause gives the same id, so that a command that is sent again after a crash is decided once. */
export const causedId = ({ ruleId }: OfRule, ...cause: readonly (string | number)[]): CommandId =>
  commandId(uuidV5(ruleId, JSON.stringify(['evaluator', ...cause])));

export type CausedCommand = {
  readonly id: CommandId;
  readonly organizationId: OrganizationId;
  readonly stream: StreamName;
  readonly wish: CommandPayload;
};

type Sending = { readonly topicLog: Pick<TopicLog, 'append'>; readonly clock: () => number };

/** Resolves when all are durable, in this order. */
export async function send(
  commands: readonly CausedCommand[],
  { topicLog, clock }: Sending,
  requestHash = '',
): Promise<void> {
  for (const some of chunk(commands, limits.commandsAtOnceMax)) {
    const envelopes = some.map(
      ({ id, organizationId, stream, wish }): SentCommand => ({
        wish,
        envelope: {
          id,
          organizationId,
          requestHash,
          stream,
          atMs: clock(),
          correlationId: id,
          actor: 'evaluator',
        },
      }),
    );
    await sendCommands(envelopes, { topicLog });
  }
}

/** A command about a rule or its alert. */
export const ofRule = (
  { ruleId, organizationId }: OfRule,
  id: CommandId,
  wish: CommandPayload,
): CausedCommand => ({ id, organizationId, stream: alertRuleStream(ruleId), wish });

/** The command of what follows from a record. */
export const commandOf = (
  outcome: Outcome,
  position: WindowsPosition,
  leads?: AlertLeads,
): CausedCommand =>
  outcome.type === 'anomaly' ? anomalyCommand(outcome) : alertCommand(outcome, position, leads);

function alertCommand(
  action: Action,
  position: WindowsPosition,
  leads: AlertLeads | undefined,
): CausedCommand {
  const { rule } = action;
  const { ruleId, version: ruleVersion } = rule;
  if (action.type === 'amend') {
    const { before, after } = action;
    const id = causedId(rule, 'amend', JSON.stringify([before, after]));
    return ofRule(rule, id, {
      type: 'AmendAlertEvidence',
      data: { ruleId, position, before, after },
    });
  }
  const { windowFromMs, windowToMs, tickMs, value } = action;
  const evaluation = { ruleId, windowFromMs, windowToMs, tickMs, position, value };
  const id = causedId(rule, action.type, ruleVersion, windowToMs);
  if (action.type === 'raise') {
    const known = leads !== undefined && { leads };
    const { evidence, condition } = action;
    const fired = { evidence, ...(condition !== undefined && { condition }) };
    const data = { ...evaluation, ruleVersion, rule: rule.rule, ...fired, ...known };
    return ofRule(rule, id, { type: 'RaiseAlert', data });
  }
  const data = { ...evaluation, reason: action.reason };
  return ofRule(rule, id, { type: 'ResolveAlert', data });
}

function anomalyCommand({ organizationId, service, tickMs, change }: AnomalyAction): CausedCommand {
  const { type, metric, minute } = change;
  const toMs = (minute + 1) * minuteMs;
  const cause = JSON.stringify(['evaluator', 'anomaly', service, metric, type, toMs]);
  const common = {
    id: commandId(uuidV5(organizationId, cause)),
    organizationId,
    stream: anomalyStream(organizationId, service),
  };
  if (type === 'end') {
    const data = { organizationId, service, metric, toMs, tickMs, reason: change.reason };
    return { ...common, wish: { type: 'EndAnomaly', data } };
  }
  const { direction, observed, band, score, fromMinute } = change;
  const fromMs = fromMinute * minuteMs;
  const figures = { metric, direction, observed, ...band, score, fromMs, toMs };
  return {
    ...common,
    wish: { type: 'OpenAnomaly', data: { organizationId, service, figures, tickMs } },
  };
}
