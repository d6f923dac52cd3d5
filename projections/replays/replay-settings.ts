import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { type ReplaySettings, withDefaults } from '../../schemas/replays/settings.ts';
import type { Projection } from '../engine/projection.ts';
import type { DomainState } from '../engine/read/history.ts';

export type ReplaySettingsRow = {
  readonly organizationId: OrganizationId;
  readonly settings: ReplaySettings;
};

/** By organization; there is no row until it changes something. */
export const replaySettings: Projection<ReplaySettingsRow, EventOf<'ReplaySettingsChanged'>> = {
  name: 'replay-settings',
  version: 1,
  types: new Set(['ReplaySettingsChanged']),
  keys: ({ data: { organizationId } }) => [organizationId],
  project: (_, { data: { organizationId, settings } }) => ({ organizationId, settings }),
};

export const replaySettingsOf = (
  organizationId: OrganizationId,
  state: Pick<DomainState, 'get'>,
): ReplaySettings => withDefaults(state.get(replaySettings, organizationId)?.settings);

/** How long sessions are kept: never longer than the server keeps them. */
export const replaysKeptMs = (
  { retentionDays }: Pick<ReplaySettings, 'retentionDays'>,
  serverKeptMs: number,
): number =>
  retentionDays === null ? serverKeptMs : Math.min(retentionDays * dayMs, serverKeptMs);

export const replaySettingsBody = (
  settings: ReplaySettings,
  serverKeptMs: number,
): ResponseOf<'getReplaySettings'> => ({
  mask_text: settings.maskText,
  mask_inputs: settings.maskInputs,
  mask_user_id: settings.maskUserId,
  mask_selectors: [...settings.maskSelectors],
  mask_attributes: [...settings.maskAttributes],
  mask_patterns: [...settings.maskPatterns],
  sample_percent: settings.samplePercent,
  retention_days: settings.retentionDays,
  retention_days_max: Math.max(1, Math.floor(serverKeptMs / dayMs)),
});
