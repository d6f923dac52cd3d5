import type { OrganizationId } from '../ids.ts';
import type {
  DeletedReplays,
  OfReplayDeletion,
  ReplayDeletionCounts,
  ReplayDeletionId,
} from './deletion.ts';
import type { ReplaySettings } from './settings.ts';

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

/** All of the settings after the change. */
export type ReplaySettingsChanged = {
  readonly type: 'ReplaySettingsChanged';
  readonly data: { readonly organizationId: OrganizationId; readonly settings: ReplaySettings };
};

export type ReplayDeletionEvent = ReplaysDeletionRequested | ReplaysDeleted;

export type ReplayEvent = ReplayDeletionEvent | ReplaySettingsChanged;
