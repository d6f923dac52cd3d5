import { changesOf } from '../../../domain/alerts/rule-of-request.ts';
import { type Accepted, commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectValid } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { type AlertRuleRow, alertRuleResource } from '../../../projections/alerts/alert-rules.ts';
import { readLastData } from '../../../projections/alerts/last-data.ts';
import { ruleBodyOf } from '../../../projections/alerts/rule-body.ts';
import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import type { RuleBody } from '../../../schemas/alerts/parts.ts';
import { type Asking, deletion, inPath, readRow } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { expectChannels } from './checks.ts';

/** PUT /v1/alert-rules/:id: what the body does not name stays. */
export const changeAlertRule = (dependencies: IngestShared): Handler<'changeAlertRule'> =>
  commandEndpoint(
    {
      route: 'changeAlertRule',
      ...inPath(alertRuleResource),
      payload: async ({ found: ruleId, request }) => {
        const { body, key } = request;
        const { row, state } = await readRow(alertRuleResource, ruleId, request, dependencies);
        const changes = expectValid(changesOf(body, row.rule.scope));
        expectChannels(key.organizationId, changes.channelIds ?? [], state);
        return { type: 'ChangeAlertRule', data: { ruleId, changes } };
      },
      respond: async (outcome, { found, request }) => ({
        status: 200,
        body: { success: true, ...(await changedRule(outcome, found, request, dependencies)) },
      }),
    },
    dependencies,
  );

/** POST /v1/alert-rules/:id/toggle: without a body the rule becomes the opposite of what it is. */
export const toggleAlertRule = (dependencies: IngestShared): Handler<'toggleAlertRule'> =>
  commandEndpoint(
    {
      route: 'toggleAlertRule',
      ...inPath(alertRuleResource),
      payload: async ({ found: ruleId, request: { body } }) => {
        const enabled = body?.enabled;
        return {
          type: 'ToggleAlertRule',
          data: { ruleId, ...(enabled !== undefined && { enabled }) },
        };
      },
      respond: async (outcome, { found, request }) => ({
        status: 200,
        body: { success: true, ...(await changedRule(outcome, found, request, dependencies)) },
      }),
    },
    dependencies,
  );

/** DELETE /v1/alert-rules/:id */
export const deleteAlertRule = (dependencies: IngestShared): Handler<'deleteAlertRule'> =>
  commandEndpoint(
    {
      route: 'deleteAlertRule',
      ...deletion(alertRuleResource, ruleId => ({ type: 'DeleteAlertRule', data: { ruleId } })),
    },
    dependencies,
  );

/** The rule as the command left it, also when it was changed again since. */
async function changedRule(
  accepted: Accepted,
  ruleId: AlertRuleId,
  request: Asking,
  dependencies: IngestShared,
): Promise<RuleBody> {
  const { row, state } = await readRow(alertRuleResource, ruleId, request, dependencies);
  const left = leftBy(accepted, row);
  const { warehouse } = dependencies;
  const { organizationId } = row;
  const asked = { organizationId, scopes: [left.rule.scope] };
  const lastData = await readLastData(asked, { warehouse, signal: request.signal });
  return ruleBodyOf(left, state, lastData);
}

function leftBy({ type, data }: Accepted, row: AlertRuleRow): AlertRuleRow {
  if (type === 'AlertRuleChanged') return { ...row, ...data };
  if (type !== 'AlertRuleToggled') return row;
  const { version, enabled } = data;
  return { ...row, version, rule: { ...row.rule, enabled } };
}
