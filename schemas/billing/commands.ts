import type { OrganizationId } from '../ids.ts';
import type { Checkout } from './checkout.ts';
import type { Parked } from './events.ts';
import type { CheckoutId } from './ids.ts';
import type { Month } from './month.ts';
import type { OverQuota } from './parking.ts';
import type { Usage } from './quota.ts';

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

/** The payment provider took the payment. */
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

export type SubscriptionCommand =
  | RecordQuota
  | OpenCheckout
  | CompleteCheckout
  | SetOverQuota
  | RecordParking;
