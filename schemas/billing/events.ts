import type { OrganizationId } from '../ids.ts';
import type { Checkout } from './checkout.ts';
import type { CheckoutId } from './ids.ts';
import type { Month } from './month.ts';
import type { OverQuota } from './parking.ts';
import type { Payment } from './payment.ts';
import type { BillingInterval } from './plans.ts';
import type { Plan, PlanLimits, Usage } from './quota.ts';

type Reached = PlanLimits &
  Usage & { readonly organizationId: OrganizationId; readonly month: Month };

export type SubscriptionStarted = {
  readonly type: 'SubscriptionStarted';
  readonly data: PlanLimits & {
    readonly organizationId: OrganizationId;
    readonly plan: string;
  };
};

/** Once in a month at most, and only before it is exceeded. */
export type QuotaWarned = { readonly type: 'QuotaWarned'; readonly data: Reached };

/** Nothing more is taken in this month. */
export type QuotaExceeded = { readonly type: 'QuotaExceeded'; readonly data: Reached };

/** A month began after one that was exceeded, or the plan became larger; what is used now decides anew. */
export type QuotaRestored = {
  readonly type: 'QuotaRestored';
  readonly data: { readonly organizationId: OrganizationId; readonly month: Month };
};

/** What was used in a month, for ever: everything received in it was counted. */
export type PeriodClosed = {
  readonly type: 'PeriodClosed';
  readonly data: Usage & { readonly organizationId: OrganizationId; readonly month: Month };
};

/** From here on the organization has this plan. */
export type PlanChanged = {
  readonly type: 'PlanChanged';
  readonly data: Plan & {
    readonly organizationId: OrganizationId;
    /** Absent for the free plan, and for one that an operator gave. */
    readonly interval?: BillingInterval;
    /** Of the checkout that was completed with it. */
    readonly checkoutId?: CheckoutId;
    /** Nobody pays for it. Absent: it follows from a payment. */
    readonly givenBy?: 'operator';
  };
};

/** What the payment provider says from here on of what the organization pays. */
export type PaymentChanged = {
  readonly type: 'PaymentChanged';
  readonly data: { readonly organizationId: OrganizationId; readonly payment: Payment };
};

/** The payment provider has what was used in a month. */
export type UsageReported = {
  readonly type: 'UsageReported';
  readonly data: { readonly organizationId: OrganizationId; readonly month: Month };
};

/** What becomes from here on of telemetry over the quota. Before there was one it was refused. */
export type OverQuotaSet = {
  readonly type: 'OverQuotaSet';
  readonly data: { readonly organizationId: OrganizationId; readonly overQuota: OverQuota };
};

/** What is parked and does not count yet. */
export type Parked = { readonly requests: number; readonly bytes: number };

/** So much is parked that no more is taken. */
export type ParkingFilled = {
  readonly type: 'ParkingFilled';
  readonly data: Parked & { readonly organizationId: OrganizationId };
};

/** There is room again, since what was parked counts by now or is over. */
export type ParkingFreed = {
  readonly type: 'ParkingFreed';
  readonly data: { readonly organizationId: OrganizationId };
};

export type CheckoutOpened = { readonly type: 'CheckoutOpened'; readonly data: Checkout };

export type CheckoutCompleted = {
  readonly type: 'CheckoutCompleted';
  readonly data: Pick<Checkout, 'checkoutId' | 'organizationId' | 'sessionHash'>;
};

export type CheckoutEvent = CheckoutOpened | CheckoutCompleted;

export type SubscriptionEvent =
  | SubscriptionStarted
  | PlanChanged
  | PaymentChanged
  | UsageReported
  | QuotaWarned
  | QuotaExceeded
  | QuotaRestored
  | PeriodClosed
  | OverQuotaSet
  | ParkingFilled
  | ParkingFreed;
