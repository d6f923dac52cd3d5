import { plansWithLimits } from '../../../domain/billing/payment.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { paymentBodyOf } from '../../../projections/billing/payment-body.ts';
import { payments as rows } from '../../../projections/billing/payments.ts';
import { type SubscriptionRow, subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { Plan } from '../../../schemas/billing/quota.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { nilOrganization, subscriptionStream } from '../../../schemas/ids.ts';
import { isUuid } from '../../../schemas/uuid.ts';
import type { IngestShared } from '../shared.ts';

type Asked = Pick<HttpRequest, 'receivedAtMs' | 'signal'> & {
  readonly params: { readonly id: string };
};

/** `organization plan ID`. */
export const showPlan =
  (dependencies: IngestShared): Handler<'adminPlan'> =>
  async request => ({ status: 200, body: await planBody(request, dependencies) });

/** `organization plan ID PLAN`: nobody pays for it. */
export const setPlan = (dependencies: IngestShared): Handler<'adminSetPlan'> =>
  commandEndpoint(
    {
      route: 'adminSetPlan',
      prepare: async request => (await subscriptionOf(request, dependencies)).organizationId,
      scope: () => nilOrganization,
      sender: ({ found }) => ({ actor: 'operator', organizationId: found }),
      stream: ({ found }) => subscriptionStream(found),
      payload: async ({ found, request: { body } }) => ({
        type: 'SetPlan',
        data: { organizationId: found, plan: planOf(body.plan_id, dependencies) },
      }),
      respond: async (_, { request }) => ({
        status: 200,
        body: await planBody(request, dependencies),
      }),
    },
    dependencies,
  );

function planOf(name: string, { configuration }: Pick<IngestShared, 'configuration'>): Plan {
  const plan = plansWithLimits(configuration.freePlan).find(({ plan: known }) => known === name);
  if (plan === undefined) throw new Error(`expected the schema to allow plans, found ${name}`);
  return plan;
}

const idCharactersShown = 200;

async function subscriptionOf(
  { params: { id }, receivedAtMs, signal }: Asked,
  { projections }: IngestShared,
): Promise<SubscriptionRow> {
  const state = await projections.state({ signal });
  const row = isUuid(id) ? state.get(subscriptions, id.toLowerCase()) : undefined;
  if (row !== undefined) return row;
  const message = `there is no organization ${id.slice(0, idCharactersShown)}`;
  throw rejectionProblem({ reason: 'organization_unknown', message }, receivedAtMs);
}

async function planBody(
  request: Asked,
  dependencies: IngestShared,
): Promise<ResponseOf<'adminPlan'>> {
  const row = await subscriptionOf(request, dependencies);
  const state = await dependencies.projections.state({ signal: request.signal });
  return {
    organization_id: row.organizationId,
    plan: row.plan,
    trace_limit: row.traceLimit,
    bytes_limit: row.bytesLimit,
    is_given: row.changed?.isGiven === true,
    payment: paymentBodyOf(state.get(rows, row.organizationId)),
  };
}
