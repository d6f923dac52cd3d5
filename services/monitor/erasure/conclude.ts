import { ownEnvelope, sendCommand } from '../../../platform/commands/send.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import { commandId, type OrganizationId } from '../../../schemas/ids.ts';
import { type Erased, erasureStream } from '../../../schemas/organizations/erasure.ts';
import type { ErasureDependencies } from './dependencies.ts';

/** Every monitor gives the same command for the same erasure, so it is decided once. */
export async function concludeErasure(
  organizationId: OrganizationId,
  erased: Erased,
  { topicLog, clock }: Pick<ErasureDependencies, 'topicLog' | 'clock'>,
): Promise<void> {
  const id = commandId(uuidV5(organizationId, 'conclude-erasure'));
  const stream = erasureStream(organizationId);
  const envelope = ownEnvelope({ id, organizationId, stream, atMs: clock(), actor: 'monitor' });
  await sendCommand({ type: 'ConcludeErasure', data: { organizationId, erased } }, envelope, {
    topicLog,
  });
}
