import type { EventOf } from '../../../schemas/events/event.ts';
import type { SubscriptionEvent } from '../../../schemas/events/subscription.ts';
import type { Month } from '../../../schemas/month.ts';
import type { PlanLimits, QuotaLevel } from '../../../schemas/quota.ts';

export type Subscription = {
  readonly kind: 'subscription';
  readonly limits: PlanLimits;
  /** The latest month that is not merely within its quota; absent before there was one. */
  readonly reached?: { readonly month: Month; readonly level: QuotaLevel };
  readonly closed: ReadonlySet<Month>;
};

export function evolveSubscription(
  state: Subscription | undefined,
  event: EventOf<SubscriptionEvent['type']>,
): Subscription | undefined {
  switch (event.type) {
    case 'SubscriptionStarted': {
      const { traceLimit, bytesLimit } = event.data;
      return { kind: 'subscription', limits: { traceLimit, bytesLimit }, closed: new Set() };
    }
    case 'QuotaWarned':
      return state && { ...state, reached: { month: event.data.month, level: 'warned' } };
    case 'QuotaExceeded':
      return state && { ...state, reached: { month: event.data.month, level: 'exceeded' } };
    case 'QuotaRestored':
      return state && { ...state, reached: { month: event.data.month, level: 'within' } };
    case 'PeriodClosed':
      return state && { ...state, closed: new Set([...state.closed, event.data.month]) };
  }
}
