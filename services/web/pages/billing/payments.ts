import type { ResponseOf } from '../../../../schemas/http/routes.ts';

export type Subscription = ResponseOf<'subscription'>;
export type PaymentOf = NonNullable<Subscription['payment']>;

/** What is paid for now, if anything is. */
export function livePayment(subscription: Subscription | undefined): PaymentOf | undefined {
  const payment = subscription?.payment ?? undefined;
  return payment?.status === 'ended' ? undefined : payment;
}

export const intervalText = (interval: PaymentOf['billing_interval']): string =>
  interval === 'monthly' ? 'by month' : 'by year';
