import type { SubscriptionEvent } from '../../../../schemas/billing/events.ts';
import type { Month } from '../../../../schemas/billing/month.ts';
import type { OverQuota } from '../../../../schemas/billing/parking.ts';
import type { Payment } from '../../../../schemas/billing/payment.ts';
import type { PlanLimits, QuotaLevel } from '../../../../schemas/billing/quota.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import { aggregate } from '../aggregate.ts';

export type Subscription = {
  readonly kind: 'subscription';
  readonly plan: string;
  readonly limits: PlanLimits;
  /** The plan that follows from payments; the current one is another while an operator gives it. The free one when absent. */
  readonly entitled?: string;
  /** What the payment provider said last, and how many times that was something new. */
  readonly payment?: { readonly revision: number; readonly recorded: Payment };
  /** The latest month of which the payment provider has the usage. */
  readonly reported?: Month;
  /** The latest month that is not merely within its quota; absent before there was one. */
  readonly reached?: { readonly month: Month; readonly level: QuotaLevel };
  /** The latest closed months, in order. When they are as many as are kept, every earlier one is closed. */
  readonly closed: readonly Month[];
  /** `reject` when absent. */
  readonly overQuota?: OverQuota;
  readonly isParkingFull?: boolean;
};

/** The stream does not end, and its state is small: each event carries it. */
export const subscriptions = aggregate<Subscription, SubscriptionEvent['type']>({
  kind: 'subscription',
  reads: 'carried',
  version: 2,
  events: {
    SubscriptionStarted: true,
    QuotaWarned: true,
    QuotaExceeded: true,
    QuotaRestored: true,
    PeriodClosed: true,
    PlanChanged: true,
    PaymentChanged: true,
    UsageReported: true,
    OverQuotaSet: true,
    ParkingFilled: true,
    ParkingFreed: true,
  },
  evolve: evolveSubscription,
});

function evolveSubscription(
  state: Subscription | undefined,
  event: EventOf<SubscriptionEvent['type']>,
): Subscription | undefined {
  switch (event.type) {
    case 'SubscriptionStarted': {
      const { plan, traceLimit, bytesLimit } = event.data;
      return { kind: 'subscription', plan, limits: { traceLimit, bytesLimit }, closed: [] };
    }
    case 'QuotaWarned':
      return state && { ...state, reached: { month: event.data.month, level: 'warned' } };
    case 'QuotaExceeded':
      return state && { ...state, reached: { month: event.data.month, level: 'exceeded' } };
    case 'QuotaRestored':
      return state && { ...state, reached: { month: event.data.month, level: 'within' } };
    case 'PeriodClosed':
      return state && { ...state, closed: withMonth(state.closed, event.data.month) };
    case 'PlanChanged':
      return state && withPlan(state, event.data);
    case 'PaymentChanged':
      return state && withPayment(state, event.data);
    case 'UsageReported':
      return state && { ...state, reported: event.data.month };
    case 'OverQuotaSet':
      return state && { ...state, overQuota: event.data.overQuota };
    case 'ParkingFilled':
      return state && { ...state, isParkingFull: true };
    case 'ParkingFreed':
      return state && { ...state, isParkingFull: false };
  }
}

function withPlan(
  state: Subscription,
  { plan, traceLimit, bytesLimit, givenBy }: EventOf<'PlanChanged'>['data'],
): Subscription {
  const entitled = givenBy === undefined ? { entitled: plan } : {};
  return { ...state, plan, limits: { traceLimit, bytesLimit }, ...entitled };
}

const withPayment = (
  state: Subscription,
  { payment: recorded }: EventOf<'PaymentChanged'>['data'],
): Subscription => ({
  ...state,
  payment: { revision: (state.payment?.revision ?? 0) + 1, recorded },
});

/** Twice as many as the monitor closes late. */
const closedMonthsMax = 24;

const withMonth = (closed: readonly Month[], month: Month): readonly Month[] =>
  [...closed, month].toSorted().slice(-closedMonthsMax);

export const isClosed = ({ closed }: Subscription, month: Month): boolean =>
  closed.includes(month) || (closed.length === closedMonthsMax && month < (closed[0] ?? ''));
