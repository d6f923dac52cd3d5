import { by, increase } from './promql.ts';
import { type Rule, scraped } from './rule.ts';

const { series } = scraped;

type PaymentOutcome = 'done' | 'failed';

/** Of all processes: they divide the organizations between them. */
const paymentRuns = (outcome: PaymentOutcome): string =>
  by('sum', ['job'], increase(series('tidemark_payment_runs_total', { outcome }), '15m'));
/** A payment that cannot be read is asked for again after an hour. */
const paymentReads = (outcome: PaymentOutcome): string =>
  by(
    'sum',
    ['job'],
    increase(series('tidemark_payment_calls_total', { call: 'read', outcome }), '6h'),
  );

/** What operators need to know of payments. */
export const payments: readonly Rule[] = [
  {
    alert: 'TidemarkPaymentsNotChecked',
    expr: `${paymentRuns('failed')} > 0 and ${paymentRuns('done')} == 0`,
    for: '5m',
    severity: 'warning',
    summary: 'No check of payments succeeded for 15 minutes',
    description:
      'Plans of organizations whose grace or last period is over do not end, and lost events of the payment provider are not made up for. The log of the role monitor has the reason.',
    section: 'Payments with Stripe',
  },
  {
    alert: 'TidemarkPaymentReadsFail',
    expr: `${paymentReads('failed')} > ${paymentReads('done')} and ${paymentReads('failed')} > 2`,
    for: '5m',
    severity: 'warning',
    summary: 'Most payments cannot be read from the payment provider',
    description:
      'Plans stay as recorded. The log of the role monitor has the response of the provider; check its status page and STRIPE_SECRET_KEY.',
    section: 'Payments with Stripe',
  },
];
