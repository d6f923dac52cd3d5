import { changesOf } from '../../../domain/alerts/rule-of-request.ts';
import { type Accepted, commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectValid } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { type AlertRuleRow, alertRuleResource } from '../../../projections/alerts/alert-rules.ts';
import { readLastData } from '../../../projections/alerts/last-data.ts';
import { ruleBodyOf } from '../../../projections/alerts/rule-body.ts';
import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import type { RuleBody } from '../../../schemas/alerts/parts.ts';
import { type Asking, deletion, expectRoom, inPath, readRow } from '../resource.ts';
import { restoring } from '../restoring.ts';
import type { StateShared } from '../shared.ts';
import { expectChannels, scopeOfObjective } from './checks.ts';

/** PUT /v1/alert-rules/:id: what the body does not name stays. */
export const changeAlertRule = (dependencies: StateShared): Handler<'changeAlertRule'> =>
  commandEndpoint(
    {
      route: 'changeAlertRule',
      ...inPath(alertRuleResource),
      payload: async ({ found: ruleId, request }) => {
        const { body, key } = request;
        const { row, state } = await readRow(alertRuleResource, ruleId, request, dependencies);
        const changes = expectValid(changesOf(body, row.rule));
        const { organizationId } = key;
        expectChannels(organizationId, changes.channelIds ?? [], state);
        const named = { metric: row.rule.metric, ...changes };
        const scope = scopeOfObjective(organizationId, named, state);
        return { type: 'ChangeAlertRule', data: { ruleId, changes: { ...changes, ...scope } } };
      },
      respond: async (outcome, { found, request }) => ({
        status: 200,
        body: { success: true, ...(await changedRule(outcome, found, request, dependencies)) },
      }),
    },
    dependencies,
  );

/** POST /v1/alert-rules/:id/restore */
export const restoreAlertRule = (dependencies: StateShared): Handler<'restoreAlertRule'> =>
  commandEndpoint(
    {
      route: 'restoreAlertRule',
      ...restoring(
        {
          resource: alertRuleResource,
          check: ({ was: { organizationId, rule }, now, state, request }) => {
            if (now === undefined)
              expectRoom(alertRuleResource, organizationId, state, request.receivedAtMs);
            expectChannels(organizationId, rule.channelIds, state);
            scopeOfObjective(organizationId, { metric: rule.metric }, state);
          },
          command: ({ id: ruleId, version, was: { rule } }) => ({
            type: 'RestoreAlertRule',
            data: { ruleId, version, rule },
          }),
        },
        dependencies,
      ),
      respond: async (outcome, { found, request }) => ({
        status: 200,
        body: { success: true, ...(await changedRule(outcome, found, request, dependencies)) },
      }),
    },
    dependencies,
  );

/** POST /v1/alert-rules/:id/toggle: without a body the rule becomes the opposite of what it is. */
export const toggleAlertRule = (dependencies: StateShared): Handler<'toggleAlertRule'> =>
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
export const deleteAlertRule = (dependencies: StateShared): Handler<'deleteAlertRule'> =>
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
  dependencies: StateShared,
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
  if (type === 'AlertRuleChanged' || type === 'AlertRuleCreated')
    return { ...row, version: data.version, rule: data.rule };
  if (type !== 'AlertRuleToggled') return row;
  const { version, enabled } = data;
  return { ...row, version, rule: { ...row.rule, enabled } };
}
