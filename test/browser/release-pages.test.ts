import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { isOff } from '../support/is-off.ts';
import { issuedKey } from '../support/issued-key.ts';
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

  it('record a release with a deployment, and say what is wrong with it', async () => {
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open('/releases');
    await page.getByRole('button', { name: 'Record a release' }).click();
    const form = page.getByRole('dialog', { name: 'Record a release' });
    deepEqual(await violationsOf(visitor), [], 'the form of a release');
    await form.getByLabel('Version').fill('3.0.0/b+1');
    await form.getByLabel('Services').fill('basket\n\n checkout, again ');
    await form.getByLabel('Environment').fill('production');
    await form.getByLabel('Deployed at').fill('2090-01-01T00:00');
    await form.getByLabel('Changes').fill('https://example.com/changes/3');
    await form.getByRole('button', { name: 'Record', exact: true }).click();
    await form.getByRole('alert').filter({ hasText: 'finished_at' }).waitFor();
    await form.getByLabel('Deployed at').fill('2026-01-02T03:04');
    await form.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('heading', { name: '3.0.0/b+1' }).waitFor();
    const recorded = await read(encodeURIComponent('3.0.0/b+1'));
    deepEqual(
      [recorded.services, recorded.url, recorded.source, recorded.deploy_count],
      [['basket', 'checkout, again'], 'https://example.com/changes/3', 'web', 1],
    );
    const [deployed] = recorded.deployments;
    equal(deployed?.deployment.environment, 'production');
    equal(deployed?.deployment.deployed_at, new Date('2026-01-02T03:04').toISOString());
    await settled();
    deepEqual(
      complaints.filter(each => !each.includes('400')),
      [],
    );
  });

  it('record one more deployment of a release', async () => {
    const { page, open, settled, complaints } = await visit();
    await open('/releases/2.0.0');
    await page.getByRole('button', { name: 'Record a deployment' }).click();
    const form = page.getByRole('dialog', { name: 'Record a deployment' });
    await form.getByLabel('Environment').fill('canary');
    await form.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('table', { name: 'Deployments' }).getByText('canary').waitFor();
    equal((await read('2.0.0')).deployments[0]?.deployment.environment, 'canary');
    await settled();
    deepEqual(complaints, []);
  });

  it('record nothing in the past, and with a key that reads', async () => {
    const me = (await server.get<ResponseOf<'me'>>('/v1/me', ada.key)).body;
    const { key } = await issuedKey(server, organizationId(me.organization.id), 'read');
    await server.caughtUp();
    const reading = await visit({ key });
    const past = await visit();
    for (const [path, name] of [
      ['/releases', 'Record a release'],
      ['/releases/2.0.0', 'Record a deployment'],
    ] as const) {
      await reading.open(path);
      await isOff(reading.page.getByRole('button', { name }));
      await reading.page.getByText('This key reads and changes nothing.').first().waitFor();
    }
    const at = new Date(Date.now() - 60_000).toISOString();
    await past.open(`/releases?as_of=${encodeURIComponent(at)}`);
    await isOff(past.page.getByRole('button', { name: 'Record a release' }));
    await past.page.getByText('This is the past. Go back to now first.').first().waitFor();
  });
});
