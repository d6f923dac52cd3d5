import { ruleOf } from '../../../domain/alerts/rule-of-request.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectValid } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { alertRuleResource } from '../../../projections/alerts/alert-rules.ts';
import { readLastData } from '../../../projections/alerts/last-data.ts';
import { ruleBody } from '../../../projections/alerts/rule-body.ts';
import { alertRuleId, alertRuleStream } from '../../../schemas/alerts/ids.ts';
import { expectRoom } from '../resource.ts';
import type { StateShared } from '../shared.ts';
import { expectChannels } from './checks.ts';

/** POST /v1/alert-rules: the id of the command is that of the rule, so a repetition creates nothing. */
export const createAlertRule = (dependencies: StateShared): Handler<'createAlertRule'> =>
  commandEndpoint(
    {
      route: 'createAlertRule',
      prepare: async ({ body }) => expectValid(ruleOf(body)),
      stream: ({ id }) => alertRuleStream(alertRuleId(id)),
      payload: async ({ id, found: rule, request: { key, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const state = await dependencies.projections.state({ signal });
        expectRoom(alertRuleResource, organizationId, state, receivedAtMs);
        expectChannels(organizationId, rule.channelIds, state);
        return { type: 'CreateAlertRule', data: { organizationId, ruleId: alertRuleId(id), rule } };
      },
      respond: async ({ atMs }, { id, found: rule, request: { key, signal } }) => {
        const { organizationId } = key;
        const times = { createdAtMs: atMs, updatedAtMs: atMs };
        const row = { organizationId, ruleId: alertRuleId(id), version: 1, rule, ...times };
        const asked = { organizationId, scopes: [rule.scope] };
        const { warehouse } = dependencies;
        const lastData = await readLastData(asked, { warehouse, signal });
        return { status: 201, body: { success: true, ...ruleBody(row, false, lastData) } };
      },
    },
    dependencies,
  );
