import { changedBytes } from '../../../projections/billing/changed-bytes.ts';
import { checkouts } from '../../../projections/billing/checkouts.ts';
import { closedPeriods } from '../../../projections/billing/closed-periods.ts';
import { payments } from '../../../projections/billing/payments.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { QueryShared } from '../shared.ts';
import { earliestOf, withWatermark } from '../watermark.ts';
import { checkoutPage } from './checkout-page.ts';
import { invoices } from './invoices.ts';
import { plans } from './plans.ts';
import { subscription } from './subscription.ts';
import { billingUsage } from './usage.ts';

export const billing = {
  projections: [changedBytes, checkouts, closedPeriods, payments, subscriptions],
  handlers: (shared: QueryShared) => ({
    plans: plans(shared),
    invoices: invoices(shared),
    checkoutPage: checkoutPage(shared),
    billingUsage: withWatermark(
      earliestOf(...Object.values(shared.watermarks)),
      billingUsage(shared),
    ),
    subscription: withWatermark(
      earliestOf(...Object.values(shared.watermarks)),
      subscription({ ...shared, retention: shared.configuration.retention }),
    ),
  }),
};
