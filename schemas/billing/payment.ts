import type { BillingInterval } from './plans.ts';

/** What a plan is paid with, as the payment provider said last. Its ids name no person, and open nothing. */
export type Payment = {
  readonly provider: string;
  readonly customer: string;
  readonly subscription: string;
  /** Of two subscriptions of an organization, the one that began later counts. */
  readonly startedAtMs: number;
  readonly plan: string;
  readonly interval: BillingInterval;
  readonly periodEndsAtMs: number;
  readonly standing: PaymentStanding;
  /** Decided for the end of the period; absent when the plan stays. */
  readonly next?: NextPlan;
};

export type PaymentStanding =
  | { readonly status: 'paid' }
  | { readonly status: 'failed'; readonly sinceMs: number }
  | { readonly status: 'ended'; readonly atMs: number };

/** Without an interval it is the free plan: the subscription ends. */
export type NextPlan = {
  readonly plan: string;
  readonly interval?: BillingInterval;
  readonly atMs: number;
};

/** The provider that takes no money. */
export const sandboxProvider = 'sandbox';
