import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import type { PaymentOrder, PaymentProvider, PricedPlan } from '../../platform/payments/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { Payment } from '../../schemas/billing/payment.ts';

export const paymentOrder = (changes: Partial<PaymentOrder> = {}): PaymentOrder => ({
  reference: randomUuid(),
  organization: randomUuid(),
  plan: 'team',
  name: 'Team',
  price: 99,
  currency: 'USD',
  interval: 'monthly',
  successUrl: 'https://shop.example.com/?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://shop.example.com/',
  expiresAtMs: Date.now() + 3_600_000,
  publicUrl: 'https://tidemark.example.com',
  ...changes,
});

/** A provider, and a way to pay what was ordered. */
export type Paying = {
  readonly payments: PaymentProvider;
  readonly pay: (order: PaymentOrder, sessionId: string) => Promise<Payment>;
  /** Whether it bills; the sandbox does not. */
  readonly bills: boolean;
};

const priced = (plan: string, interval: 'monthly' | 'yearly' = 'monthly'): PricedPlan => ({
  plan,
  name: plan,
  price: plan === 'scale' ? 499 : 29,
  currency: 'USD',
  interval,
});

export function paymentsContract(name: string, open: () => Promise<Paying>): void {
  describe(`payments: ${name}`, () => {
    let payments: PaymentProvider;
    let paying: Paying;

    before(async () => {
      paying = await open();
      ({ payments } = paying);
    });

    const paid = async (changes: Partial<PaymentOrder> = {}): Promise<Payment> => {
      const order = paymentOrder(changes);
      const { sessionId } = await payments.openSession(order);
      return paying.pay(order, sessionId);
    };
    const change = (payment: Payment, step: 'upgrade' | 'downgrade', to: PricedPlan) =>
      payments.changePlan(payment, { step, to, reference: randomUuid(), atMs: Date.now() });
    const decide = (payment: Payment, step: 'keep' | 'end') =>
      payments.changePlan(payment, { step, reference: randomUuid(), atMs: Date.now() });

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

    it('gives what is paid for, and gives it again as it is', async () => {
      const payment = await paid();
      deepEqual(
        [payment.provider, payment.plan, payment.interval, payment.standing, payment.next],
        [payments.name, 'team', 'monthly', { status: 'paid' }, undefined],
      );
      ok(payment.periodEndsAtMs > Date.now());
      deepEqual(await payments.readPayment(payment, Date.now()), payment);
    });

    it('makes a plan larger at once', async () => {
      const before = await paid();
      const after = await change(before, 'upgrade', priced('scale'));
      deepEqual([after.plan, after.next, after.standing], ['scale', undefined, { status: 'paid' }]);
      equal(after.subscription, before.subscription);
      deepEqual(await payments.readPayment(after, Date.now()), after);
    });

    it('makes a plan smaller, or shorter, when the period ends', async () => {
      const before = await paid();
      const after = await change(before, 'downgrade', priced('starter'));
      const next = { plan: 'starter', interval: 'monthly', atMs: before.periodEndsAtMs };
      deepEqual(after, { ...before, next });
      deepEqual(await payments.readPayment(after, Date.now()), after);
      const yearly = await paid({ interval: 'yearly', price: 990 });
      const shorter = await change(yearly, 'downgrade', priced('team'));
      deepEqual(shorter.next, { plan: 'team', interval: 'monthly', atMs: yearly.periodEndsAtMs });
    });

    it('ends a plan when the period ends', async () => {
      const before = await paid();
      const after = await decide(before, 'end');
      deepEqual(after, { ...before, next: { plan: 'free', atMs: before.periodEndsAtMs } });
    });

    it('takes back what was decided for the end of the period', async () => {
      const before = await paid();
      const smaller = await change(before, 'downgrade', priced('starter'));
      deepEqual(await decide(smaller, 'keep'), before);
      deepEqual(await decide(await decide(before, 'end'), 'keep'), before);
    });

    it('decides something else for the end of the period, the last one counts', async () => {
      const before = await paid();
      const ending = await decide(await change(before, 'downgrade', priced('starter')), 'end');
      equal(ending.next?.plan, 'free');
      const smaller = await change(ending, 'downgrade', priced('starter'));
      equal(smaller.next?.plan, 'starter');
      const larger = await change(smaller, 'upgrade', priced('scale'));
      deepEqual([larger.plan, larger.next], ['scale', undefined]);
    });

    it('makes a change of one reference once', async () => {
      const before = await paid();
      const larger = {
        step: 'upgrade',
        to: priced('scale'),
        reference: randomUuid(),
        atMs: Date.now(),
      } as const;
      const after = await payments.changePlan(before, larger);
      const { invoices } = await payments.listInvoices(after, { limit: 10 });
      deepEqual(await payments.changePlan(after, larger), after);
      equal((await payments.listInvoices(after, { limit: 10 })).invoices.length, invoices.length);
    });

    it('lists invoices page by page, those of one customer', async () => {
      const payment = await change(await paid(), 'upgrade', priced('scale'));
      await paid();
      const first = await payments.listInvoices(payment, { limit: 1 });
      if (!paying.bills) return void deepEqual(first, { invoices: [] });
      const cursor = first.nextCursor ?? '';
      const second = await payments.listInvoices(payment, { limit: 1, cursor });
      const both = [...first.invoices, ...second.invoices];
      deepEqual(
        both.map(({ amountCents, status, currency }) => [amountCents, status, currency]),
        [
          [49_900, 'paid', 'USD'],
          [9_900, 'paid', 'USD'],
        ],
      );
      for (const { periodStartMs, periodEndMs, url } of both)
        ok(periodStartMs < periodEndMs && url?.startsWith('https://'));
      equal(second.nextCursor, undefined);
    });

    it('takes the usage of a month again without a fault', async () => {
      const payment = await paid();
      const report = {
        organization: randomUuid(),
        month: '2026-10',
        traces: 7,
        bytes: 4_000,
        atMs: Date.now(),
      };
      await payments.reportUsage(payment, report);
      await payments.reportUsage(payment, report);
    });

    it('ends a subscription at once, and again without a fault', async () => {
      const payment = await paid();
      await payments.endNow(payment);
      await payments.endNow(payment);
    });
  });
}
