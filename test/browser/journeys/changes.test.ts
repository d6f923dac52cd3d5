import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { violationsOf } from '../../support/accessibility.ts';
import { openAsOperator } from '../../support/as-operator.ts';
import { onBothEngines } from '../../support/both-engines.ts';
import { browserOrSkip } from '../../support/browser.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { type Reader, readerOf } from '../../support/reader.ts';
import { countPreviews, previewAfter } from '../../support/rule-preview.ts';
import { sendShop } from '../../support/shown-shop.ts';
import { spoilRow } from '../../support/spoilt-row.ts';
import { visiting } from '../../support/visiting.ts';
import { checked, received, webhookReceivers } from '../../support/webhook-client.ts';

onBothEngines('changes that are made in a real browser', function (start) {
  this.timeout(180_000);
  const receivers = webhookReceivers();
  let browser: Browser;
  let tidemark: WholeTidemark;
  let ada: Reader;

  before(async function () {
    browser = await browserOrSkip(this);
    tidemark = await start(this);
    ada = await readerOf(tidemark, 'ada');
    await sendShop(ada);
    await tidemark.caughtUp();
  });
  after(async () => {
    await browser?.close();
    await tidemark?.close();
    await receivers.close();
  });

  const visit = visiting(() => ({ browser, server: tidemark, ada }));

  it('create a rule whose past was seen first', async () => {
    const { page, open, settled, complaints } = await visit();
    await open('/services/checkout');
    await page.getByRole('link', { name: 'Create a rule' }).click();
    await page.getByRole('heading', { level: 1, name: 'New rule' }).waitFor();
    await settled();
    const seen = countPreviews(page);
    const threshold = page.getByLabel('Threshold');
    await threshold.fill('x');
    await page.getByText('The threshold must be a number.').first().waitFor();
    const { body } = await previewAfter(page, async () => {
      await page.getByLabel('Within (min)').fill('60');
      await threshold.fill('4');
    });
    const [tried] = body.results;
    equal(tried?.threshold, 4);
    equal(tried?.alerts, 1);
    await page
      .getByText(/^It would have fired once, for .+ in all, with .+ notices?\.$/u)
      .waitFor();
    const figure = page.getByRole('row', { name: /^Alerts/u });
    match((await figure.textContent()) ?? '', /1$/u);
    await page.getByLabel('Name').fill('Checkout fails');
    await page.getByLabel('Description').fill('Page the shop team');
    await page.getByLabel('Severity').selectOption('critical');
    await page.getByLabel('For at least (min)').fill('2');
    await page.getByLabel('No data').selectOption('ignore');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Checkout fails' }).waitFor();
    const { pathname } = new URL(page.url());
    const { body: rule } = await tidemark.get<ResponseOf<'getAlertRule'>>(
      `/v1/alert-rules/${pathname.split('/').at(-1)}`,
      ada.key,
    );
    const { scope_value, metric, operator, time_window, for_minutes, no_data, severity } = rule;
    deepEqual(
      [rule.threshold, scope_value, metric, operator, time_window, for_minutes, no_data, severity],
      [4, 'checkout', 'error_rate', '>', 60, 2, 'ignore', 'critical'],
    );
    await page.getByText('Fires with severity critical when the error rate of checkout').waitFor();
    equal(seen.most, 1);
    deepEqual(complaints, []);
  });

  it('create a webhook, and retry a delivery that failed until it arrives', async () => {
    // It asks for the longest pause before the third attempt, so that the button makes it.
    const receiver = await receivers.receive([500, 500], { 'Retry-After': '3600' });
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open('/webhooks');
    await page.getByRole('button', { name: 'Create a webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Create a webhook' });
    await form.getByLabel('Name', { exact: true }).fill('Bridge');
    await form.getByLabel('URL', { exact: true }).fill(receiver.url);
    await form.getByRole('checkbox', { name: /anomaly\.detected/u }).check();
    deepEqual(await violationsOf(visitor), []);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = (await form.getByText(/^whsec_/u).textContent()) ?? '';
    await form.getByRole('link', { name: 'Open its page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bridge' }).waitFor();
    await settled();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('is on its way').waitFor();
    await page.keyboard.press('Escape');
    await received(receiver, 2);
    const row = page.getByRole('row', { name: /alert\.triggered being retried 2 .*500/u });
    await row.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('row', { name: /alert\.triggered delivered 3 .*200/u }).waitFor();
    const [first, , third] = await received(receiver, 3);
    equal(checked(third, secret).event_id, checked(first, secret).event_id);
    await page.getByRole('link', { name: 'alert.triggered' }).click();
    const delivery = page.getByRole('dialog', { name: 'Delivery' });
    await delivery.getByRole('row', { name: /^3 .*200/u }).waitFor();
    equal(await delivery.getByRole('row').count(), 4);
    await delivery.getByText('Payload').click();
    match((await delivery.locator('details pre').last().textContent()) ?? '', /"test": true/u);
    deepEqual(await violationsOf(visitor), []);
    await page.keyboard.press('Escape');
    await delivery.waitFor({ state: 'detached' });
    await page.getByLabel('Status', { exact: true }).selectOption('failed');
    await page.getByText('Choose another status').waitFor();
    deepEqual(complaints, []);
  });

  it('rebuild a projection, say what was different, and switch to it', async () => {
    const wrong = 'row <b>1</b>';
    await spoilRow(tidemark, { projection: 'api-keys', key: wrong, row: { hint: 'of no event' } });
    const visitor = await openAsOperator(await visit());
    const { page, open, complaints } = visitor;
    await open('/operate/projections');
    const row = page.getByRole('row', { name: /^api-keys /u });
    await row.getByRole('button', { name: 'Rebuild' }).click();
    const layer = page.getByRole('dialog', { name: 'Rebuild api-keys' });
    // The job before may be read once more after the click.
    const over = new Set<string>();
    const rebuilt = async (name: string) => {
      const ended = page.waitForResponse(async response => {
        if (!/\/admin\/jobs\/[^/]+$/u.test(response.url()) || over.has(response.url()))
          return false;
        return ((await response.json()) as ResponseOf<'adminJob'>).state === 'succeeded';
      });
      await layer.getByRole('button', { name }).click();
      const response = await ended;
      over.add(response.url());
      const { rebuild } = (await response.json()) as ResponseOf<'adminJob'>;
      ok(rebuild !== null);
      return rebuild;
    };
    const dry = await rebuilt('Rebuild and compare');
    deepEqual([dry.switched, dry.difference_count], [false, 1]);
    await layer.getByText(/ The new rows were deleted\. 1 live row was different\.$/u).waitFor();
    await layer.getByLabel('Switch to the new rows').check();
    const report = await rebuilt('Rebuild and switch');
    deepEqual([report.switched, report.difference_count], [true, 1]);
    await layer.getByText(/ It is read from now on\. 1 live row was different\.$/u).waitFor();
    const difference = layer.getByRole('article', { name: wrong });
    await difference.getByText('Before').click();
    await difference.getByText('"hint": "of no event"').waitFor();
    await difference.getByText('Rebuilt').click();
    await difference.getByText('null').waitFor();
    deepEqual(await violationsOf(visitor), [], 'a rebuild');
    // The rows that are read now are the new ones: the wrong one is gone, and Ada's key works.
    equal((await rebuilt('Rebuild and switch')).difference_count, 0);
    await layer.getByText(/The live rows were the same\.$/u).waitFor();
    equal(await ada.statusOf('/v1/services'), 200);
    deepEqual(complaints, []);
  });
});
