import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { FiringAlert } from '../../../projections/alerts/alert.ts';
import { alertResolutions, resolutionsOf } from '../../../projections/alerts/alert-resolutions.ts';
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
import { instantOf } from './figures.ts';
import type { EvaluatedReads } from './reads.ts';
import { readRules } from './rules.ts';

/** GET /v1/alerts/active: the newest first. */
export const activeAlerts =
  ({ projections, clock, staleSince }: EvaluatedReads): Handler<'activeAlerts'> =>
  async ({ key, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const { items: alerts, ...list } = await listOf({
      organizationId: key.organizationId,
      signal,
      state,
      query,
      projection: alertState,
      prefix: alertRuleKey(key.organizationId, alertRuleId('')),
      max: alertReadLimits.rulesMax,
      passes: ({ firing }) => firing !== undefined,
      order: ({ firing }) => -(firing?.triggeredAtMs ?? 0),
      change: ({ firing }) => firing && alertBodyOf(firing, atMs ?? clock()),
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

const dayMs = 86_400_000;

/** GET /v1/alerts/summary */
export const alertSummary =
  ({ projections, clock, staleSince }: EvaluatedReads): Handler<'alertSummary'> =>
  async ({ key, signal, ...request }) => {
    const { organizationId } = key;
    const atMs = asOfMs(request);
    const state = await projections.state({ asOfMs: atMs, signal });
    const nowMs = atMs ?? clock();
    const rules = await readRules(organizationId, state);
    const firing = await readFiring(organizationId, state);
    const of = (severity: FiringAlert['rule']['severity']): number =>
      firing.filter(({ rule }) => rule.severity === severity).length;
    return {
      status: 200,
      body: {
        success: true,
        summary: {
          total_rules: rules.length,
          enabled_rules: rules.filter(({ rule }) => rule.enabled).length,
          active_alerts: firing.length,
          by_severity: { critical: of('critical'), warning: of('warning'), info: of('info') },
          resolved_24h: await countResolved(organizationId, nowMs - dayMs, state),
        },
        stale_since: await staleSince(atMs),
        timestamp: instantOf(nowMs),
      },
    };
  };

/** Alerts that were resolved at an instant or later. */
async function countResolved(
  organizationId: OrganizationId,
  sinceMs: number,
  state: DomainState,
): Promise<number> {
  const prefix = resolutionsOf(organizationId);
  let count = 0;
  const places = { prefix, max: alertReadLimits.resolutionsCountedMax };
  const resolutions = rowsOf(state, alertResolutions, places, turnOf(organizationId));
  for await (const { resolvedAtMs } of resolutions) {
    if (resolvedAtMs < sinceMs) break;
    count++;
  }
  return count;
}
