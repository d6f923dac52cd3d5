import type Stripe from 'stripe';
import type { NextPlan, Payment, PaymentStanding } from '../../schemas/billing/payment.ts';
import { freePlan } from '../../schemas/billing/quota.ts';
import type { NoticedPayment } from './port.ts';
import { isCode, translated } from './stripe-errors.ts';
import { intervalOf, planOfProduct } from './stripe-prices.ts';

export const stripeProvider = 'stripe';

/** What is written to a subscription when it is ordered. */
export const metadataOf = (organization: string, reference: string) => ({
  organization_id: organization,
  checkout_id: reference,
});

const expand = ['latest_invoice', 'schedule.phases.items.price'];

export type Found = {
  readonly subscription: Stripe.Subscription;
  readonly noticed: NoticedPayment;
};

/** A subscription as it is now; undefined: there is none, it is of somebody else's product, or it was never paid. */
export async function findSubscription(stripe: Stripe, id: string): Promise<Found | undefined> {
  const asked = translated(stripe.subscriptions.retrieve(id, { expand }));
  const subscription = await asked.catch(error => {
    if (isCode(error, 'resource_missing')) return undefined;
    throw error;
  });
  if (subscription === undefined) return undefined;
  const payment = paymentOf(subscription);
  const { organization_id: organization, checkout_id: reference } = subscription.metadata;
  if (payment === undefined || organization === undefined || reference === undefined)
    return undefined;
  return { subscription, noticed: { payment, organization, reference } };
}

const ms = (seconds: number): number => seconds * 1_000;

const idOf = (of: string | { readonly id: string }): string =>
  typeof of === 'string' ? of : of.id;

function paymentOf(subscription: Stripe.Subscription): Payment | undefined {
  const [item] = subscription.items.data;
  const standing = standingOf(subscription);
  const plan = item && planOfProduct(idOf(item.price.product));
  if (item === undefined || plan === undefined || standing === undefined) return undefined;
  const next = nextOf(subscription, ms(item.current_period_end));
  return {
    provider: stripeProvider,
    customer: idOf(subscription.customer),
    subscription: subscription.id,
    startedAtMs: ms(subscription.created),
    plan,
    interval: intervalOf(item.price.recurring?.interval),
    periodEndsAtMs: ms(item.current_period_end),
    standing,
    ...(next !== undefined && standing.status !== 'ended' && { next }),
  };
}

/** Undefined before the first payment, and for one that never came. */
function standingOf(subscription: Stripe.Subscription): PaymentStanding | undefined {
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return { status: 'paid' };
    case 'past_due':
    case 'unpaid':
      return { status: 'failed', sinceMs: failedSinceMs(subscription) };
    case 'canceled':
      return { status: 'ended', atMs: ms(subscription.ended_at ?? subscription.created) };
    default:
      return undefined;
  }
}

/** Stripe tries to take the money when it finalizes an invoice. */
function failedSinceMs({ latest_invoice: invoice, items, created }: Stripe.Subscription): number {
  if (invoice === null || typeof invoice === 'string')
    return ms(items.data[0]?.current_period_start ?? created);
  return ms(invoice.status_transitions.finalized_at ?? invoice.created);
}

function nextOf(
  { cancel_at_period_end: isEnding, cancel_at: endsAt, schedule }: Stripe.Subscription,
  periodEndsAtMs: number,
): NextPlan | undefined {
  if (isEnding) return { plan: freePlan.plan, atMs: periodEndsAtMs };
  if (endsAt !== null) return { plan: freePlan.plan, atMs: ms(endsAt) };
  if (schedule === null || typeof schedule === 'string' || schedule.status !== 'active')
    return undefined;
  const now = schedule.current_phase?.end_date ?? 0;
  const phase = schedule.phases.find(({ start_date: from }) => from >= now);
  const price = phase?.items[0]?.price;
  if (phase === undefined || price === undefined || typeof price === 'string') return undefined;
  if (!('product' in price)) return undefined;
  const plan = planOfProduct(idOf(price.product));
  if (plan === undefined) return undefined;
  const interval = intervalOf(price.recurring?.interval);
  return { plan, interval, atMs: ms(phase.start_date) };
}
