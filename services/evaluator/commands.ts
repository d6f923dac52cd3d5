import { chunk } from '../../platform/chunk.ts';
import { type SentCommand, sendCommands } from '../../platform/commands/send.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { type AlertRuleId, alertRuleStream } from '../../schemas/alerts/ids.ts';
import type { CommandPayload } from '../../schemas/commands/command.ts';
import { type CommandId, commandId, type OrganizationId } from '../../schemas/ids.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import { limits } from './config.ts';
import type { Action } from './core/evaluated-rule.ts';

type OfRule = { readonly ruleId: AlertRuleId; readonly organizationId: OrganizationId };

/** The same cause gives the same id, so that a command that is sent again after a crash is decided once. */
export const causedId = ({ ruleId }: OfRule, ...cause: readonly (string | number)[]): CommandId =>
  commandId(uuidV5(ruleId, JSON.stringify(['evaluator', ...cause])));

type Sending = { readonly topicLog: Pick<TopicLog, 'append'>; readonly clock: () => number };

/** Resolves when all are durable, in this order. */
export async function send(
  commands: readonly {
    readonly id: CommandId;
    readonly of: OfRule;
    readonly wish: CommandPayload;
  }[],
  { topicLog, clock }: Sending,
  requestHash = '',
): Promise<void> {
  for (const some of chunk(commands, limits.commandsAtOnceMax)) {
    const envelopes = some.map(
      ({ id, of: { ruleId, organizationId }, wish }): SentCommand => ({
        wish,
        envelope: {
          id,
          organizationId,
          requestHash,
          stream: alertRuleStream(ruleId),
          atMs: clock(),
          correlationId: id,
          actor: 'evaluator',
        },
      }),
    );
    await sendCommands(envelopes, { topicLog });
  }
}

/** The command of an action. */
export function commandOf(action: Action): {
  readonly id: CommandId;
  readonly wish: CommandPayload;
} {
  const { ruleId, version: ruleVersion } = action.rule;
  if (action.type === 'amend') {
    const { before, after } = action;
    const figures = JSON.stringify([before, after]);
    return {
      id: causedId(action.rule, 'amend', figures),
      wish: { type: 'AmendAlertEvidence', data: { ruleId, before, after } },
    };
  }
  const { windowFromMs, windowToMs, tickMs, value } = action;
  const evaluation = { ruleId, windowFromMs, windowToMs, tickMs, value };
  const id = causedId(action.rule, action.type, ruleVersion, windowToMs);
  if (action.type === 'raise') {
    const { evidence } = action;
    return { id, wish: { type: 'RaiseAlert', data: { ...evaluation, ruleVersion, evidence } } };
  }
  return { id, wish: { type: 'ResolveAlert', data: { ...evaluation, reason: action.reason } } };
}
