import { monthAfter, monthOf, monthStartMs } from '../../../schemas/billing/month.ts';

export type Price = {
  readonly id: string;
  readonly product: string;
  readonly interval: 'month' | 'year';
  readonly amount: number;
};

export type Phase = { readonly start: number; readonly end: number; readonly price: Price };

export type Schedule = {
  readonly id: string;
  readonly subscription: string;
  status: 'active' | 'released';
  phases: Phase[];
};

export type Subscription = {
  readonly id: string;
  readonly customer: string;
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
  price: Price;
  status: string;
  periodStart: number;
  periodEnd: number;
  isEnding: boolean;
  endedAt: number | null;
  schedule: string | null;
  invoice: string;
};

export type Invoice = {
  readonly id: string;
  readonly customer: string;
  readonly subscription: string;
  readonly created: number;
  readonly amount: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  status: 'paid' | 'open';
};

export type Session = {
  readonly id: string;
  readonly url: string;
  readonly price: Price;
  readonly reference: string;
  readonly successUrl: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly customer: string | undefined;
  readonly hasTax: boolean;
  subscription: string | null;
};

const dayOf = (seconds: number): number => seconds - monthStartMs(monthOf(seconds * 1_000)) / 1_000;

/** The same place in the next period. */
export function nextPeriod(seconds: number, interval: Price['interval']): number {
  const next = monthAfter(monthOf(seconds * 1_000), interval === 'year' ? 12 : 1);
  return monthStartMs(next) / 1_000 + Math.min(dayOf(seconds), 27 * 86_400);
}

const priceBody = ({ id, product, interval, amount }: Price) => ({
  id,
  object: 'price',
  product,
  unit_amount: amount,
  currency: 'usd',
  recurring: { interval, interval_count: 1 },
});

export const scheduleBody = ({ id, subscription, status, phases }: Schedule) => ({
  id,
  object: 'subscription_schedule',
  subscription,
  status,
  current_phase:
    status === 'active' && phases[0]
      ? { start_date: phases[0].start, end_date: phases[0].end }
      : null,
  phases: phases.map(({ start, end, price }) => ({
    start_date: start,
    end_date: end,
    items: [{ price: priceBody(price), quantity: 1 }],
  })),
});

export const invoiceBody = (of: Invoice) => ({
  id: of.id,
  object: 'invoice',
  number: `TM-${of.id.slice(-4).toUpperCase()}`,
  customer: of.customer,
  created: of.created,
  status: of.status,
  total: of.amount,
  currency: 'usd',
  period_start: of.created,
  period_end: of.created,
  hosted_invoice_url: `https://invoice.stripe.example/${of.id}`,
  status_transitions: { finalized_at: of.created },
  parent: { subscription_details: { subscription: of.subscription } },
  lines: { data: [{ period: { start: of.periodStart, end: of.periodEnd } }] },
});

export const subscriptionBody = (
  of: Subscription,
  { invoice, schedule }: { readonly invoice: unknown; readonly schedule: unknown },
) => ({
  id: of.id,
  object: 'subscription',
  customer: of.customer,
  created: of.created,
  status: of.status,
  metadata: of.metadata,
  cancel_at_period_end: of.isEnding,
  cancel_at: null,
  canceled_at: of.endedAt,
  ended_at: of.endedAt,
  latest_invoice: invoice,
  schedule,
  items: {
    object: 'list',
    data: [
      {
        id: `si_${of.id}`,
        object: 'subscription_item',
        price: priceBody(of.price),
        current_period_start: of.periodStart,
        current_period_end: of.periodEnd,
      },
    ],
  },
});

export const sessionBody = (of: Session) => ({
  id: of.id,
  object: 'checkout.session',
  url: of.url,
  client_reference_id: of.reference,
  success_url: of.successUrl,
  metadata: of.metadata,
  subscription: of.subscription,
});
