import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import { failedSpan } from '../support/failed-span.ts';
import { issuedKey } from '../support/issued-key.ts';
import type { ObservedServer } from '../support/observed-server.ts';
import { someOf } from '../support/property.ts';
import type { Reader } from '../support/reader.ts';
import { startShownServer } from '../support/shown-pages.ts';
import { sendShop } from '../support/shown-shop.ts';
import { visiting } from '../support/visiting.ts';

/** Reads that know no past, and the marks of the slider, which shows all that is known now. */
const timeless = new RegExp(
  [
    /^GET \/v1\/(?:me$|audit\?.*to=|billing\/(?:plans$|usage\?)|ingest\/recent$|alerts\?from|deployments\?from=[^&]*&to=[^&]*$)/u,
    /^GET \/v1\/(?:alerts\/[\da-f-]+\/proof$|alert-rules\/[\da-f-]+\/evaluations\?)/u,
    // What had been tried by the instant is shown; results end at it.
    /^GET \/v1\/webhooks\/[\da-f-]+\/deliveries/u,
    /^GET \/api\/health-checks\/[\da-f-]+\/(?:results\?|uptime\?.*known_at=)/u,
    // Operators see now, and the page says so.
    /^GET \/admin\//u,
    // What was recorded and captured never changes.
    /^GET \/(?:api\/replays\b|v1\/snapshots\/[\da-f-]{36}$)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

const isOfThePast = (request: string): boolean =>
  timeless.test(request) ||
  /^(?:GET .*[?&]as_of=|POST \/v1\/traces\/(?:compare|diff)\{.*"as_of"|POST \/v1\/alert-rules\/backtest\{.*"to")/u.test(
    request,
  );

/** How many pixels a page is wider than the window. */
const tooWide = 'document.documentElement.scrollWidth - innerWidth';

describe('the web application in a real browser', function () {
  this.timeout(400_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;
  let pages: readonly string[];

  before(async function () {
    browser = await browserOrSkip(this);
    ({ server, ada, pages } = await startShownServer());
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada, adminToken }));

  it('lead from the overview to the exception in three clicks', async () => {
    const { page, open, settled, complaints } = await visit();
    await open('/');
    await page.getByRole('link', { name: 'payments' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'payments' }).waitFor();
    await settled();
    await page
      .locator('table[aria-label], table')
      .getByRole('link')
      .filter({ hasText: /:/u })
      .first()
      .click();
    await (await failedSpan(page)).click();
    await page.getByText('CardError', { exact: true }).first().waitFor();
    await page.getByText('at pay (pay.js:1:1)').waitFor();
    deepEqual(complaints, []);
  });

  it('say which attribute the slow requests have in common', async () => {
    const { page, open, complaints } = await visit();
    await open('/services/checkout');
    await page.getByRole('button', { name: /slowest/u }).click();
    const row = page.getByRole('row', { name: /cloud\.region us/u });
    await row.waitFor();
    match((await row.textContent()) ?? '', /100 %/u);
    deepEqual(complaints, []);
  });

  it('ask everything as of the instant of the slider, on a telephone too, change nothing, and keep it in every link', async () => {
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
    const visitor = await visit({ theme: 'dark', width: 360 });
    const { open, page, takeRequests } = visitor;
    for (const path of someOf(pages)) {
      await page.goto('about:blank');
      takeRequests();
      await open(`${path}${path.includes('?') ? '&' : '?'}as_of=${encodeURIComponent(minute)}`);
      for (const request of takeRequests()) ok(isOfThePast(request), `${request} of ${path}`);
      const links = await page
        .locator('main a[href]')
        .evaluateAll(each => each.map(link => (link as unknown as { href: string }).href));
      for (const link of links.filter(each => each.startsWith(server.url)))
        ok(link.includes('as_of='), `${link} of ${path}`);
      ok(await page.getByRole('button', { name: 'Back to now' }).isVisible());
      deepEqual(await violationsOf(visitor), [], path);
      const wide = await page.evaluate<number>(tooWide);
      ok(wide <= 0, `${path} is ${wide} pixels too wide`);
    }
  });

  it('show a service whose name no path can hold', async () => {
    const { page, open, complaints } = await visit();
    await open('/services');
    await page.getByRole('link', { name: '..', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: '..' }).waitFor();
    await page.getByRole('main').getByText('Requests', { exact: true }).first().waitFor();
    equal(await page.getByRole('alert').count(), 0);
    deepEqual(complaints, []);
  });

  it('show the same of an instant twice, whatever arrives in the meantime', async () => {
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
    const path = `/services/checkout?as_of=${encodeURIComponent(minute)}`;
    const textOf = async (): Promise<string> => {
      const { open, page, close } = await visit();
      await open(path);
      const text = ((await page.locator('main').textContent()) ?? '').replaceAll(
        /\(\d+ \w+ ago\)/gu,
        '',
      );
      await close();
      return text;
    };
    const before = await textOf();
    ok(
      before.includes('POST /orders') ||
        before.includes('No request') ||
        before.includes('Not found'),
      before,
    );
    await sendShop(ada);
    await server.caughtUp();
    equal(await textOf(), before);
  });

  it('may be used by everybody in both themes, and show hostile texts as texts', async () => {
    const visitor = await visit();
    const { open, page, complaints } = visitor;
    for (const path of someOf(pages)) {
      await page.emulateMedia({ colorScheme: 'light' });
      await open(path);
      deepEqual(await violationsOf(visitor), [], path);
      await page.emulateMedia({ colorScheme: 'dark' });
      deepEqual(await violationsOf(visitor), [], `${path}, dark`);
      const wide = await page.evaluate<number>(tooWide);
      ok(wide <= 0, `${path} is ${wide} pixels too wide`);
      equal(await page.locator('a[href^="javascript:"]').count(), 0);
    }
    deepEqual(complaints, []);
  });

  it('open by a sign-in with a key, and lead to what the link says', async () => {
    const visitor = await visit({ key: undefined });
    const { page, open, complaints } = visitor;
    await open('/services/checkout?range=6h');
    await page.getByRole('tab', { name: 'By key' }).click();
    await page.getByLabel('API key').fill(ada.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'checkout' }).waitFor();
    match(page.url(), /\/services\/checkout\?range=6h$/u);
    deepEqual(complaints, []);
  });

  it('hand a session to another tab of the same browser', async () => {
    const { page, open } = await visit();
    await open('/services');
    const other = await page.context().newPage();
    await other.goto(`${server.url}/services/checkout`);
    await other.getByRole('heading', { level: 1, name: 'checkout' }).waitFor();
  });

  it('say that a session is over, and stay at the link', async () => {
    const { page, open } = await visit();
    await open('/services');
    await page.route('**/v1/services?**', route =>
      route.fulfill({ status: 401, json: { error: 'the key is not valid', code: 'unauthorized' } }),
    );
    await open('/services?q=check');
    await page.getByText('Your session is over').waitFor();
    match(page.url(), /\/services\?q=check$/u);
  });

  it('are all read with a key that reads, and fit a telephone', async () => {
    const { body } = await server.get<ResponseOf<'me'>>('/v1/me', ada.key);
    const { key } = await issuedKey(server, organizationId(body.organization.id), 'read');
    await server.caughtUp();
    const { open, page, complaints } = await visit({ key, width: 360 });
    for (const path of someOf(pages)) {
      await open(path);
      const alerts = await page.getByRole('alert').allTextContents();
      deepEqual(alerts.filter(Boolean), [], path);
      const wide = await page.evaluate<number>(tooWide);
      ok(wide <= 0, `${path} is ${wide} pixels too wide`);
    }
    deepEqual(complaints, []);
  });

  for (const [status, heading] of [
    [403, 'This key may not see this'],
    [404, 'Not found'],
    [410, 'No longer kept'],
    [500, 'That did not work'],
  ] as const)
    it(`say what went wrong, with the id of the request, while the rest stays: ${status}`, async () => {
      const { page, open, settled } = await visit();
      await page.route('**/errors?**', route =>
        route.fulfill({
          status,
          headers: { 'X-Request-Id': 'request-1' },
          json: { error: 'a reason in words', code: 'some_code', request_id: 'request-1' },
        }),
      );
      await open('/services/checkout');
      const alert = page.getByRole('alert');
      await alert.getByText(heading).waitFor();
      await alert.getByText('a reason in words').waitFor();
      await alert.getByText('request-1').waitFor();
      equal(await page.getByRole('button', { name: 'POST /orders' }).count(), 1);
      if (status !== 500) return;
      await page.unroute('**/errors?**');
      await alert.getByRole('button', { name: 'Try again' }).click();
      await alert.waitFor({ state: 'detached' });
      await settled();
    });

  it('are steered by keys, one layer after the other', async () => {
    const visitor = await visit();
    const { page, open } = visitor;
    await open('/');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    deepEqual(await violationsOf(visitor), [], 'the sheet of keys');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.waitForURL(/\/services$/u);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: /Search pages/u }).fill('payments');
    await page.getByRole('option', { name: /payments/u }).waitFor();
    deepEqual(await violationsOf(visitor), [], 'the palette');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/services\/payments/u);
    await page.getByRole('button', { name: 'Account and settings' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    deepEqual(await violationsOf(visitor), [], 'the account menu');
    deepEqual(visitor.complaints, []);
  });

  it('show the numbers of a chart as a table', async () => {
    const { page, open, takeRequests } = await visit();
    takeRequests();
    await open('/services/checkout');
    const asked = takeRequests()
      .find(each => each.includes('/timeseries?'))
      ?.replace('GET ', '');
    const panel = page.getByRole('figure', { name: /Requests and errors/u });
    await panel.getByRole('button', { name: 'Show as table' }).click();
    const shown = await panel
      .locator('tbody tr')
      .evaluateAll(rows =>
        rows.map(row => [...row.querySelectorAll('td')].map(cell => Number(cell.dataset.value))),
      );
    const { body } = await server.get<ResponseOf<'serviceTimeseries'>>(asked ?? '', ada.key);
    deepEqual(
      shown,
      body.points.map(({ requests, errors }) => [requests, errors]),
    );
  });
});
