import { deepEqual } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { issuedKey } from '../support/issued-key.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { shownAlert } from '../support/shown-alert.ts';
import { hostileTexts, sendShop } from '../support/shown-shop.ts';
import { visiting } from '../support/visiting.ts';

type Items = ResponseOf<'listTriageItems'>['items'];

describe('the inbox in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    await sendShop(ada);
    await shownAlert(server, ada);
    await shownAlert(server, ada, hostileTexts.service);
    await server.caughtUp();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));
  const items = async (): Promise<Items> =>
    (await server.get<ResponseOf<'listTriageItems'>>('/v1/triage-inbox', ada.key)).body.items;
  const statuses = async (): Promise<readonly string[]> =>
    (await items()).map(({ status }) => status);

  it('acknowledges and resolves what is chosen by keys', async () => {
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open('/');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await settled();
    deepEqual(await violationsOf(visitor), []);
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('Nothing waits').waitFor();
    deepEqual(await statuses(), ['acknowledged', 'acknowledged']);
    await open('/inbox?status=acknowledged');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('e');
    await page.getByText('1 items').waitFor();
    deepEqual([...(await statuses())].sort(), ['acknowledged', 'resolved']);
    deepEqual(complaints, []);
  });

  it('says what could not be changed, and why', async () => {
    const { page, open } = await visit();
    await open('/inbox?status=all');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page
      .getByText(/^2 of 2 could not be changed: item is (?:acknowledged|resolved)/u)
      .waitFor();
  });

  it('shows one item with its history, and leads to what it is about', async () => {
    const visitor = await visit({ width: 360, theme: 'dark' });
    const { page, open, complaints } = visitor;
    const [item] = await items();
    await open(`/inbox/${item?.id}`);
    await page.getByRole('row', { name: /opened evaluator/u }).waitFor();
    deepEqual(await violationsOf(visitor), []);
    await page.getByRole('link', { name: 'Open the page of what it is about' }).click();
    await page.waitForURL(new RegExp(`/alerts/${item?.entity_id}`, 'u'));
    deepEqual(complaints, []);
  });

  it('says why nothing can be done in the past, and with a key that reads', async () => {
    const { body } = await server.get<ResponseOf<'me'>>('/v1/me', ada.key);
    const { key } = await issuedKey(server, organizationId(body.organization.id), 'read');
    await server.caughtUp();
    const reading = await visit({ key });
    await reading.open('/inbox');
    await reading.page.getByText('This key reads and changes nothing.').waitFor();
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
    const past = await visit();
    await past.open(`/inbox?as_of=${encodeURIComponent(minute)}`);
    await past.page.getByText('This is the past. Go back to now first.').waitFor();
  });
});
