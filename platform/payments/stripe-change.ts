import type Stripe from 'stripe';
import type { PlanChange, PricedPlan } from './port.ts';
import { translated } from './stripe-errors.ts';
import { type Products, priceDataOf } from './stripe-prices.ts';

type Changing = { readonly stripe: Stripe; readonly products: Products };

/** Each request has a key of its own that follows from the reference, so that a repetition changes nothing. */
export async function changeSubscription(
  subscription: Stripe.Subscription,
  change: PlanChange,
  { stripe, products }: Changing,
): Promise<void> {
  const under = (step: string) => ({ idempotencyKey: `${change.reference}/${step}` });
  if ('to' in change) await products.ensure(change.to);
  const released = await release(subscription, stripe);
  const { id } = subscription;
  switch (change.step) {
    case 'keep':
      return update(stripe, id, { cancel_at_period_end: false }, under('keep'));
    case 'end':
      return update(stripe, id, { cancel_at_period_end: true }, under('end'));
    case 'upgrade':
      return update(stripe, id, upgradeOf(subscription, change.to), under('upgrade'));
    case 'downgrade':
      await update(stripe, id, { cancel_at_period_end: false }, under('keep'));
      return schedule(subscription, change.to, { stripe, under, released });
  }
}

/** A schedule keeps everything else from changing a subscription. Gives its id; '' when there was none. */
async function release({ schedule: of }: Stripe.Subscription, stripe: Stripe): Promise<string> {
  if (of === null) return '';
  const id = typeof of === 'string' ? of : of.id;
  await translated(stripe.subscriptionSchedules.release(id));
  return id;
}

async function update(
  stripe: Stripe,
  id: string,
  changes: Stripe.SubscriptionUpdateParams,
  options: Stripe.RequestOptions,
): Promise<void> {
  await translated(stripe.subscriptions.update(id, changes, options));
}

/** What is left of the old plan is set off and the difference is taken at once: without the money there is no larger plan. */
const upgradeOf = (
  { items: { data } }: Stripe.Subscription,
  to: PricedPlan,
): Stripe.SubscriptionUpdateParams => ({
  items: data.map(({ id }) => ({ id, price_data: priceDataOf(to) })),
  cancel_at_period_end: false,
  proration_behavior: 'always_invoice',
  payment_behavior: 'error_if_incomplete',
});

type Scheduling = Pick<Changing, 'stripe'> & {
  readonly under: (step: string) => Stripe.RequestOptions;
  /** A repetition that found a schedule half made has let it go, and needs another one. */
  readonly released: string;
};

/** The plan of now until the period ends, then the other one; afterwards the schedule lets go. */
async function schedule(
  { id, items: { data } }: Stripe.Subscription,
  to: PricedPlan,
  { stripe, under, released }: Scheduling,
): Promise<void> {
  const made = await translated(
    stripe.subscriptionSchedules.create({ from_subscription: id }, under(`schedule/${released}`)),
  );
  const [item] = data;
  const [phase] = made.phases;
  if (item === undefined || phase === undefined)
    throw new Error(`expected a subscription with an item and a phase, found ${id}`);
  const phases = [
    {
      items: [{ price: item.price.id, quantity: 1 }],
      start_date: phase.start_date,
      end_date: item.current_period_end,
    },
    {
      items: [{ price_data: priceDataOf(to), quantity: 1 }],
      start_date: item.current_period_end,
      duration: { interval: to.interval === 'yearly' ? 'year' : 'month' } as const,
    },
  ];
  await translated(
    stripe.subscriptionSchedules.update(
      made.id,
      { phases, end_behavior: 'release', proration_behavior: 'none' },
      under(`phases/${made.id}`),
    ),
  );
}
