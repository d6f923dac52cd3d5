import type { DeletedReplays, OfReplayDeletion, ReplayDeletionCounts } from './deletion.ts';

export type DeleteReplays = {
  readonly type: 'DeleteReplays';
  readonly data: OfReplayDeletion & { readonly what: DeletedReplays };
};

/** Sent by the monitor when nothing is left. */
export type ConcludeReplayDeletion = {
  readonly type: 'ConcludeReplayDeletion';
  readonly data: OfReplayDeletion & { readonly deleted: ReplayDeletionCounts };
};

export type ReplayCommand = DeleteReplays | ConcludeReplayDeletion;
