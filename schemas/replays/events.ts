import type {
  DeletedReplays,
  OfReplayDeletion,
  ReplayDeletionCounts,
  ReplayDeletionId,
} from './deletion.ts';

/** From here on nothing of it is read, and chunks of its sessions are not stored. */
export type ReplaysDeletionRequested = {
  readonly type: 'ReplaysDeletionRequested';
  readonly data: OfReplayDeletion & { readonly what: DeletedReplays };
};

/** `parent`: of the deletion of a user, of which it was a part. */
export type ReplaysDeleted = {
  readonly type: 'ReplaysDeleted';
  readonly data: OfReplayDeletion & {
    readonly parent?: ReplayDeletionId;
    readonly deleted: ReplayDeletionCounts;
  };
};

export type ReplayEvent = ReplaysDeletionRequested | ReplaysDeleted;
