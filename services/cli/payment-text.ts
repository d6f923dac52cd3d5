import type { ResponseOf } from '../../schemas/http/routes.ts';

type Payment = ResponseOf<'subscription'>['payment'];

/** What a plan is paid with, and what follows. */
export function paymentText(payment: Payment): string {
  if (payment === null) return 'Nothing was ever paid for.';
  const { provider, plan, billing_interval: interval, next } = payment;
  const what = `${plan} (${interval}) through ${provider}`;
  if (payment.status === 'ended') return `${what} was paid until ${payment.ended_at}.`;
  const follows = next === null ? '' : ` Then follows ${next.plan}.`;
  if (payment.status === 'failed')
    return `The payment of ${what} failed at ${payment.failed_at}; the plan stays until ${payment.grace_ends_at}.${follows}`;
  return `${what} is paid until ${payment.period_ends_at}.${follows}`;
}
