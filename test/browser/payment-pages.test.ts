import { deepEqual, equal } from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { sendingTo } from '../support/stripe/sending.ts';
import { type StripeDouble, startStripe } from '../support/stripe/server.ts';
import { visiting } from '../support/visiting.ts';

describe('payments in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let stripe: StripeDouble;
  let server: ObservedServer;
  let ada: Reader;

  before(async function () {
    browser = await browserOrSkip(this);
    stripe = await startStripe();
    server = await startObservedServer({ environment: stripe.environment });
    stripe.onSent(sendingTo(() => server.url));
    ada = await readerOf(server, 'ada');
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    await stripe?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));
  const plan = async (): Promise<string> =>
    (await server.get<ResponseOf<'subscription'>>('/v1/billing/subscription', ada.key)).body.plan;
  const subscription = (): string => [...stripe.account.subscriptions.keys()].at(-1) ?? '';

  const shoot = async (page: Page, name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder === undefined) return;
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
    }
  };

  it('begin on the page of the provider, and are on the billing page afterwards', async () => {
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open('/billing');
    await page.getByText('Nothing is paid for.').waitFor();
    await shoot(page, 'billing-unpaid');
    await page.getByRole('button', { name: 'Change to Team' }).click();
    await confirm(page, 'Change to Team');
    await page.getByRole('button', { name: /^Pay cs_test_/u }).click();
    await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    await page.getByText(/team, paid by month, until/u).waitFor();
    equal(await plan(), 'team');
    const invoice = page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1);
    await invoice.getByText('99.00 USD').waitFor();
    await settled();
    deepEqual(await violationsOf(visitor), []);
    await shoot(page, 'billing-paid');
    // It was led to the page of the provider, and nowhere else.
    deepEqual(
      complaints.filter(complaint => !complaint.includes(`${stripe.url}/c/pay/`)),
      [],
    );
  });

  it('change at once for more, and at the end of the period for less, until that is taken back', async () => {
    const { page, open, complaints } = await visit();
    await open('/billing');
    await page.getByRole('button', { name: 'Change to Scale' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Scale begins at once: 499 USD a month/u)
      .waitFor();
    await confirm(page, 'Change to Scale');
    await page.getByRole('row', { name: /^Scale yours/u }).waitFor();
    equal(await plan(), 'scale');
    await page.getByRole('button', { name: 'Change to Starter' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Nothing changes before/u)
      .waitFor();
    await confirm(page, 'Change to Starter');
    await page.getByText(/^The plan becomes starter, paid by month, on/u).waitFor();
    equal(await plan(), 'scale');
    await page.getByRole('button', { name: 'Keep scale' }).click();
    await confirm(page, 'Keep scale');
    await page.getByRole('button', { name: 'Cancel the plan' }).click();
    await confirm(page, 'Cancel the plan');
    await page.getByText(/^The plan is cancelled: it becomes the free one on/u).waitFor();
    await shoot(page, 'billing-cancelled');
    await page.getByRole('button', { name: 'Keep scale' }).click();
    await confirm(page, 'Keep scale');
    await page.getByText('It is renewed then.').waitFor();
    deepEqual(complaints, []);
  });

  it('say what was declined, and until when a plan stays that is not paid', async () => {
    const visitor = await visit();
    const { page, open, settled } = visitor;
    await open('/billing');
    stripe.account.declinesNext = true;
    await page.getByLabel('Paid for').selectOption('yearly');
    await page.getByRole('button', { name: 'Pay by year' }).click();
    await confirm(page, 'Pay by year');
    await page.getByText(/the payment was declined, and nothing is changed/u).waitFor();
    await page.keyboard.press('Escape');
    stripe.account.failPayment(subscription());
    await sendingTo(() => server.url)(stripe.account.events.slice(-1));
    await open('/billing');
    await page.getByText('payment failed').waitFor();
    await settled();
    deepEqual(await violationsOf(visitor), []);
    await shoot(page, 'billing-failed');
  });
});

/** Presses the button of the question that a button of the same name opened. */
const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click();
