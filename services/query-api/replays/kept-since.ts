import type { DomainState } from '../../../projections/engine/read/history.ts';
import { replaySettingsOf, replaysKeptMs } from '../../../projections/replays/replay-settings.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { QueryShared } from '../shared.ts';

/** What was received earlier, the organization wants kept no longer: nothing shows it, also before it is deleted. */
export const keptSinceMs = (
  organizationId: OrganizationId,
  state: Pick<DomainState, 'get'>,
  { clock, configuration }: Pick<QueryShared, 'clock' | 'configuration'>,
): number =>
  clock() - replaysKeptMs(replaySettingsOf(organizationId, state), configuration.retention.spansMs);
