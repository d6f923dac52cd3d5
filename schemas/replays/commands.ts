import type { OrganizationId } from '../ids.ts';
import type { DeletedReplays, OfReplayDeletion, ReplayDeletionCounts } from './deletion.ts';
import type { ReplaySettings } from './settings.ts';

export type DeleteReplays = {
  readonly type: 'DeleteReplays';
  readonly data: OfReplayDeletion & { readonly what: DeletedReplays };
};

/** Sent by the monitor when nothing is left. */
export type ConcludeReplayDeletion = {
  readonly type: 'ConcludeReplayDeletion';
  readonly data: OfReplayDeletion & { readonly deleted: ReplayDeletionCounts };
};

/** Fields that are absent keep their values. */
export type ReplaySettingChanges = Partial<ReplaySettings>;

export type ChangeReplaySettings = {
  readonly type: 'ChangeReplaySettings';
  readonly data: {
    readonly organizationId: OrganizationId;
    readonly changes: ReplaySettingChanges;
  };
};

export type ReplayDeletionCommand = DeleteReplays | ConcludeReplayDeletion;

export type ReplayCommand = ReplayDeletionCommand | ChangeReplaySettings;
