import type Stripe from 'stripe';
import { paymentLimits } from './limits.ts';
import {
  NoticeRefused,
  type PaymentNotice,
  type PaymentNotices,
  type SignedNotice,
} from './port.ts';
import { findSubscription } from './stripe-subscription.ts';

/**
 * What an event says of a subscription may be old by the time it comes, so no more than its id is taken
 * from it: the state is read from Stripe.
 */
export const stripeNotices = (stripe: Stripe, secret: string): PaymentNotices => ({
  verify: sent => {
    const event = verified(sent, { stripe, secret });
    const subscription = subscriptionOf(event.data.object);
    return { id: event.id, ...(subscription !== undefined && { subscription }) };
  },
  read: async id => (await findSubscription(stripe, id))?.noticed,
});

function verified(
  { bytes, signature, receivedAtMs }: SignedNotice,
  { stripe, secret }: { readonly stripe: Stripe; readonly secret: string },
): Stripe.Event {
  const { noticeAgeSecondsMax } = paymentLimits;
  try {
    return stripe.webhooks.constructEvent(
      bytes,
      signature,
      secret,
      noticeAgeSecondsMax,
      undefined,
      receivedAtMs,
    );
  } catch (cause) {
    throw new NoticeRefused('the signature of the event is forged, or older than five minutes', {
      cause,
    });
  }
}

type Subscribed = {
  readonly object?: string;
  readonly id?: string;
  readonly subscription?: unknown;
  readonly parent?: {
    readonly subscription_details?: { readonly subscription?: unknown } | null;
  } | null;
};

/** Of a subscription itself, and of what belongs to one: checkouts, schedules and invoices. */
function subscriptionOf(of: Subscribed): PaymentNotice['subscription'] {
  switch (of.object) {
    case 'subscription':
      return of.id;
    case 'checkout.session':
    case 'subscription_schedule':
      return idIn(of.subscription);
    case 'invoice':
      return idIn(of.parent?.subscription_details?.subscription);
    default:
      return undefined;
  }
}

function idIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const isObject = typeof value === 'object' && value !== null && 'id' in value;
  return isObject && typeof value.id === 'string' ? value.id : undefined;
}
