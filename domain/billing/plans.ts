import {
  type BillingInterval,
  currency,
  type PlanOffer,
  paidOffers,
} from '../../schemas/billing/plans.ts';
import type { Plan, PlanLimits } from '../../schemas/billing/quota.ts';

/** Every plan, the free one first: the operator of this Tidemark sets its limits. */
export const planOffers = (free: Plan): readonly PlanOffer[] => [freeOffer(free), ...paidOffers];

/** A plan that is paid for; undefined for the free one and for one that there is not. */
export const paidOffer = (plan: string): PlanOffer | undefined =>
  paidOffers.find(offer => offer.plan === plan);

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
