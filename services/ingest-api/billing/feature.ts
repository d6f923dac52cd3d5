import { checkouts } from '../../../projections/billing/checkouts.ts';
import type { IngestShared } from '../shared.ts';
import { changeSubscription } from './change-subscription.ts';
import { completeCheckout } from './complete-checkout.ts';
import { createCheckoutSession } from './create-checkout-session.ts';

export const billing = {
  projections: [checkouts],
  handlers: (shared: IngestShared) => ({
    createCheckoutSession: createCheckoutSession(shared),
    completeCheckout: completeCheckout(shared),
    changeSubscription: changeSubscription(shared),
  }),
};
