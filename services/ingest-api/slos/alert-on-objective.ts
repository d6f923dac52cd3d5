import { burnOf } from '../../../domain/alerts/burn-metric.ts';
import { burnRateMax } from '../../../domain/slos/burn.ts';
import { burnRule, pairsOf } from '../../../domain/slos/burn-rules.ts';
import { executeBeside, idempotencyKeyOf } from '../../../platform/commands/endpoint.ts';
import { commandIdFor } from '../../../platform/commands/execute.ts';
import { recordedRejection } from '../../../platform/commands/rejection.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { type AlertRuleRow, alertRuleResource } from '../../../projections/alerts/alert-rules.ts';
import { readLastData } from '../../../projections/alerts/last-data.ts';
import { ruleBodyOf } from '../../../projections/alerts/rule-body.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { type ObjectiveRow, objectiveResource } from '../../../projections/slos/objectives.ts';
import { alertRuleId, alertRuleStream } from '../../../schemas/alerts/ids.ts';
import type { AlertRule, BurnPair } from '../../../schemas/alerts/rule.ts';
import { channelId } from '../../../schemas/ids.ts';
import { expectChannels } from '../alerts/checks.ts';
import { expectRoom, idIn, readRow } from '../resource.ts';
import type { IngestShared } from '../shared.ts';

type Request = HttpRequest<'alertOnObjective'>;

/**
 * POST /v1/slos/:id/alerts: a command for each rule that the objective has not. What a crash leaves out, the same
 * request again creates.
 */
export const alertOnObjective =
  (dependencies: IngestShared): Handler<'alertOnObjective'> =>
  async request => {
    const id = idIn(objectiveResource, request.params);
    const { row, state } = await readRow(objectiveResource, id, request, dependencies);
    const channelIds = [...new Set(request.body?.channel_ids ?? [])].map(channelId);
    expectChannels(row.organizationId, channelIds, state);
    const has = new Set(rulesOf(row, state).map(({ rule }) => burnOf(rule.metric)?.pair));
    for (const pair of expectPairs(row))
      if (!has.has(pair))
        await create(
          pair,
          { row, rule: burnRule(pair, { ...row, channelIds }) },
          request,
          dependencies,
        );
    return {
      status: 201,
      body: { success: true, rules: await ruleBodies(row, request, dependencies) },
    };
  };

/** Throws 400 where no alert could ever fire. */
function expectPairs({ objective: { target } }: ObjectiveRow): readonly BurnPair[] {
  const pairs = pairsOf({ target });
  if (pairs.length > 0) return pairs;
  const most = Number(burnRateMax(target).toPrecision(3));
  throw invalidRequest(
    `no burn rate of a target of ${target} % is above ${most}, so no alert on 14.4 or 6 would fire; create a rule with a lower threshold`,
  );
}

/** Those about the fast rate first. */
function rulesOf(
  { organizationId, objectiveId }: ObjectiveRow,
  state: DomainState,
): AlertRuleRow[] {
  const { projection, key, limit } = alertRuleResource;
  return state
    .list(projection, { prefix: key(organizationId, ''), limit })
    .map(({ row }) => row)
    .filter(({ rule }) => burnOf(rule.metric)?.objectiveId === objectiveId)
    .sort(({ rule: left }, { rule: right }) => (left.metric < right.metric ? -1 : 1));
}

type Creation = { readonly row: ObjectiveRow; readonly rule: AlertRule };

/** The id of the command is that of the rule, so a repetition creates nothing. */
async function create(
  pair: BurnPair,
  { row: { organizationId, objectiveId }, rule }: Creation,
  request: Request,
  dependencies: IngestShared,
): Promise<void> {
  const { headers, receivedAtMs, signal } = request;
  const id = commandIdFor(organizationId, `alertOnObjective ${pair}`, idempotencyKeyOf(headers));
  const ruleId = alertRuleId(id);
  const outcome = await executeBeside(
    request,
    {
      id,
      stream: alertRuleStream(ruleId),
      hashed: { objectiveId, body: request.body },
      wish: async () => {
        const state = await dependencies.projections.state({ signal });
        expectRoom(alertRuleResource, organizationId, state, receivedAtMs);
        return { type: 'CreateAlertRule', data: { organizationId, ruleId, rule } };
      },
    },
    dependencies,
  );
  if (outcome.type === 'CommandRejected') throw recordedRejection(outcome.data, receivedAtMs);
}

async function ruleBodies(
  { organizationId, objectiveId }: ObjectiveRow,
  request: Request,
  { projections, warehouse }: IngestShared,
) {
  const { signal } = request;
  const { row, state } = await readRow(objectiveResource, objectiveId, request, { projections });
  const rules = rulesOf(row, state);
  const scopes = rules.map(({ rule }) => rule.scope);
  const lastData = await readLastData({ organizationId, scopes }, { warehouse, signal });
  return rules.map(rule => ruleBodyOf(rule, state, lastData));
}
