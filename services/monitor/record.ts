import { ownEnvelope, sendCommand } from '../../platform/commands/send.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { uuidV5 } from '../../platform/uuid.ts';
import type { RecordQuota } from '../../schemas/billing/commands.ts';
import type { Month } from '../../schemas/billing/month.ts';
import type { PlanLimits, QuotaLevel } from '../../schemas/billing/quota.ts';
import {
  type CommandId,
  commandId,
  type OrganizationId,
  subscriptionStream,
} from '../../schemas/ids.ts';

export type QuotaTransition = {
  readonly organizationId: OrganizationId;
  readonly month: Month;
  readonly level: QuotaLevel | 'closed';
  /** Of the plan: a level of another plan is another occasion. */
  readonly limits: PlanLimits;
  /** When the plan changed last: a plan that comes back is another occasion too. */
  readonly changedAtMs?: number | undefined;
};

/** Every monitor gives the same command for the same occasion, so it is decided once. */
export const recordQuotaId = ({
  organizationId,
  month,
  level,
  limits,
  changedAtMs,
}: QuotaTransition): CommandId => {
  const { traceLimit, bytesLimit } = limits;
  const name = ['record-quota', month, level, traceLimit, bytesLimit];
  if (changedAtMs !== undefined) name.push(changedAtMs);
  return commandId(uuidV5(organizationId, JSON.stringify(name)));
};

export async function recordQuota(
  id: CommandId,
  data: RecordQuota['data'],
  {
    topicLog,
    clock,
  }: { readonly topicLog: Pick<TopicLog, 'append'>; readonly clock: () => number },
): Promise<void> {
  const { organizationId } = data;
  const stream = subscriptionStream(organizationId);
  const envelope = ownEnvelope({ id, organizationId, stream, atMs: clock(), actor: 'monitor' });
  await sendCommand({ type: 'RecordQuota', data }, envelope, { topicLog });
}
