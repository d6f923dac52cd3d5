import type Stripe from 'stripe';
import type { BillingInterval } from '../../schemas/billing/plans.ts';
import type { PricedPlan } from './port.ts';
import { isCode, translated } from './stripe-errors.ts';

const prefix = 'tidemark_';
const hundredths = 100;

/** The product of a plan has an id of ours, so a subscription says by itself which plan it is for. */
const productOf = (plan: string): string => `${prefix}${plan}`;

export const planOfProduct = (product: string): string | undefined =>
  product.startsWith(prefix) ? product.slice(prefix.length) : undefined;

export const intervalOf = (interval: string | undefined): BillingInterval =>
  interval === 'year' ? 'yearly' : 'monthly';

/** Tax is left to Stripe: whether a price contains it follows from the settings of the account. */
export const priceDataOf = ({ plan, price, currency, interval }: PricedPlan) =>
  ({
    currency: currency.toLowerCase(),
    product: productOf(plan),
    unit_amount: price * hundredths,
    recurring: { interval: interval === 'yearly' ? 'year' : 'month' },
  }) as const;

export type Products = {
  readonly ensure: (plan: Pick<PricedPlan, 'plan' | 'name'>) => Promise<void>;
};

/** Makes each product once; the account may have it from before. */
export function openProducts(stripe: Stripe): Products {
  const known = new Set<string>();
  return {
    ensure: async ({ plan, name }) => {
      if (known.has(plan)) return;
      const product = { id: productOf(plan), name: `Tidemark ${name}` };
      await translated(stripe.products.create(product)).catch(error => {
        if (!isCode(error, 'resource_already_exists')) throw error;
      });
      known.add(plan);
    },
  };
}
