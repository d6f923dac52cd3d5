import { equal, match } from 'node:assert/strict';
import { type PaymentProvider, PaymentRefused } from '../../platform/payments/port.ts';
import { openStripePayments } from '../../platform/payments/stripe.ts';
import type { Payment } from '../../schemas/billing/payment.ts';
import { paymentOf } from '../support/payments.ts';
import { startStripeMock } from './stripe-mock.ts';

const settings = { secretKey: 'sk_test_123', webhookSecret: 'whsec_123' };

/** What is sent is checked against Stripe's description of its API; what comes back is of no plan of ours. */
describe('what is asked of Stripe', function () {
  this.timeout(20 * 60_000);
  let mock: Awaited<ReturnType<typeof startStripeMock>>;
  let payments: PaymentProvider;
  let payment: Payment;

  before(async function () {
    mock = await startStripeMock(this);
    payments = openStripePayments({ ...settings, apiUrl: mock.url });
    payment = paymentOf();
  });
  after(() => mock?.stop());

  it('is a session as Stripe describes it', async () => {
    const { sessionId } = await payments.openSession({
      reference: 'r',
      organization: 'o',
      plan: 'team',
      name: 'Team',
      price: 99,
      currency: 'USD',
      interval: 'monthly',
      customer: 'cus_1',
      successUrl: 'https://shop.example.com/?session={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://shop.example.com/',
      expiresAtMs: Date.now() + 3_600_000,
      publicUrl: 'https://tidemark.example.com',
    });
    match(sessionId, /^cs_/);
  });

  it('is a subscription, which there is, of a product that is not ours', async () => {
    equal(await payments.notices?.read('sub_1'), undefined);
    await payments.readPayment(payment, Date.now()).then(
      () => {
        throw new Error('expected a refusal');
      },
      error => equal(error instanceof PaymentRefused, true),
    );
  });

  it('are invoices, reports of usage and the end of a subscription', async () => {
    const { invoices } = await payments.listInvoices(payment, { limit: 3 });
    equal(invoices.length > 0 && invoices.every(({ id }) => id.length > 0), true);
    const used = { organization: 'o', month: '2026-10', traces: 7, bytes: 40 };
    await payments.reportUsage(payment, { ...used, atMs: Date.now() });
    await payments.endNow(payment);
  });
});
