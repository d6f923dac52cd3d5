import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { enterToken, openAsOperator } from '../support/as-operator.ts';
import { browserOrSkip } from '../support/browser.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import { type OperatedServer, startOperatedServer } from '../support/operated-server.ts';
import { visiting } from '../support/visiting.ts';

/** Where a text is kept, by storage and name. It runs in the page. */
const placesOf = (text: string): readonly string[] => {
  const { localStorage, sessionStorage } = globalThis as unknown as Readonly<
    Record<'localStorage' | 'sessionStorage', Record<string, string>>
  >;
  return Object.entries({ localStorage, sessionStorage }).flatMap(([kind, storage]) =>
    Object.keys(storage)
      .filter(name => storage[name]?.includes(text))
      .map(name => `${kind} ${name}`),
  );
};

describe('the token of operators in a real browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let server: OperatedServer['server'];
  let ada: OperatedServer['ada'];

  before(async function () {
    browser = await browserOrSkip(this);
    ({ server, ada } = await startOperatedServer());
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));

  it('ask for the token, keep it in one place, and forget it', async () => {
    const { page, open, settled } = await visit();
    const asked: string[] = [];
    const urls: string[] = [];
    page.on('request', request => {
      urls.push(request.url());
      if (new URL(request.url()).pathname.startsWith('/admin'))
        asked.push(`${request.method()} ${request.headers()['x-api-key'] ?? 'without a key'}`);
    });
    await open('/operate/sql');
    const operators = page.getByRole('region', { name: 'Operators' });
    equal(await operators.count(), 0);
    await open('/operate/dead');
    deepEqual(asked, []);
    await page.route('**/admin/status', route => route.fulfill({ status: 404, body: 'gateway' }));
    await enterToken(page, adminToken);
    await page.getByText('This address does not let operators in.').waitFor();
    await page.unroute('**/admin/status');
    deepEqual(asked.splice(0), ['GET without a key']);
    await enterToken(page, 'wrong');
    await page.getByRole('alert').getByText('TIDEMARK_ADMIN_TOKEN').waitFor();
    deepEqual(await page.evaluate(placesOf, 'wrong'), []);
    await enterToken(page, adminToken);
    await operators.getByRole('link', { name: 'Operate' }).click();
    await page.getByText('Last data').waitFor();
    deepEqual(await page.evaluate(placesOf, adminToken), ['sessionStorage tidemark.operator']);
    deepEqual([...new Set(asked)], ['GET without a key']);
    const other = await page.context().newPage();
    await other.goto(`${server.url}/operate`);
    await other.getByLabel('Token').waitFor();

    await page.route('**/admin/status', route =>
      route.fulfill({ status: 401, json: { error: 'no', code: 'invalid_admin_token' } }),
    );
    await open('/operate/projections');
    await page.getByText('The token is not valid any more').waitFor();
    match(page.url(), /\/operate\/projections$/u);
    deepEqual(await page.evaluate(placesOf, adminToken), []);
    await page.unroute('**/admin/status');
    await enterToken(page, adminToken);
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await page.getByLabel('Token').waitFor();
    await settled();
    deepEqual(await page.evaluate(placesOf, adminToken), []);
    equal(await operators.count(), 0);
    deepEqual(
      urls.filter(url => url.includes(adminToken)),
      [],
    );
  });

  it('are found by the palette, and open without a session', async () => {
    const { page, open } = await visit();
    await open('/');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: /Search pages/u }).fill('operate');
    await page.getByRole('option', { name: /Operate/u }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Token').waitFor();
    const nobody = await openAsOperator(await visit({ key: undefined }));
    await nobody.page
      .getByText('Nothing is wrong.')
      .or(nobody.page.getByText(/could not be processed/u))
      .waitFor();
    deepEqual(nobody.complaints, []);
  });
});
