import { equal, match, notEqual, ok } from 'node:assert/strict';
import type { PaymentOrder, PaymentProvider } from '../../platform/payments/port.ts';
import { randomUuid } from '../../platform/uuid.ts';

export const paymentOrder = (changes: Partial<PaymentOrder> = {}): PaymentOrder => ({
  reference: randomUuid(),
  organization: randomUuid(),
  plan: 'starter',
  name: 'Starter',
  price: 29,
  currency: 'USD',
  interval: 'monthly',
  successUrl: 'https://shop.example.com/?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://shop.example.com/',
  expiresAtMs: Date.now() + 3_600_000,
  publicUrl: 'https://tidemark.example.com',
  ...changes,
});

export function paymentsContract(name: string, open: () => Promise<PaymentProvider>): void {
  describe(`payments: ${name}`, () => {
    let payments: PaymentProvider;

    before(async () => {
      payments = await open();
    });

    it('opens a session with a page', async () => {
      const { sessionId, url } = await payments.openSession(paymentOrder());
      match(sessionId, /^cs_\w{32,}$/);
      match(new URL(url).protocol, /^https?:$/);
      ok(payments.name.length > 0);
    });

    it('opens the same session for the same order, however often', async () => {
      const order = paymentOrder();
      const [first, second] = [
        await payments.openSession(order),
        await payments.openSession(order),
      ];
      equal(first.sessionId, second.sessionId);
      equal(first.url, second.url);
    });

    it('opens another session for another order, though all else is the same', async () => {
      const { sessionId } = await payments.openSession(paymentOrder());
      notEqual((await payments.openSession(paymentOrder())).sessionId, sessionId);
    });
  });
}
