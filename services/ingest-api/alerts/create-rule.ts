import { ruleOf } from '../../../domain/alerts/rule-of-request.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectValid } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { alertRuleResource } from '../../../projections/alerts/alert-rules.ts';
import { readLastData } from '../../../projections/alerts/last-data.ts';
import { ruleBody } from '../../../projections/alerts/rule-body.ts';
import { objectiveOfMetric } from '../../../projections/slos/rule-objective.ts';
import { alertRuleId, alertRuleStream } from '../../../schemas/alerts/ids.ts';
import { expectRoom } from '../resource.ts';
import type { StateShared } from '../shared.ts';
import { expectChannels, scopeOfObjective } from './checks.ts';

/** POST /v1/alert-rules: the id of the command is that of the rule, so a repetition creates nothing. */
export const createAlertRule = (dependencies: StateShared): Handler<'createAlertRule'> =>
  commandEndpoint(
    {
      route: 'createAlertRule',
      prepare: async ({ body }) => expectValid(ruleOf(body)),
      stream: ({ id }) => alertRuleStream(alertRuleId(id)),
      payload: async ({ id, found, request: { key, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const state = await dependencies.projections.state({ signal });
        expectRoom(alertRuleResource, organizationId, state, receivedAtMs);
        expectChannels(organizationId, found.channelIds, state);
        const rule = { ...found, ...scopeOfObjective(organizationId, found, state) };
        return { type: 'CreateAlertRule', data: { organizationId, ruleId: alertRuleId(id), rule } };
      },
      respond: async (outcome, { id, found, request: { key, signal } }) => {
        const { organizationId } = key;
        const { atMs, type, data } = outcome;
        const rule = type === 'AlertRuleCreated' ? data.rule : found;
        const times = { createdAtMs: atMs, updatedAtMs: atMs };
        const row = { organizationId, ruleId: alertRuleId(id), version: 1, rule, ...times };
        const { warehouse, projections } = dependencies;
        const lastData = await readLastData(
          { organizationId, scopes: [rule.scope] },
          { warehouse, signal },
        );
        const { objective } = objectiveOfMetric(organizationId, rule.metric, projections) ?? {};
        return {
          status: 201,
          body: { success: true, ...ruleBody(row, false, { lastData, objective }) },
        };
      },
    },
    dependencies,
  );
