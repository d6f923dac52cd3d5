import { feature } from '../feature.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import type { SubscriptionCommand } from './commands.ts';
import type { CheckoutEvent, SubscriptionEvent } from './events.ts';
import { paymentRoutes } from './payment-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { billingRoutes } from './routes.ts';

export const billing = feature<SubscriptionCommand, SubscriptionEvent | CheckoutEvent>()({
  area: 'Billing',
  commands: {
    RecordQuota: true,
    OpenCheckout: true,
    CompleteCheckout: true,
    RecordPayment: true,
    SetPlan: true,
    RecordUsageReport: true,
    SetOverQuota: true,
    RecordParking: true,
  },
  events: {
    SubscriptionStarted: true,
    QuotaWarned: true,
    QuotaExceeded: true,
    QuotaRestored: true,
    PeriodClosed: true,
    PlanChanged: true,
    PaymentChanged: true,
    UsageReported: true,
    OverQuotaSet: true,
    ParkingFilled: true,
    ParkingFreed: true,
    CheckoutOpened: true,
    CheckoutCompleted: true,
  },
  rejections: {
    subscription_unknown: 404,
    checkout_unknown: 404,
    checkout_expired: 410,
    nothing_paid: 409,
    payment_changed: 409,
    payment_declined: 402,
  },
  routes: [...billingRoutes, ...checkoutRoutes, ...paymentRoutes, ...planRoutes],
});
