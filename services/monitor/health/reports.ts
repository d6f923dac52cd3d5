import { ownEnvelope, type SentCommand, sendCommands } from '../../../platform/commands/send.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { healthCheckStream } from '../../../schemas/health/ids.ts';
import { type CommandId, commandId } from '../../../schemas/ids.ts';
import { uuidV5 } from '../../../schemas/uuid.ts';
import type { Report } from '../core/health/apply-sample.ts';

type Dependencies = {
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly clock: () => number;
};

/** Resolves when the reports are durable, in this order. */
export async function sendReports(
  reports: readonly Report[],
  { topicLog, clock }: Dependencies,
): Promise<void> {
  if (reports.length === 0) return;
  const commands = reports.map((data): SentCommand => {
    const id = reportId(data);
    const { organizationId, checkId } = data;
    const stream = healthCheckStream(checkId);
    const envelope = ownEnvelope({ id, organizationId, stream, atMs: clock(), actor: 'monitor' });
    return { wish: { type: 'ReportHealthCheck', data }, envelope };
  });
  await sendCommands(commands, { topicLog });
}

/** Every monitor gives the report about the same sample the same id, so it is decided once. */
const reportId = ({ checkId, version, offset, step = 0, status }: Report): CommandId =>
  commandId(uuidV5(checkId, JSON.stringify(['report', version, offset, step, status])));
