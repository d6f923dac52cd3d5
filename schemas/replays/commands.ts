import type { OrganizationId } from '../ids.ts';
import type { ReplaySettings } from './settings.ts';

/** Fields that are absent keep their values. */
export type ReplaySettingChanges = Partial<ReplaySettings>;

export type ChangeReplaySettings = {
  readonly type: 'ChangeReplaySettings';
  readonly data: {
    readonly organizationId: OrganizationId;
    readonly changes: ReplaySettingChanges;
  };
};

export type ReplayCommand = ChangeReplaySettings;
