import type { Plan, PlanLimits } from './quota.ts';

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

const currency = 'USD';

/** Plans are sold as they are here; what an organization bought is in its events. */
const paidOffers: readonly PlanOffer[] = [
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

/** Every plan, the free one first: the operator of this Tidemark sets its limits. */
export const planOffers = (free: Plan): readonly PlanOffer[] => [freeOffer(free), ...paidOffers];

/** A plan that is paid for; undefined for the free one and for one that there is not. */
export const paidOffer = (plan: string): PlanOffer | undefined =>
  paidOffers.find(offer => offer.plan === plan);

export const paidPlanIds: readonly string[] = paidOffers.map(({ plan }) => plan);

export const priceOf = (
  { priceMonthly, priceYearly }: PlanOffer,
  interval: BillingInterval,
): number => (interval === 'monthly' ? priceMonthly : priceYearly);

const freeOffer = (free: Plan): PlanOffer => ({
  ...free,
  name: 'Free',
  priceMonthly: 0,
  priceYearly: 0,
  currency,
  features: [...limitTexts(free), 'Alerts, webhooks and widgets'],
});

/** What a plan gives in a month, for people. */
export const limitTexts = ({ traceLimit, bytesLimit }: PlanLimits): readonly string[] => [
  `${traceLimit.toLocaleString('en-US')} traces a month`,
  `${(bytesLimit / 1e9).toLocaleString('en-US')} GB a month`,
];
