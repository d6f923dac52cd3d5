import type { Payment } from '../../schemas/billing/payment.ts';
import {
  type BillingInterval,
  type PlanOffer,
  paidOffers,
  paidPlanIds,
} from '../../schemas/billing/plans.ts';
import { freePlan, type Plan } from '../../schemas/billing/quota.ts';
import { dayMs } from '../../schemas/durations.ts';

/** How long a plan stays after a payment failed. */
export const graceMs = 7 * dayMs;

/** The plan that a payment gives at an instant: the free one once it has ended, or its grace is over. */
export function entitledPlan({ standing, plan, next }: Payment, atMs: number): string {
  if (standing.status === 'ended') return freePlan.plan;
  if (standing.status === 'failed' && atMs >= standing.sinceMs + graceMs) return freePlan.plan;
  return next !== undefined && atMs >= next.atMs ? next.plan : plan;
}

/** Whether it is still paid for, or might be again. */
export const isLive = ({ standing }: Payment): boolean => standing.status !== 'ended';

/**
 * A payment that is read of the provider counts unless a later subscription is recorded, or it replaces a live one with none. The end of a
 * subscription of which nothing is recorded counts too: else a reading from before its end could still be recorded.
 */
export function counts(read: Payment, recorded: Payment | undefined): boolean {
  if (recorded === undefined || isSameSubscription(read, recorded)) return true;
  const isLater = read.startedAtMs > recorded.startedAtMs;
  return isLive(recorded) ? isLive(read) && isLater : isLive(read) || isLater;
}

export const isSameSubscription = (one: Payment, other: Payment): boolean =>
  one.provider === other.provider && one.subscription === other.subscription;

export const isSamePayment = (one: Payment, other: Payment): boolean =>
  JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));

/** In a fixed order: equal payments are equal as texts. */
const partsOf = ({ standing, next, ...of }: Payment): readonly unknown[] => [
  [of.provider, of.customer, of.subscription, of.startedAtMs],
  [of.plan, of.interval, of.periodEndsAtMs],
  standing.status,
  standing.status === 'failed' && standing.sinceMs,
  standing.status === 'ended' && standing.atMs,
  next && [next.plan, next.interval, next.atMs],
];

/** More for more money begins at once; less, or a shorter time to pay for, when what is paid for is over. */
export type PlanStep = 'keep' | 'upgrade' | 'downgrade' | 'end';

export function planStep(
  { plan, interval }: Pick<Payment, 'plan' | 'interval'>,
  wished: { readonly plan: string; readonly interval: BillingInterval },
): PlanStep {
  if (wished.plan === freePlan.plan) return 'end';
  const [now, then] = [paidPlanIds.indexOf(plan), paidPlanIds.indexOf(wished.plan)];
  if (now !== then) return then > now ? 'upgrade' : 'downgrade';
  if (interval === wished.interval) return 'keep';
  return wished.interval === 'yearly' ? 'upgrade' : 'downgrade';
}

/** Of every plan, the free one as the operator set it. */
export const plansWithLimits = (free: Plan): readonly Plan[] => [
  free,
  ...paidOffers.map(({ plan, traceLimit, bytesLimit }: PlanOffer) => ({
    plan,
    traceLimit,
    bytesLimit,
  })),
];
