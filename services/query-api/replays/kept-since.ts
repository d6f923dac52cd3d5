import { replaySettingsOf, replaysKeptMs } from '../../../projections/replays/replay-settings.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { QueryShared } from '../shared.ts';

export type KeptReads = Pick<QueryShared, 'projections' | 'clock' | 'configuration'>;

/** What was received earlier, the organization wants kept no longer: nothing shows it, also before it is deleted. */
export async function keptSinceMs(
  organizationId: OrganizationId,
  { projections, clock, configuration }: KeptReads,
  signal: AbortSignal,
): Promise<number> {
  const settings = replaySettingsOf(organizationId, await projections.state({ signal }));
  return clock() - replaysKeptMs(settings, configuration.retention.spansMs);
}
