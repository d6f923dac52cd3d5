import { equal } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { browserOrSkip } from '../support/browser.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { visiting } from '../support/visiting.ts';

describe('the page of the assistant in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));

  it('say why an answer could not be given, and keep the question', async () => {
    const { page, open } = await visit();
    await open('/ask');
    await page.route('**/messages', route =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: 'event: text\ndata: "checkout: "\n\nevent: error\ndata: {"message":"a reason in words"}\n\n',
      }),
    );
    await page.getByLabel('Question').fill('Why?');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('a reason in words').waitFor();
    equal(await page.getByLabel('Question').inputValue(), 'Why?');
  });

  it('show an answer once, while the list of conversations is read again', async () => {
    const { page, open } = await visit();
    await open('/ask');
    let goOn = (): void => undefined;
    const end = new Promise<void>(resolve => {
      goOn = resolve;
    });
    await page.route(/copilot\/conversations(?:\?.*)?$/u, async route => {
      if (route.request().method() === 'GET') await end;
      await route.continue();
    });
    await page.getByLabel('Question').fill('What is wrong?');
    await page.keyboard.press('Enter');
    const answers = page.getByRole('region', { name: 'Answers' });
    await answers.locator('time').nth(1).waitFor();
    equal(await answers.getByText('What is wrong?').count(), 1);
    goOn();
    await answers.and(page.locator('[aria-busy=false]')).waitFor();
    equal(await answers.getByText('What is wrong?').count(), 1);
  });
});
