import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { FiringAlert } from '../../../projections/alerts/alert.ts';
import { alertRuleKey } from '../../../projections/alerts/alert-rules.ts';
import { alertState } from '../../../projections/alerts/alert-state.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { alertRuleId } from '../../../schemas/alerts/ids.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { listOf } from '../bounds/list.ts';
import { rowsOf } from '../bounds/rows.ts';
import { bodyOf } from '../bounds/written.ts';
import { alertBodyOf } from './alert-body.ts';
import { alertReadLimits } from './config.ts';
import type { EvaluatedReads } from './reads.ts';

/** GET /v1/alerts/active: the newest first. */
export const activeAlerts =
  ({ projections, clock, staleSince }: EvaluatedReads): Handler<'activeAlerts'> =>
  async ({ key, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const { organizationId } = key;
    const seen = { organizationId, state, nowMs: atMs ?? clock() };
    const { items: alerts, ...list } = await listOf({
      organizationId,
      signal,
      state,
      query,
      projection: alertState,
      prefix: alertRuleKey(organizationId, alertRuleId('')),
      max: alertReadLimits.rulesMax,
      passes: ({ firing }) => firing !== undefined,
      order: ({ firing }) => -(firing?.triggeredAtMs ?? 0),
      change: ({ firing }) => firing && alertBodyOf(firing, seen),
    });
    const counts = { count: alerts.texts.length, total: list.total, limit: query.limit };
    const stale_since = await staleSince(atMs);
    const body = { success: true, alerts, ...counts, next_cursor: list.next, stale_since } as const;
    return { status: 200, body: bodyOf<ResponseOf<'activeAlerts'>>(body) };
  };

/** Every alert of an organization that fires, the newest first. */
export async function readFiring(
  organizationId: OrganizationId,
  state: DomainState,
): Promise<FiringAlert[]> {
  const prefix = alertRuleKey(organizationId, alertRuleId(''));
  const firing: FiringAlert[] = [];
  const places = { prefix, max: alertReadLimits.rulesMax };
  for await (const row of rowsOf(state, alertState, places, turnOf(organizationId)))
    if (row.firing !== undefined) firing.push(row.firing);
  return firing.sort(
    (left, right) =>
      right.triggeredAtMs - left.triggeredAtMs || (left.alertId < right.alertId ? -1 : 1),
  );
}
