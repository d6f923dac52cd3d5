import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import type { ReplayDeletionCommand } from '../../../../schemas/replays/commands.ts';
import { replayDeletionStream } from '../../../../schemas/replays/deletion.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import { replayDeletions } from './deletion.ts';

export const replayDeletionStreams = ({
  data,
}: Pick<CommandOf<ReplayDeletionCommand['type']>, 'data'>): readonly StreamName[] => [
  replayDeletionStream(data.deletionId),
];

/** The same deletion again changes nothing. */
export function deleteReplays({ data }: CommandOf<'DeleteReplays'>, states: States): Decision {
  const stream = replayDeletionStream(data.deletionId);
  if (stateOf(replayDeletions, states, stream) !== undefined) return accept();
  return accept({ stream, facts: [{ type: 'ReplaysDeletionRequested', data }] });
}

/** One that is over, or whose stream is erased with its organization, needs no end. */
export function concludeReplayDeletion(
  { data }: CommandOf<'ConcludeReplayDeletion'>,
  states: States,
): Decision {
  const stream = replayDeletionStream(data.deletionId);
  const found = stateOf(replayDeletions, states, stream);
  if (found?.isOver !== false) return accept();
  const parent = found.parent !== undefined && { parent: found.parent };
  return accept({ stream, facts: [{ type: 'ReplaysDeleted', data: { ...data, ...parent } }] });
}
