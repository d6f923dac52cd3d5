import { deepEqual, equal, match } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { browserOrSkip } from '../support/browser.ts';
import { type Buyer, buyerOf } from '../support/checkout-client.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { type Site, startSite } from '../support/static-site.ts';

describe('the page of a checkout in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let tidemark: ObservedServer;
  let ada: Buyer;
  let shop: Site;

  before(async function () {
    browser = await browserOrSkip(this);
    shop = await startSite();
    tidemark = await startObservedServer();
    ada = await buyerOf(tidemark, 'ada');
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    await tidemark?.close();
  });

  const urls = () => ({
    success_url: `${shop.origin}/paid?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop.origin}/plans?a="><script>alert(1)</script>`,
  });

  /** A page, and what its console and its requests said. */
  const visit = async (url: string) => {
    const page = await browser.newPage({ viewport: { width: 640, height: 560 } });
    const messages: string[] = [];
    const asked: (string | undefined)[] = [];
    page.on('console', message => messages.push(message.text()));
    page.on('request', request => {
      if (request.url().startsWith(shop.origin)) asked.push(request.headers().referer);
    });
    await page.goto(url);
    return { page, messages, asked };
  };

  const shoot = async (page: Page, name: string): Promise<void> => {
    const picture = await page.screenshot();
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await writeFile(join(folder, `${name}.png`), picture);
  };

  it('is paid with its button, which sends the browser on without the address of the page', async () => {
    const { checkout_url: url, session_id: session } = await ada.open('team', urls());
    const { page, messages, asked } = await visit(url);
    await shoot(page, 'checkout-open');
    match((await page.locator('.sandbox').textContent()) ?? '', /^Sandbox\. No money is taken/);
    await page.getByRole('button', { name: 'Complete the sandbox payment' }).click();
    await page.waitForURL(`${shop.origin}/paid?session=${session}`);
    deepEqual(messages, []);
    deepEqual(new Set(asked), new Set([undefined]));
    equal((await ada.subscription()).plan, 'team');
    await page.goto(url);
    await shoot(page, 'checkout-completed');
    equal(await page.locator('h1').textContent(), 'This checkout is completed');
    equal(await page.locator('button').count(), 0);
  });

  it('is left with a link that contains an address and nothing else', async () => {
    const { checkout_url: url } = await ada.open('scale', urls());
    const { page, messages } = await visit(url);
    equal(await page.locator('script').count(), 0);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/\/plans\?a=/);
    equal(new URL(page.url()).origin, shop.origin);
    deepEqual(messages, []);
    equal((await ada.subscription()).plan, 'team');
  });

  it('says that there is no such checkout', async () => {
    const { page } = await visit(`${tidemark.url}/billing/checkout/cs_sandbox_x`);
    await shoot(page, 'checkout-unknown');
    equal(await page.locator('h1').textContent(), 'There is no such checkout');
  });
});
