import type { OrganizationId } from '../ids.ts';
import type { Checkout } from './checkout.ts';
import type { Parked } from './events.ts';
import type { CheckoutId } from './ids.ts';
import type { Month } from './month.ts';
import type { OverQuota } from './parking.ts';
import type { Payment } from './payment.ts';
import type { Plan, Usage } from './quota.ts';

/** Records the use of an organization's plan, exact as of the warehouse. */
export type RecordQuota = {
  readonly type: 'RecordQuota';
  readonly data: Usage & {
    readonly organizationId: OrganizationId;
    readonly month: Month;
    /** The month is over and everything received in it is counted. */
    readonly isFinal: boolean;
  };
};

export type OpenCheckout = { readonly type: 'OpenCheckout'; readonly data: Checkout };

/** Somebody pressed the button of the sandbox. Real payments complete their checkouts with `RecordPayment`. */
export type CompleteCheckout = {
  readonly type: 'CompleteCheckout';
  readonly data: { readonly checkoutId: CheckoutId; readonly organizationId: OrganizationId };
};

export type SetOverQuota = {
  readonly type: 'SetOverQuota';
  readonly data: { readonly organizationId: OrganizationId; readonly overQuota: OverQuota };
};

/** Records whether an organization may park more. */
export type RecordParking = {
  readonly type: 'RecordParking';
  readonly data: Parked & { readonly organizationId: OrganizationId; readonly isFull: boolean };
};

/** Records what the payment provider says, and what plan follows from it at this instant. */
export type RecordPayment = {
  readonly type: 'RecordPayment';
  readonly data: {
    readonly organizationId: OrganizationId;
    /**
     * How many changes of the payment were known before the provider was asked. When there are more by now, what it said may be
     * older than what is recorded, and is refused.
     */
    readonly after: number;
    readonly payment: Payment;
    /** Limits of the plans there are, the free one first. */
    readonly plans: readonly Plan[];
    /** The checkout that the payment completes. */
    readonly checkoutId?: CheckoutId;
  };
};

/** Gives a plan without a payment. */
export type SetPlan = {
  readonly type: 'SetPlan';
  readonly data: { readonly organizationId: OrganizationId; readonly plan: Plan };
};

/** The payment provider has the usage of a month that is closed. */
export type RecordUsageReport = {
  readonly type: 'RecordUsageReport';
  readonly data: { readonly organizationId: OrganizationId; readonly month: Month };
};

export type SubscriptionCommand =
  | RecordQuota
  | OpenCheckout
  | CompleteCheckout
  | RecordPayment
  | SetPlan
  | RecordUsageReport
  | SetOverQuota
  | RecordParking;
