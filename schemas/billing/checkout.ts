import { createHash } from 'node:crypto';
import type { OrganizationId, Sealed } from '../ids.ts';
import type { CheckoutId } from './ids.ts';
import type { BillingInterval } from './plans.ts';
import type { Plan } from './quota.ts';

/** What somebody is about to buy, at the price and with the limits of when it was opened. */
export type Checkout = Plan & {
  readonly checkoutId: CheckoutId;
  readonly organizationId: OrganizationId;
  /** Who takes the payment. */
  readonly provider: string;
  /** As the provider calls the organization, when it paid there before. */
  readonly customer?: string;
  /** Of `sessionHashOf`. */
  readonly sessionHash: string;
  readonly interval: BillingInterval;
  /** In whole units of the currency. */
  readonly price: number;
  readonly currency: string;
  /** Of the program that opened it. */
  readonly source: string;
  /** `ReturnUrls` as JSON: addresses may contain what is personal. */
  readonly returnSealed: Sealed;
  readonly expiresAtMs: number;
};

/** SHA-256 in hex, the only form in which the id of a session is kept: who has the id can complete the checkout. */
export const sessionHashOf = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('hex');

export type ReturnUrls = { readonly successUrl: string; readonly cancelUrl: string };

/** Stands in a URL for the id of the session, and is replaced when a browser is sent there. */
export const sessionPlaceholder = '{CHECKOUT_SESSION_ID}';

/** The address that a browser is sent to, all of it ASCII. */
export const returnAddress = (url: string, sessionId: string): string =>
  new URL(url.replaceAll(sessionPlaceholder, encodeURIComponent(sessionId))).href;
