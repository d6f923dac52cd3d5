import Stripe from 'stripe';
import type { Payment } from '../../schemas/billing/payment.ts';
import { paymentLimits } from './limits.ts';
import {
  type PaymentOrder,
  type PaymentProvider,
  PaymentRefused,
  type PaymentSession,
  type StripeSettings,
  type UsageReport,
} from './port.ts';
import { changeSubscription } from './stripe-change.ts';
import { isCode, translated } from './stripe-errors.ts';
import { listInvoices } from './stripe-invoices.ts';
import { stripeNotices } from './stripe-notices.ts';
import { openProducts, priceDataOf } from './stripe-prices.ts';
import { type Found, findSubscription, metadataOf, stripeProvider } from './stripe-subscription.ts';

const meters = { traces: 'tidemark_traces', bytes: 'tidemark_bytes' } as const;

/** Subscriptions of Stripe. The operator names its address, so it may be anywhere. */
export function openStripePayments(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    ...placeOf(settings.apiUrl),
    timeout: paymentLimits.requestMsMax,
    maxNetworkRetries: paymentLimits.retriesMax,
    telemetry: false,
  });
  const products = openProducts(stripe);
  return {
    name: stripeProvider,
    openSession: async order => {
      await products.ensure(order);
      return openSession(order, stripe);
    },
    readPayment: async payment => (await foundOf(payment, stripe)).noticed.payment,
    changePlan: async (payment, change) => {
      const { subscription } = await foundOf(payment, stripe);
      await changeSubscription(subscription, change, { stripe, products });
      return (await foundOf(payment, stripe)).noticed.payment;
    },
    endNow: ({ subscription }) => endNow(subscription, stripe),
    listInvoices: (payment, page) => listInvoices(stripe, payment, page),
    reportUsage: (payment, report) => reportUsage(payment, report, stripe),
    notices: stripeNotices(stripe, settings.webhookSecret),
  };
}

function placeOf(apiUrl: string | undefined): Stripe.StripeConfig {
  if (apiUrl === undefined) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
  };
}

async function foundOf({ subscription: id }: Payment, stripe: Stripe): Promise<Found> {
  const found = await findSubscription(stripe, id);
  if (found !== undefined) return found;
  throw new PaymentRefused(`Stripe has no subscription ${id} of a plan`);
}

async function openSession(order: PaymentOrder, stripe: Stripe): Promise<PaymentSession> {
  const { reference, organization, customer } = order;
  const metadata = metadataOf(organization, reference);
  const session = await translated(
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price_data: priceDataOf(order), quantity: 1 }],
        client_reference_id: reference,
        metadata,
        subscription_data: { metadata },
        automatic_tax: { enabled: true },
        // Tax needs an address, which is asked for on the page.
        ...(customer !== undefined && { customer, customer_update: { address: 'auto' as const } }),
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
        expires_at: Math.floor(order.expiresAtMs / 1_000),
      },
      { idempotencyKey: reference },
    ),
  );
  if (session.url === null) throw new Error(`expected the page of the session ${session.id}`);
  return { sessionId: session.id, url: session.url };
}

/** What was paid for the rest of the period goes to the next invoice of the customer. */
async function endNow(id: string, stripe: Stripe): Promise<void> {
  await translated(stripe.subscriptions.cancel(id, { prorate: true })).catch(error => {
    if (!isCode(error, 'resource_missing')) throw error;
  });
}

async function reportUsage(
  { customer }: Payment,
  { organization, month, atMs, ...usage }: UsageReport,
  stripe: Stripe,
): Promise<void> {
  for (const figure of ['traces', 'bytes'] as const) {
    const event = {
      event_name: meters[figure],
      identifier: `${organization}/${month}/${figure}`,
      timestamp: Math.floor(atMs / 1_000),
      payload: { stripe_customer_id: customer, value: String(usage[figure]) },
    };
    const sent = stripe.billing.meterEvents.create(event, { idempotencyKey: event.identifier });
    await translated(sent).catch(error => {
      if (!isCode(error, 'duplicate_meter_event')) throw error;
    });
  }
}
