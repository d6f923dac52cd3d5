import type { Plan } from './quota.ts';

export const billingIntervals = ['monthly', 'yearly'] as const;
export type BillingInterval = (typeof billingIntervals)[number];

/** A plan as it is sold; prices in whole units of the currency. */
export type PlanOffer = Plan & {
  readonly name: string;
  readonly priceMonthly: number;
  readonly priceYearly: number;
  readonly currency: string;
  readonly features: readonly string[];
};

/** Of all prices. */
export const currency = 'USD';

/** Plans are sold as they are here; what an organization bought is in its events. */
export const paidOffers: readonly PlanOffer[] = [
  {
    plan: 'starter',
    name: 'Starter',
    traceLimit: 1_000_000,
    bytesLimit: 100_000_000_000,
    priceMonthly: 29,
    priceYearly: 290,
    currency,
    features: ['1 million traces a month', '100 GB a month', 'Alerts, webhooks and widgets'],
  },
  {
    plan: 'team',
    name: 'Team',
    traceLimit: 10_000_000,
    bytesLimit: 1_000_000_000_000,
    priceMonthly: 99,
    priceYearly: 990,
    currency,
    features: ['10 million traces a month', '1 TB a month', 'Alerts, webhooks and widgets'],
  },
  {
    plan: 'scale',
    name: 'Scale',
    traceLimit: 100_000_000,
    bytesLimit: 10_000_000_000_000,
    priceMonthly: 499,
    priceYearly: 4_990,
    currency,
    features: ['100 million traces a month', '10 TB a month', 'Alerts, webhooks and widgets'],
  },
];

export const paidPlanIds: readonly string[] = paidOffers.map(({ plan }) => plan);
