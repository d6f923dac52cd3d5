import { deepEqual, equal, notEqual, ok, rejects, throws } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sandboxPayment } from '../../domain/billing/sandbox.ts';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { Unavailable } from '../../platform/errors.ts';
import { openBlobKeyring } from '../../platform/keyring/blob.ts';
import {
  NoticeRefused,
  PaymentDeclined,
  type PaymentNotices,
} from '../../platform/payments/port.ts';
import { openSandboxPayments } from '../../platform/payments/sandbox.ts';
import { openStripePayments } from '../../platform/payments/stripe.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { checkoutId } from '../../schemas/billing/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import { type StripeDouble, signed, startStripe } from '../support/stripe/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Paying, paymentOrder, paymentsContract } from './payments.contract.ts';

/** A sandbox as one process has it; processes share the master key. */
async function openSandbox(masterKey: Buffer = randomBytes(32)) {
  const folder = await temporaryFolder();
  const blobStore = await openFolderBlobStore({ folder: folder.path });
  const payments = openSandboxPayments({ keyring: openBlobKeyring({ blobStore, masterKey }) });
  return { payments, remove: folder.remove };
}

describe('payment providers', () => {
  const removals: (() => Promise<void>)[] = [];
  const open = async (masterKey?: Buffer) => {
    const { payments, remove } = await openSandbox(masterKey);
    removals.push(remove);
    return payments;
  };
  after(async () => {
    for (const remove of removals) await remove();
  });

  const startDouble = async (): Promise<StripeDouble> => {
    const stripe = await startStripe();
    removals.push(stripe.close);
    return stripe;
  };

  paymentsContract('sandbox', async () => ({
    payments: await open(),
    pay: async ({ reference, organization, plan, interval }) => {
      const of = {
        checkoutId: checkoutId(reference),
        organizationId: organizationId(organization),
        plan,
        interval,
      };
      return sandboxPayment(of, Date.now());
    },
    bills: false,
  }));

  paymentsContract('Stripe', async (): Promise<Paying> => {
    const { account, settings } = await startDouble();
    const payments = openStripePayments(settings);
    return {
      payments,
      pay: async (_, sessionId) => {
        const found = await payments.notices?.read(account.pay(sessionId));
        if (found === undefined) throw new Error('expected what was paid');
        return found.payment;
      },
      bills: true,
    };
  });

  describe('payments: sandbox alone', () => {
    it('shows its page under the public URL, whatever that is now', async () => {
      const payments = await open();
      const order = paymentOrder({ publicUrl: 'http://127.0.0.1:4318/tidemark' });
      const { sessionId, url } = await payments.openSession(order);
      equal(url, `http://127.0.0.1:4318/tidemark/billing/checkout/${sessionId}`);
    });

    it('gives the same session in each process of one master key, and another under another', async () => {
      const masterKey = randomBytes(32);
      const order = paymentOrder();
      const sessionOf = async (key: Buffer) =>
        (await (await open(key)).openSession(order)).sessionId;
      equal(await sessionOf(masterKey), await sessionOf(masterKey));
      notEqual(await sessionOf(masterKey), await sessionOf(randomBytes(32)));
    });
  });

  describe('payments: Stripe alone', () => {
    let stripe: StripeDouble;
    let notices: PaymentNotices;
    let payments: ReturnType<typeof openStripePayments>;

    before(async () => {
      stripe = await startDouble();
      payments = openStripePayments(stripe.settings);
      if (payments.notices === undefined) throw new Error('expected Stripe to send notices');
      ({ notices } = payments);
    });

    const verify = (body: string, signature: string, receivedAtMs = Date.now()) =>
      notices.verify({ bytes: Buffer.from(body), signature, receivedAtMs });
    const paid = async () => {
      const { sessionId } = await payments.openSession(paymentOrder());
      const subscription = stripe.account.pay(sessionId);
      const found = await notices.read(subscription);
      if (found === undefined) throw new Error('expected what was paid');
      return { subscription, ...found };
    };

    it('leaves tax to Stripe, names the order, and keeps the placeholder of the session', async () => {
      const order = paymentOrder();
      const { sessionId } = await payments.openSession(order);
      const session = stripe.account.sessions.get(sessionId);
      deepEqual(
        [session?.hasTax, session?.reference, session?.successUrl, session?.metadata],
        [
          true,
          order.reference,
          order.successUrl,
          { organization_id: order.organization, checkout_id: order.reference },
        ],
      );
    });

    it('takes events that are signed, and says which subscription they are about', async () => {
      const { subscription } = await paid();
      const own = stripe.account.events.slice(-2).map(event => {
        const { body, signature } = signed(event);
        return verify(body, signature).subscription;
      });
      deepEqual(own, [subscription, subscription]);
      const invoice = {
        id: 'evt_1',
        type: 'invoice.paid',
        object: { object: 'invoice', parent: { subscription_details: { subscription: 'sub_9' } } },
      };
      const other = { id: 'evt_2', type: 'payout.paid', object: { object: 'payout', id: 'po_1' } };
      for (const [event, expected] of [
        [invoice, 'sub_9'],
        [other, undefined],
      ] as const) {
        const { body, signature } = signed(event);
        equal(verify(body, signature).subscription, expected);
      }
    });

    it('refuses events that are forged, changed or stale', () => {
      const event = { id: 'evt_1', type: 'invoice.paid', object: { object: 'invoice' } };
      const good = signed(event);
      const forged = signed(event, { secret: 'whsec_of_somebody_else' });
      const stale = signed(event, { atMs: Date.now() - 301_000 });
      for (const [body, signature] of [
        [forged.body, forged.signature],
        [good.body.replace('evt_1', 'evt_2'), good.signature],
        [stale.body, stale.signature],
        [good.body, ''],
        [good.body, 't=1,v1=00'],
        ['{', good.signature],
      ] as const)
        throws(() => verify(body, signature), NoticeRefused);
      equal(verify(good.body, good.signature).id, 'evt_1');
      throws(() => verify(good.body, good.signature, Date.now() + 301_000), NoticeRefused);
    });

    it('says since when a payment is failing, and that it came after all', async () => {
      const { subscription } = await paid();
      stripe.account.failPayment(subscription);
      const failed = (await notices.read(subscription))?.payment.standing;
      equal(failed?.status, 'failed');
      ok(failed?.status === 'failed' && Math.abs(failed.sinceMs - Date.now()) < 60_000);
      stripe.account.recover(subscription);
      deepEqual((await notices.read(subscription))?.payment.standing, { status: 'paid' });
    });

    it('changes nothing when the payment for a larger plan is declined', async () => {
      const { payment } = await paid();
      stripe.account.declinesNext = true;
      const to = { plan: 'scale', name: 'Scale', price: 499, currency: 'USD' } as const;
      const larger = {
        step: 'upgrade',
        to: { ...to, interval: 'monthly' },
        reference: randomUuid(),
        atMs: Date.now(),
      } as const;
      await rejects(payments.changePlan(payment, larger), PaymentDeclined);
      deepEqual(await payments.readPayment(payment, Date.now()), payment);
    });

    it('reports each month of an organization once', async () => {
      const { payment } = await paid();
      const report = {
        organization: 'o',
        month: '2026-10',
        traces: 7,
        bytes: 40,
        atMs: Date.now(),
      };
      await payments.reportUsage(payment, report);
      // Another process, after a crash.
      await openStripePayments(stripe.settings).reportUsage(payment, report);
      const { meterEvents } = stripe.account;
      deepEqual([...meterEvents.keys()], ['o/2026-10/traces', 'o/2026-10/bytes']);
      deepEqual(
        [...meterEvents.values()].map(({ payload }) => payload),
        [
          { stripe_customer_id: payment.customer, value: '7' },
          { stripe_customer_id: payment.customer, value: '40' },
        ],
      );
    });

    it('knows nothing of subscriptions of other products', async () => {
      const { subscription } = await paid();
      const found = stripe.account.subscription(subscription);
      found.price = { ...found.price, product: 'prod_of_something_else' };
      equal(await notices.read(subscription), undefined);
      equal(await notices.read('sub_that_is_not_there'), undefined);
    });

    it('is unavailable while Stripe is', async () => {
      stripe.goDown(true);
      await rejects(payments.openSession(paymentOrder()), Unavailable);
      stripe.goDown(false);
      await payments.openSession(paymentOrder());
    }).timeout(20_000);
  });
});
