import { graceMs } from '../../domain/billing/payment.ts';
import type { Payment } from '../../schemas/billing/payment.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { PaymentRow } from './payments.ts';

type Body = NonNullable<ResponseOf<'changePlan'>['payment']>;

const instant = (atMs: number): string => new Date(atMs).toISOString();

/** What clients read of a payment; null where nothing was ever paid. */
export function paymentBodyOf(row: Pick<PaymentRow, 'payment'> | undefined): Body | null {
  if (row === undefined) return null;
  const { provider, plan, interval, periodEndsAtMs, standing, next } = row.payment;
  return {
    provider,
    status: standing.status,
    plan,
    billing_interval: interval,
    period_ends_at: instant(periodEndsAtMs),
    ...datesOf(standing),
    next: next
      ? { plan: next.plan, billing_interval: next.interval ?? null, at: instant(next.atMs) }
      : null,
  };
}

const datesOf = (
  standing: Payment['standing'],
): Pick<Body, 'failed_at' | 'grace_ends_at' | 'ended_at'> => ({
  failed_at: standing.status === 'failed' ? instant(standing.sinceMs) : null,
  grace_ends_at: standing.status === 'failed' ? instant(standing.sinceMs + graceMs) : null,
  ended_at: standing.status === 'ended' ? instant(standing.atMs) : null,
});
