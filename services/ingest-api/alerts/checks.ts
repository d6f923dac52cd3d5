import { expectValid } from '../../../platform/http/faults.ts';
import { invalidField } from '../../../platform/http/problem.ts';
import { channels } from '../../../projections/channels/channels.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { objectiveScope } from '../../../projections/slos/rule-objective.ts';
import type { AlertRule } from '../../../schemas/alerts/rule.ts';
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

/** What a rule about a burn rate takes from its objective. Throws 400 where the organization has none, or it is of another service. */
export function scopeOfObjective(
  organizationId: OrganizationId,
  rule: Parameters<typeof objectiveScope>[1],
  state: DomainState,
): Partial<Pick<AlertRule, 'scope'>> {
  const scope = expectValid(objectiveScope(organizationId, rule, state));
  return scope === undefined ? {} : { scope };
}
