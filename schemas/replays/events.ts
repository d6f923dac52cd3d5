import type { OrganizationId } from '../ids.ts';
import type { ReplaySettings } from './settings.ts';

/** All of the settings after the change. */
export type ReplaySettingsChanged = {
  readonly type: 'ReplaySettingsChanged';
  readonly data: { readonly organizationId: OrganizationId; readonly settings: ReplaySettings };
};

export type ReplayEvent = ReplaySettingsChanged;
