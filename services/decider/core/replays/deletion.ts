import type { ReplayDeletionId } from '../../../../schemas/replays/deletion.ts';
import type { ReplayDeletionEvent } from '../../../../schemas/replays/events.ts';
import { aggregate } from '../aggregate.ts';

export type ReplayDeletion = {
  readonly kind: 'replay-deletion';
  readonly isOver: boolean;
  readonly parent?: ReplayDeletionId;
};

export const replayDeletions = aggregate<ReplayDeletion, ReplayDeletionEvent['type']>({
  kind: 'replay-deletion',
  reads: 'whole',
  events: { ReplaysDeletionRequested: true, ReplaysDeleted: true },
  evolve: (before, { type, data }) => {
    if (type === 'ReplaysDeleted') return before && { ...before, isOver: true };
    const parent = data.what.kind === 'sessions' ? data.what.parent : undefined;
    return { kind: 'replay-deletion', isOver: false, ...(parent !== undefined && { parent }) };
  },
});
