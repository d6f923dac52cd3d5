import type { Checkout } from '../../schemas/billing/checkout.ts';
import { type Payment, sandboxProvider } from '../../schemas/billing/payment.ts';
import type { BillingInterval } from '../../schemas/billing/plans.ts';
import { freePlan } from '../../schemas/billing/quota.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { PlanStep } from './payment.ts';

/** What a completed checkout of the sandbox gives. */
export function sandboxPayment(
  {
    checkoutId,
    organizationId,
    plan,
    interval,
  }: Pick<Checkout, 'checkoutId' | 'organizationId' | 'plan' | 'interval'>,
  atMs: number,
): Payment {
  return {
    provider: sandboxProvider,
    customer: organizationId,
    subscription: checkoutId,
    startedAtMs: atMs,
    plan,
    interval,
    periodEndsAtMs: periodEnd(atMs, interval, atMs),
    standing: { status: 'paid' },
  };
}

/** The same payment at a later instant: periods follow each other, and what was decided for the end of one happened. */
export function sandboxAt({ next, ...payment }: Payment, atMs: number): Payment {
  if (payment.standing.status === 'ended') return payment;
  if (next === undefined || atMs < next.atMs)
    return { ...renewed(payment, payment.interval, atMs), ...(next && { next }) };
  if (next.interval === undefined)
    return { ...payment, standing: { status: 'ended', atMs: next.atMs } };
  return renewed({ ...payment, plan: next.plan }, next.interval, atMs);
}

export type SandboxChange = {
  readonly step: PlanStep;
  readonly plan: string;
  readonly interval: BillingInterval;
  readonly atMs: number;
};

export function sandboxChanged(before: Payment, { step, ...change }: SandboxChange): Payment {
  const { next, ...payment } = sandboxAt(before, change.atMs);
  const { plan, interval, atMs } = change;
  const { periodEndsAtMs: endsAtMs } = payment;
  switch (step) {
    case 'keep':
      return payment;
    case 'upgrade':
      return renewed({ ...payment, plan }, interval, atMs);
    case 'downgrade':
      return { ...payment, next: { plan, interval, atMs: endsAtMs } };
    case 'end':
      return { ...payment, next: { plan: freePlan.plan, atMs: endsAtMs } };
  }
}

const renewed = (payment: Payment, interval: BillingInterval, atMs: number): Payment => ({
  ...payment,
  interval,
  periodEndsAtMs: periodEnd(payment.startedAtMs, interval, atMs),
});

/** The first end of a period after an instant; periods are counted from the start, so that short months shorten no later one. */
function periodEnd(startedAtMs: number, interval: BillingInterval, atMs: number): number {
  const step = interval === 'yearly' ? 12 : 1;
  const start = new Date(startedAtMs);
  const at = new Date(atMs);
  const passed =
    (at.getUTCFullYear() - start.getUTCFullYear()) * 12 + at.getUTCMonth() - start.getUTCMonth();
  let months = Math.max(step, Math.floor(passed / step) * step);
  while (monthsAfter(start, months) <= atMs) months += step;
  return monthsAfter(start, months);
}

/** The same day of a later month, or its last day. */
function monthsAfter(start: Date, months: number): number {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay);
  return Date.UTC(year, month, day) + (start.getTime() % dayMs);
}
