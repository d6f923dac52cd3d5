import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { shownReleases } from '../support/shown-releases.ts';
import { visiting } from '../support/visiting.ts';

const requestsMax = 8;

describe('the pages of releases in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    await shownReleases(server, ada);
    await server.caughtUp();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));
  const read = async (version: string) =>
    (await server.get<ResponseOf<'getReleaseFigures'>>(`/v1/releases/${version}`, ada.key)).body;

  it('list releases with what their deployments changed, and lead to each', async () => {
    const visitor = await visit();
    const { page, open, takeRequests, complaints } = visitor;
    await open('/releases');
    await page.goto('about:blank');
    takeRequests();
    await open('/releases');
    await page.getByText('3 releases', { exact: true }).waitFor();
    const asked = takeRequests();
    ok(asked.length <= requestsMax, asked.join('\n'));
    deepEqual(await violationsOf(visitor), []);
    const row = page.getByRole('row').filter({ hasText: '2.1.0' });
    const text = (await row.textContent()) ?? '';
    match(text, /basket, checkout/u);
    match(text, /production/u);
    const { deployments } = await read('2.1.0');
    const figures = deployments[0]?.figures;
    ok(figures);
    equal(figures.after.new_error_groups, 1);
    ok(figures.adoption.percent > 80 && figures.adoption.percent < 100);
    match(text, new RegExp(`${Number(figures.adoption.percent.toPrecision(3))} %`, 'u'));
    await page.getByLabel('Environment').selectOption('staging');
    await page.getByText('One release', { exact: true }).waitFor();
    await page.getByRole('link', { name: '2.1.0' }).click();
    await page.getByRole('heading', { name: '2.1.0' }).waitFor();
    deepEqual(complaints, []);
  });

  it('finalize and delete a release', async () => {
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open('/releases/2.1.0');
    deepEqual(await violationsOf(visitor), []);
    await page.getByRole('button', { name: 'Finalize' }).click();
    await page.getByRole('button', { name: 'Not finalized after all' }).waitFor();
    ok((await read('2.1.0')).finalized_at !== null);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 releases', { exact: true }).waitFor();
    await settled();
    deepEqual(complaints, []);
  });

  it('show recorded deployments on the page of a service', async () => {
    const { page, open, complaints } = await visit();
    await open('/services/basket?range=24h');
    const table = page.getByRole('table', { name: 'Deployments of basket' });
    await table.getByText('recorded, production').first().waitFor();
    await table.getByRole('link', { name: '2.0.0' }).click();
    await page.getByRole('heading', { name: '2.0.0' }).waitFor();
    deepEqual(complaints, []);
  });
});
