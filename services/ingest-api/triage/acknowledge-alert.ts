import { statusAt } from '../../../domain/triage/item.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { HttpProblem, notFound } from '../../../platform/http/problem.ts';
import { alertHistory, alertKey } from '../../../projections/alerts/alert-history.ts';
import { triageItemBody } from '../../../projections/triage/item-body.ts';
import { triageItemResource } from '../../../projections/triage/triage-inbox.ts';
import { alertId } from '../../../schemas/alerts/ids.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { type TriageItemId, triageItemOf } from '../../../schemas/triage/ids.ts';
import { readRow } from '../resource.ts';
import type { StateShared } from '../shared.ts';
import { dataOf } from './act.ts';
import { readItemAfter } from './item.ts';

type Request = HttpRequest<'acknowledgeAlert'>;

/** POST /v1/alerts/:id/acknowledge: acknowledges the item that the alert opened. */
export function acknowledgeAlert(dependencies: StateShared): Handler<'acknowledgeAlert'> {
  const act = commandEndpoint(
    {
      route: 'acknowledgeAlert',
      prepare: request => findItem(request, dependencies),
      stream: ({ found }) => triageItemResource.stream(found),
      payload: async ({ found, request: { body } }) => ({
        type: 'AcknowledgeTriageItem',
        data: dataOf(found, body),
      }),
      respond: readItemAfter(dependencies),
    },
    dependencies,
  );
  return async request => {
    try {
      return await act(request);
    } catch (error) {
      const item = await acknowledgedAlready(error, request, dependencies);
      return { status: 200, body: { success: true, item } };
    }
  };
}

/** Items of health checks have the same type, so the alert itself must be known. */
async function findItem(
  { key: { organizationId }, params: { id }, signal }: Request,
  { projections }: Pick<StateShared, 'projections'>,
): Promise<TriageItemId> {
  const alert = alertId(id.toLowerCase());
  const state = await projections.state({ signal });
  if (state.get(alertHistory, alertKey(organizationId, alert)) === undefined)
    throw notFound(`there is no alert ${id}`);
  return triageItemOf(alert);
}

/** The item whose action was refused because it is what it would have become; throws the error for any other reason. */
async function acknowledgedAlready(
  error: unknown,
  request: Request,
  dependencies: Pick<StateShared, 'projections'>,
): Promise<ResponseOf<'acknowledgeAlert'>['item']> {
  if (!(error instanceof HttpProblem && error.code === 'invalid_transition')) throw error;
  const item = await findItem(request, dependencies);
  const { row } = await readRow(triageItemResource, item, request, dependencies);
  if (statusAt(row, request.receivedAtMs) !== 'acknowledged') throw error;
  return triageItemBody(row, request.receivedAtMs);
}
