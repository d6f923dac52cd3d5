import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { alertHistory, ofRule } from '../../../projections/alerts/alert-history.ts';
import {
  type AlertRuleRow,
  alertRuleKey,
  alertRules,
} from '../../../projections/alerts/alert-rules.ts';
import { ruleBodyOf } from '../../../projections/alerts/rule-body.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { alertRuleId } from '../../../schemas/alerts/ids.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { alertBodyOf, groundsOf } from './alert-body.ts';
import { alertReadLimits } from './config.ts';
import type { AlertReads } from './reads.ts';
import { allOf, rowsOf } from './rows.ts';

/** GET /v1/alert-rules: the oldest first. */
export const listAlertRules =
  ({ projections }: AlertReads): Handler<'listAlertRules'> =>
  async ({ key, query, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const rows = await readRules(key.organizationId, state);
    const rules = rows.slice(0, query.limit).map(row => ruleBodyOf(row, state));
    return { status: 200, body: { rules, total: rows.length } };
  };

/** Every rule of an organization, the oldest first. */
export async function readRules(
  organizationId: OrganizationId,
  state: DomainState,
): Promise<AlertRuleRow[]> {
  const places = {
    prefix: alertRuleKey(organizationId, alertRuleId('')),
    max: alertReadLimits.rulesMax,
  };
  const rows = await allOf(rowsOf(state, alertRules, places));
  return rows.sort(
    (left, right) => left.createdAtMs - right.createdAtMs || (left.ruleId < right.ruleId ? -1 : 1),
  );
}

/** GET /v1/alert-rules/:id */
export const getAlertRule =
  ({ projections }: AlertReads): Handler<'getAlertRule'> =>
  async ({ key, params, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs(request), signal });
    const row = expectRule(key.organizationId, params.id, state);
    return { status: 200, body: { success: true, ...ruleBodyOf(row, state) } };
  };

/** GET /v1/alert-rules/:id/history: its alerts, the newest first. */
export const alertRuleHistory =
  ({ projections, clock }: AlertReads): Handler<'alertRuleHistory'> =>
  async ({ key, params, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const { ruleId } = expectRule(key.organizationId, params.id, state);
    const places = {
      prefix: ofRule(key.organizationId, ruleId),
      max: alertReadLimits.alertsScannedMax,
    };
    const rows = await allOf(rowsOf(state, alertHistory, places));
    const history = rows
      .slice(0, query.limit)
      .map(row => ({ ...alertBodyOf(row, atMs ?? clock()), ...groundsOf(row) }));
    return { status: 200, body: { history, total: rows.length, limit: query.limit } };
  };

export function expectRule(
  organizationId: OrganizationId,
  id: string,
  state: DomainState,
): AlertRuleRow {
  const row = state.get(alertRules, alertRuleKey(organizationId, alertRuleId(id.toLowerCase())));
  if (row === undefined) throw notFound(`there is no alert rule ${id}`);
  return row;
}
