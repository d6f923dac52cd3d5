import { changedBytes } from '../../../projections/billing/changed-bytes.ts';
import { checkouts } from '../../../projections/billing/checkouts.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { QueryShared } from '../shared.ts';
import { earliestOf, withWatermark } from '../watermark.ts';
import { checkoutPage } from './checkout-page.ts';
import { plans } from './plans.ts';
import { subscription } from './subscription.ts';

export const billing = {
  projections: [changedBytes, checkouts, subscriptions],
  handlers: (shared: QueryShared) => ({
    plans: plans(shared),
    checkoutPage: checkoutPage(shared),
    subscription: withWatermark(
      earliestOf(...Object.values(shared.watermarks)),
      subscription({ ...shared, spansKeptMs: shared.configuration.retention.spansMs }),
    ),
  }),
};
