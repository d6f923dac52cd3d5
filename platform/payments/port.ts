import type { Payment } from '../../schemas/billing/payment.ts';
import type { BillingInterval } from '../../schemas/billing/plans.ts';
import type { Usage } from '../../schemas/billing/quota.ts';

/** A plan at its price, in whole units of the currency. */
export type PricedPlan = {
  readonly plan: string;
  readonly name: string;
  readonly price: number;
  readonly currency: string;
  readonly interval: BillingInterval;
};

/** What is paid for, and where the browser goes afterwards. */
export type PaymentOrder = PricedPlan & {
  /** Names the order. The same reference is the same session, however often it is opened. */
  readonly reference: string;
  readonly organization: string;
  /** Of the provider, when the organization paid it before. */
  readonly customer?: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAtMs: number;
  /** Where browsers reach this Tidemark. */
  readonly publicUrl: string;
};

/** `sessionId` begins with `cs_`, and nobody can guess it: who has it can see and pay the order. */
export type PaymentSession = { readonly sessionId: string; readonly url: string };

/**
 * What becomes of a subscription. `upgrade`: another plan at once, what is left of the period is set off. `downgrade`: another plan when the period ends.
 * `end`: no plan then. `keep`: what was decided for the end of the period is taken back.
 */
export type PlanChange = (
  | { readonly step: 'upgrade' | 'downgrade'; readonly to: PricedPlan }
  | { readonly step: 'keep' | 'end' }
) & {
  /** Names the change: under the same reference it is made once. */
  readonly reference: string;
  readonly atMs: number;
};

export type Invoice = {
  readonly id: string;
  readonly number: string | null;
  readonly status: string;
  readonly createdAtMs: number;
  readonly periodStartMs: number;
  readonly periodEndMs: number;
  /** In hundredths of the currency. */
  readonly amountCents: number;
  readonly currency: string;
  readonly url: string | null;
};

export type InvoicePage = {
  readonly invoices: readonly Invoice[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
};

/** What an organization used in a month that is over; a month of an organization counts once, however often it is reported. */
export type UsageReport = Usage & {
  readonly organization: string;
  readonly month: string;
  /** Within the month. */
  readonly atMs: number;
};

/** What a provider sent of its own. */
export type PaymentNotice = {
  readonly id: string;
  /** The subscription that it is about; absent: it is about something else. */
  readonly subscription?: string;
};

export type SignedNotice = {
  readonly bytes: Buffer;
  readonly signature: string;
  readonly receivedAtMs: number;
};

/** A subscription as its provider has it, and what was written to it when it was ordered. */
export type NoticedPayment = {
  readonly payment: Payment;
  readonly organization: string;
  readonly reference: string;
};

export type PaymentNotices = {
  /** Throws `NoticeRefused` for one that is forged or stale. */
  readonly verify: (sent: SignedNotice) => PaymentNotice;
  /** The subscription as it is now; undefined: it is for no plan of this Tidemark, or was never paid. */
  readonly read: (subscription: string) => Promise<NoticedPayment | undefined>;
};

export type StripeSettings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Stripe itself when absent. */
  readonly apiUrl?: string;
};

/** All throw `Unavailable` when the provider cannot be reached. */
export type PaymentProvider = {
  readonly name: string;
  openSession(order: PaymentOrder): Promise<PaymentSession>;
  /** The payment as the provider has it now. */
  readPayment(payment: Payment, atMs: number): Promise<Payment>;
  /** Throws `PaymentDeclined`; nothing is changed then. */
  changePlan(payment: Payment, change: PlanChange): Promise<Payment>;
  /** Ends a subscription at once: another one took its place, or its organization is erased. */
  endNow(payment: Payment): Promise<void>;
  listInvoices(
    payment: Payment,
    page: { readonly limit: number; readonly cursor?: string },
  ): Promise<InvoicePage>;
  reportUsage(payment: Payment, report: UsageReport): Promise<void>;
  /** Absent: the provider sends none. */
  readonly notices?: PaymentNotices;
};

export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused';
  readonly code = 'invalid_signature';
  readonly retryable = false;
}

export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined';
  readonly code = 'payment_declined';
  readonly retryable = false;
}

/** The provider will not take this as it is: asking again gives the same. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
  readonly code = 'payment_refused';
  readonly retryable = false;
}
