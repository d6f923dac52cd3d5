import { planOffers } from '../../../domain/billing/plans.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { QueryShared } from '../shared.ts';

/** GET /v1/billing/plans: the free plan is that of new organizations. */
export const plans =
  ({ configuration }: Pick<QueryShared, 'configuration'>): Handler<'plans'> =>
  async () => ({
    status: 200,
    body: {
      success: true,
      plans: planOffers(configuration.freePlan).map(offer => ({
        id: offer.plan,
        name: offer.name,
        price_monthly: offer.priceMonthly,
        price_yearly: offer.priceYearly,
        currency: offer.currency,
        trace_limit: offer.traceLimit,
        bytes_limit: offer.bytesLimit,
        features: [...offer.features],
        is_free: offer.plan === configuration.freePlan.plan,
      })),
    },
  });
