import { ownEnvelope, sendCommand } from '../../../platform/commands/send.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import type { ReplayDeletionRow } from '../../../projections/replays/replay-deletions.ts';
import { commandId } from '../../../schemas/ids.ts';
import type { ReplayDeletionCommand } from '../../../schemas/replays/commands.ts';
import {
  type OfReplayDeletion,
  type ReplayDeletionCounts,
  replayDeletionId,
  replayDeletionStream,
} from '../../../schemas/replays/deletion.ts';

type Sending = { readonly topicLog: Pick<TopicLog, 'append'>; readonly clock: () => number };

/** Every monitor gives the same command for the same deletion, so it is decided once. */
export function concludeDeletion(
  { organizationId, deletionId }: OfReplayDeletion,
  deleted: ReplayDeletionCounts,
  sending: Sending,
): Promise<void> {
  const data = { organizationId, deletionId, deleted };
  return send('conclude', { type: 'ConcludeReplayDeletion', data }, sending);
}

/** Has sessions of a user deleted. The same sessions again are the same deletion. */
export function deleteFound(
  { organizationId, deletionId: parent }: ReplayDeletionRow,
  subjects: readonly string[],
  sending: Sending,
): Promise<void> {
  const deletionId = replayDeletionId(uuidV5(parent, JSON.stringify(subjects)));
  const what = { kind: 'sessions', subjects, parent } as const;
  const data = { organizationId, deletionId, what };
  return send('delete', { type: 'DeleteReplays', data }, sending);
}

function send(
  step: string,
  wish: ReplayDeletionCommand,
  { topicLog, clock }: Sending,
): Promise<void> {
  const { organizationId, deletionId } = wish.data;
  const id = commandId(uuidV5(deletionId, step));
  const stream = replayDeletionStream(deletionId);
  const envelope = ownEnvelope({ id, organizationId, stream, atMs: clock(), actor: 'monitor' });
  return sendCommand(wish, envelope, { topicLog });
}
