import { paidOffer } from '../../../domain/billing/plans.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { PaymentOrder } from '../../../platform/payments/port.ts';
import { checkouts, checkoutsOf } from '../../../projections/billing/checkouts.ts';
import { payments as rows } from '../../../projections/billing/payments.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { type Checkout, sessionHashOf } from '../../../schemas/billing/checkout.ts';
import { checkoutId, checkoutStream } from '../../../schemas/billing/ids.ts';
import type { PlanOffer } from '../../../schemas/billing/plans.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import type { CommandId, OrganizationId } from '../../../schemas/ids.ts';
import type { IngestShared } from '../shared.ts';
import { pricedPlan } from './change-plan.ts';
import { checkoutLimits } from './config.ts';

type Body = RequestOf<'createCheckoutSession'>;

/** POST /v1/billing/create-checkout-session: the id of the command is that of the checkout, so a repetition opens nothing. */
export const createCheckoutSession = (
  dependencies: IngestShared,
): Handler<'createCheckoutSession'> =>
  commandEndpoint(
    {
      route: 'createCheckoutSession',
      prepare: async ({ body }) => expectOffer(body.plan_id),
      stream: ({ id }) => checkoutStream(checkoutId(id)),
      payload: async ({ id, found: offer, request: { key, body, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const { projections, keyring, payments, publicUrl } = dependencies;
        const state = await projections.state({ signal });
        expectRoom(organizationId, state, receivedAtMs);
        const paid = state.get(rows, organizationId)?.payment;
        const customer = paid?.provider === payments.name ? { customer: paid.customer } : {};
        const expiresAtMs = receivedAtMs + checkoutLimits.validMs;
        const terms = { ...customer, organizationId, expiresAtMs, publicUrl: publicUrl() };
        const order = orderOf(id, body, terms);
        const { sessionId } = await payments.openSession(order);
        const { successUrl, cancelUrl, price, currency } = order;
        const urls = JSON.stringify({ successUrl, cancelUrl });
        const { plan, traceLimit, bytesLimit } = offer;
        return {
          type: 'OpenCheckout',
          data: {
            checkoutId: checkoutId(id),
            organizationId,
            provider: payments.name,
            ...customer,
            sessionHash: sessionHashOf(sessionId),
            plan,
            traceLimit,
            bytesLimit,
            interval: body.billing_interval,
            price,
            currency,
            source: body.source ?? '',
            returnSealed: await keyring.seal({ kind: 'organization', id: organizationId }, urls),
            expiresAtMs,
          },
        };
      },
      respond: async (outcome, { id, request: { body } }) => {
        if (outcome.type !== 'CheckoutOpened')
          throw new Error(`expected CheckoutOpened to answer, found ${outcome.type}`);
        const { expiresAtMs } = outcome.data;
        const terms = { ...outcome.data, publicUrl: dependencies.publicUrl() };
        const session = await dependencies.payments.openSession(orderOf(id, body, terms));
        return {
          status: 200,
          body: {
            checkout_url: session.url,
            session_id: session.sessionId,
            expires_at: new Date(expiresAtMs).toISOString(),
          },
        };
      },
    },
    dependencies,
  );

type Terms = Pick<Checkout, 'organizationId' | 'customer' | 'expiresAtMs'> & {
  readonly publicUrl: string;
};

const orderOf = (
  id: CommandId,
  {
    plan_id: plan,
    billing_interval: interval,
    success_url: successUrl,
    cancel_url: cancelUrl,
  }: Body,
  { organizationId: organization, customer, expiresAtMs, publicUrl }: Terms,
): PaymentOrder => ({
  ...pricedPlan(plan, interval),
  reference: id,
  organization,
  ...(customer !== undefined && { customer }),
  successUrl,
  cancelUrl,
  expiresAtMs,
  publicUrl,
});

function expectOffer(plan: string): PlanOffer {
  const offer = paidOffer(plan);
  if (offer === undefined)
    throw new Error(`expected the schema to allow paid plans, found ${plan}`);
  return offer;
}

function expectRoom(organizationId: OrganizationId, state: DomainState, nowMs: number): void {
  const { openMax, scannedMax: limit } = checkoutLimits;
  const open = state
    .list(checkouts, { prefix: checkoutsOf(organizationId), limit })
    .filter(({ row }) => row.completedAtMs === undefined && row.expiresAtMs > nowMs);
  if (open.length < openMax) return;
  const message = `an organization has at most ${openMax} open checkouts; pay one, or wait until one expires`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}
