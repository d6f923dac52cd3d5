import { changesOf } from '../../../domain/alerts/rule-of-request.ts';
import { type Accepted, commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectValid } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import {
  type AlertRuleRow,
  alertRuleKey,
  alertRules,
} from '../../../projections/alerts/alert-rules.ts';
import { ruleBodyOf } from '../../../projections/alerts/rule-body.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { type AlertRuleId, alertRuleStream } from '../../../schemas/alerts/ids.ts';
import type { RuleBody } from '../../../schemas/alerts/parts.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { IngestShared } from '../shared.ts';
import { expectChannels, expectRuleId, unknownRule } from './checks.ts';

/** PUT /v1/alert-rules/:id: what the body does not name stays. */
export const changeAlertRule = (dependencies: IngestShared): Handler<'changeAlertRule'> =>
  commandEndpoint(
    {
      route: 'changeAlertRule',
      prepare: async ({ params }) => expectRuleId(params),
      stream: ({ found: ruleId }) => alertRuleStream(ruleId),
      payload: async ({ found: ruleId, request: { body, key, signal } }) => {
        const state = await dependencies.projections.state({ signal });
        const { rule } = expectRule(key.organizationId, ruleId, state);
        const changes = expectValid(changesOf(body, rule.scope));
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
      prepare: async ({ params }) => expectRuleId(params),
      stream: ({ found: ruleId }) => alertRuleStream(ruleId),
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
      prepare: async ({ params }) => expectRuleId(params),
      stream: ({ found: ruleId }) => alertRuleStream(ruleId),
      payload: async ({ found: ruleId }) => ({ type: 'DeleteAlertRule', data: { ruleId } }),
      respond: (_, { found: id }) => ({ status: 200, body: { success: true, id } }),
    },
    dependencies,
  );

/** The rule as the command left it, also when it was changed again since. */
async function changedRule(
  { type, data }: Accepted,
  ruleId: AlertRuleId,
  {
    key,
    signal,
  }: { readonly key: { readonly organizationId: OrganizationId }; readonly signal: AbortSignal },
  { projections }: Pick<IngestShared, 'projections'>,
): Promise<RuleBody> {
  const state = await projections.state({ signal });
  const row = expectRule(key.organizationId, ruleId, state);
  if (type === 'AlertRuleChanged') return ruleBodyOf({ ...row, ...data }, state);
  if (type !== 'AlertRuleToggled') return ruleBodyOf(row, state);
  const { version, enabled } = data;
  return ruleBodyOf({ ...row, version, rule: { ...row.rule, enabled } }, state);
}

function expectRule(
  organizationId: OrganizationId,
  ruleId: AlertRuleId,
  state: DomainState,
): AlertRuleRow {
  const row = state.get(alertRules, alertRuleKey(organizationId, ruleId));
  if (row === undefined) throw unknownRule(ruleId);
  return row;
}
