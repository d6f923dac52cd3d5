import { invalidField } from '../../../platform/http/problem.ts';
import { channels } from '../../../projections/channels/channels.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { ChannelId, OrganizationId } from '../../../schemas/ids.ts';

export function expectChannels(
  organizationId: OrganizationId,
  ids: readonly ChannelId[],
  state: DomainState,
): void {
  const unknown = ids.find(id => state.get(channels, `${organizationId}/${id}`) === undefined);
  if (unknown === undefined) return;
  const message = `there is no channel ${unknown}; GET /v1/channels lists them`;
  throw invalidField('channel_ids', message);
}
