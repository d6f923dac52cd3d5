import { deepEqual, equal, match } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { randomUuid } from '../../platform/uuid.ts';
import type { ChannelBody } from '../../schemas/channels/routes.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { browserOrSkip } from '../support/browser.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { linkIn, messagesTo } from '../support/outbox.ts';
import { until } from '../support/until.ts';

describe('the pages of links in mails in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let tidemark: ObservedServer;
  let ada: AlertCustomer;

  before(async function () {
    browser = await browserOrSkip(this);
    tidemark = await startObservedServer();
    ada = await alertCustomer(tidemark, 'ada');
    await ada.call('PATCH', '/v1/organization', { name: 'Ada & <b>Sons</b>' });
  });
  after(async () => {
    await browser?.close();
    await tidemark?.close();
  });

  /** Without scripts, as some have it; gives what the console said. */
  const visit = async (url: string, colorScheme: 'light' | 'dark' = 'light') => {
    const context = await browser.newContext({
      viewport: { width: 480, height: 460 },
      javaScriptEnabled: false,
      colorScheme,
    });
    const page = await context.newPage();
    const messages: string[] = [];
    page.on('console', message => messages.push(message.text()));
    await page.goto(url);
    return { page, messages };
  };

  const shoot = async (page: Page, name: string): Promise<void> => {
    const picture = await page.screenshot();
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await writeFile(join(folder, `${name}.png`), picture);
  };

  const titleOf = (page: Page) => page.locator('h1').textContent();

  it('confirm an address with one button, and end its mails with another', async () => {
    const address = `friend-${randomUuid()}@stranger.example`;
    const body = { name: 'On call', type: 'email', address };
    const { id } = (await ada.call('POST', '/v1/channels', body)).body as unknown as ChannelBody;
    const mail = await until(
      'a mail',
      async () => (await messagesTo(tidemark.dataDirs(), address))[0],
    );
    const statusOf = async () => (await ada.get<ChannelBody>(`/v1/channels/${id}`)).status;

    const { page, messages } = await visit(linkIn(mail, 'confirm') ?? '');
    match((await page.locator('p').textContent()) ?? '', /Ada & <b>Sons<\/b> wants to send/);
    await shoot(page, 'mail-confirm');
    equal(await statusOf(), 'unconfirmed');
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    equal(await titleOf(page), 'Your address is confirmed');
    await shoot(page, 'mail-confirmed');
    equal(await statusOf(), 'ready');

    const other = await visit(linkIn(mail, 'unsubscribe') ?? '', 'dark');
    await shoot(other.page, 'mail-unsubscribe-dark');
    await other.page.getByRole('button', { name: 'Unsubscribe' }).click();
    equal(await titleOf(other.page), 'You are unsubscribed');
    await shoot(other.page, 'mail-unsubscribed-dark');
    equal(await statusOf(), 'unsubscribed');
    equal(await other.page.locator('button').count(), 0);
    deepEqual([...messages, ...other.messages], []);
  });

  it('say that a link is not valid', async () => {
    const { page } = await visit(`${tidemark.url}/mail/confirm/made-up`);
    equal(await titleOf(page), 'This link is not valid');
    await shoot(page, 'mail-unknown');
  });
});
