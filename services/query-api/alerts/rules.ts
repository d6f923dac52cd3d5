import { burnOf } from '../../../domain/alerts/burn-metric.ts';
import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { alertHistory, ofRule } from '../../../projections/alerts/alert-history.ts';
import { type AlertRuleRow, alertRuleResource } from '../../../projections/alerts/alert-rules.ts';
import { readLastData } from '../../../projections/alerts/last-data.ts';
import { ruleBodyOf } from '../../../projections/alerts/rule-body.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { listOf } from '../bounds/list.ts';
import { allOf, rowsOf } from '../bounds/rows.ts';
import { bodyOf } from '../bounds/written.ts';
import { expectRow, rowsIn } from '../resource.ts';
import { alertBodyOf, groundsOf } from './alert-body.ts';
import { alertReadLimits } from './config.ts';
import type { AlertReads, RuleReads } from './reads.ts';

/** GET /v1/alert-rules: the oldest first. */
export const listAlertRules =
  ({ projections, warehouse }: RuleReads): Handler<'listAlertRules'> =>
  async ({ key, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const scopes = (await readRules(key.organizationId, state)).map(({ rule }) => rule.scope);
    const asked = { organizationId: key.organizationId, scopes, asOfMs: atMs };
    const lastData = await readLastData(asked, { warehouse, signal });
    const { items: rules, ...list } = await listOf({
      organizationId: key.organizationId,
      signal,
      state,
      query,
      ...rulesOf(key.organizationId),
      passes: ({ rule }) =>
        query.objective === undefined || burnOf(rule.metric)?.objectiveId === query.objective,
      order: row => row.createdAtMs,
      change: row => ruleBodyOf(row, state, lastData),
    });
    const body = { rules, total: list.total, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'listAlertRules'>>(body) };
  };

const rulesOf = (organizationId: OrganizationId) => ({
  ...rowsIn(alertRuleResource, organizationId),
  max: alertReadLimits.rulesMax,
});

/** Every rule of an organization, the oldest first. */
export async function readRules(
  organizationId: OrganizationId,
  state: DomainState,
): Promise<AlertRuleRow[]> {
  const turn = turnOf(organizationId);
  const rows = await allOf(
    rowsOf(state, alertRuleResource.projection, rulesOf(organizationId), turn),
  );
  return rows.sort(
    (left, right) => left.createdAtMs - right.createdAtMs || (left.ruleId < right.ruleId ? -1 : 1),
  );
}

/** GET /v1/alert-rules/:id */
export const getAlertRule =
  ({ projections, warehouse }: RuleReads): Handler<'getAlertRule'> =>
  async ({ key: { organizationId }, params, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await projections.state({ asOfMs: atMs, signal });
    const row = expectRow(alertRuleResource, organizationId, params.id, state);
    const asked = { organizationId, scopes: [row.rule.scope], asOfMs: atMs };
    const lastData = await readLastData(asked, { warehouse, signal });
    return { status: 200, body: { success: true, ...ruleBodyOf(row, state, lastData) } };
  };

/** GET /v1/alert-rules/:id/history: its alerts, the newest first. */
export const alertRuleHistory =
  ({ projections, clock }: AlertReads): Handler<'alertRuleHistory'> =>
  async ({ key, params, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const { ruleId } = expectRow(alertRuleResource, key.organizationId, params.id, state);
    const { organizationId } = key;
    const seen = { organizationId, state, nowMs: atMs ?? clock() };
    const { items: history, ...list } = await listOf({
      organizationId,
      signal,
      state,
      query,
      projection: alertHistory,
      prefix: ofRule(organizationId, ruleId),
      max: alertReadLimits.alertsScannedMax,
      change: row => ({ ...alertBodyOf(row, seen), ...groundsOf(row) }),
    });
    const { limit } = query;
    const body = { history, total: list.total, limit, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'alertRuleHistory'>>(body) };
  };
