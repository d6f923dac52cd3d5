import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import { type HttpProblem, invalidRequest, notFound } from '../../../platform/http/problem.ts';
import { alertRules } from '../../../projections/alerts/alert-rules.ts';
import { channels } from '../../../projections/channels/channels.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { type AlertRuleId, alertRuleId } from '../../../schemas/alerts/ids.ts';
import type { ChannelId, OrganizationId } from '../../../schemas/ids.ts';
import { alertLimits } from './config.ts';

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** The id in a path. One that cannot be an id of ours names nothing, and no stream. */
export function expectRuleId({ id }: { readonly id: string }): AlertRuleId {
  const text = id.toLowerCase();
  if (uuidPattern.test(text)) return alertRuleId(text);
  throw unknownRule(id);
}

export const unknownRule = (id: string): HttpProblem => notFound(`there is no alert rule ${id}`);

export function expectRoomForRule(
  organizationId: OrganizationId,
  state: DomainState,
  nowMs: number,
): void {
  const { rulesMax: limit } = alertLimits;
  const rules = state.list(alertRules, { prefix: `${organizationId}/`, limit });
  if (rules.length < limit) return;
  const message = `an organization has at most ${limit} alert rules; delete one that is not needed`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}

export function expectChannels(
  organizationId: OrganizationId,
  ids: readonly ChannelId[],
  state: DomainState,
): void {
  const unknown = ids.find(id => state.get(channels, `${organizationId}/${id}`) === undefined);
  if (unknown === undefined) return;
  const message = `there is no channel ${unknown}; GET /v1/channels lists them`;
  throw invalidRequest(`invalid channel_ids: ${message}`, [{ field: 'channel_ids', message }]);
}
