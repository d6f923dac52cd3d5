import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import { invalidField } from '../../../platform/http/problem.ts';
import { alertRuleKey, alertRules } from '../../../projections/alerts/alert-rules.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { silenceKey, silenceStatus, silences } from '../../../projections/silences/silences.ts';
import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { silenceLimits } from './config.ts';

export function expectRule(
  organizationId: OrganizationId,
  ruleId: AlertRuleId | undefined,
  state: DomainState,
): void {
  if (ruleId === undefined) return;
  if (state.get(alertRules, alertRuleKey(organizationId, ruleId)) !== undefined) return;
  const message = `there is no alert rule ${ruleId}; GET /v1/alert-rules lists them`;
  throw invalidField('rule_id', message);
}

export function expectRoomForSilence(
  organizationId: OrganizationId,
  state: DomainState,
  nowMs: number,
): void {
  const { openMax } = silenceLimits;
  if (countOpen(organizationId, state, nowMs) < openMax) return;
  const message = `an organization has at most ${openMax} open silences; end one that is not needed`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}

/** Silences that have ended stay in the list, so all pages are read. */
function countOpen(organizationId: OrganizationId, state: DomainState, nowMs: number): number {
  const { pageRows: limit, openMax } = silenceLimits;
  const prefix = silenceKey(organizationId, '');
  let after: string | undefined;
  for (let open = 0; ; ) {
    const page = state.list(silences, { prefix, limit, ...(after !== undefined && { after }) });
    open += page.filter(({ row }) => silenceStatus(row, nowMs) !== 'ended').length;
    if (page.length < limit || open >= openMax) return open;
    after = page.at(-1)?.key;
  }
}
