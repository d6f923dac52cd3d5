import { checkouts } from '../../../projections/billing/checkouts.ts';
import { payments } from '../../../projections/billing/payments.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { IngestShared } from '../shared.ts';
import { changePlan } from './change-plan.ts';
import { changeSubscription } from './change-subscription.ts';
import { completeCheckout } from './complete-checkout.ts';
import { createCheckoutSession } from './create-checkout-session.ts';
import { setPlan, showPlan } from './plan.ts';
import { stripeEvents } from './stripe-events.ts';

export const billing = {
  projections: [checkouts, payments, subscriptions],
  handlers: (shared: IngestShared) => ({
    createCheckoutSession: createCheckoutSession(shared),
    completeCheckout: completeCheckout(shared),
    changeSubscription: changeSubscription(shared),
    changePlan: changePlan(shared),
    stripeEvents: stripeEvents(shared),
    adminPlan: showPlan(shared),
    adminSetPlan: setPlan(shared),
  }),
};
