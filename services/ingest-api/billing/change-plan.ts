import {
  isLive,
  type PlanStep,
  planStep,
  plansWithLimits,
} from '../../../domain/billing/payment.ts';
import { paidOffer, priceOf } from '../../../domain/billing/plans.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import {
  PaymentDeclined,
  PaymentRefused,
  type PlanChange,
  type PricedPlan,
} from '../../../platform/payments/port.ts';
import { paymentBodyOf } from '../../../projections/billing/payment-body.ts';
import { type PaymentRow, payments as rows } from '../../../projections/billing/payments.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { subscriptionStream } from '../../../schemas/ids.ts';
import type { IngestShared } from '../shared.ts';

type Wished = RequestOf<'changePlan'>;

/**
 * POST /v1/billing/change-plan: the provider makes the change, and what it says of it afterwards is recorded. Its own notice of the
 * same change finds nothing new.
 */
export const changePlan = (dependencies: IngestShared): Handler<'changePlan'> =>
  commandEndpoint(
    {
      route: 'changePlan',
      prepare: async ({ key, receivedAtMs, signal }) => {
        const { projections, payments } = dependencies;
        const state = await projections.state({ signal });
        return expectPaid(state.get(rows, key.organizationId), payments.name, receivedAtMs);
      },
      stream: ({ found: { organizationId } }) => subscriptionStream(organizationId),
      payload: async ({ id, found, request: { body, receivedAtMs } }) => {
        const change = changeOf(found, body, { reference: id, atMs: receivedAtMs });
        const payment = await dependencies.payments
          .changePlan(found.payment, change)
          .catch(error => refused(error, receivedAtMs));
        const { organizationId, revision: after } = found;
        const plans = plansWithLimits(dependencies.configuration.freePlan);
        return { type: 'RecordPayment', data: { organizationId, after, payment, plans } };
      },
      respond: async (_, { found: { organizationId }, request: { signal } }) => {
        const state = await dependencies.projections.state({ signal });
        const subscription = state.get(subscriptions, organizationId);
        if (subscription === undefined) throw new Error('expected the subscription of a payment');
        const payment = paymentBodyOf(state.get(rows, organizationId));
        return { status: 200, body: { plan: subscription.plan, payment } };
      },
    },
    dependencies,
  );

function expectPaid(row: PaymentRow | undefined, provider: string, atMs: number): PaymentRow {
  if (row !== undefined && isLive(row.payment) && row.payment.provider === provider) return row;
  const message = 'nothing is paid for that could be changed; open a checkout for a plan';
  throw rejectionProblem({ reason: 'nothing_paid', message }, atMs);
}

function changeOf(
  { payment }: PaymentRow,
  { plan_id: plan, billing_interval: interval }: Wished,
  named: Pick<PlanChange, 'reference' | 'atMs'>,
): PlanChange {
  const step: PlanStep = planStep(payment, { plan, interval });
  if (step === 'keep' || step === 'end') return { ...named, step };
  return { ...named, step, to: pricedPlan(plan, interval) };
}

export function pricedPlan(plan: string, interval: Wished['billing_interval']): PricedPlan {
  const offer = paidOffer(plan);
  if (offer === undefined)
    throw new Error(`expected the schema to allow paid plans, found ${plan}`);
  const { name, currency } = offer;
  return { plan, name, interval, price: priceOf(offer, interval), currency };
}

function refused(error: unknown, atMs: number): never {
  if (error instanceof PaymentDeclined) {
    const { message } = error;
    throw rejectionProblem({ reason: 'payment_declined', message }, atMs);
  }
  if (!(error instanceof PaymentRefused)) throw error;
  const message =
    'the payment provider does not make this change; read the subscription, and try again';
  throw rejectionProblem({ reason: 'payment_changed', message }, atMs);
}
