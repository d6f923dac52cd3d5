import { deepEqual, equal } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { postAs } from '../support/post-as.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { sendObjectiveSpans } from '../support/shown-objectives.ts';
import { visiting } from '../support/visiting.ts';

describe('the pages of objectives in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    await sendObjectiveSpans(ada, 'storefront');
    await server.caughtUp();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));
  const objectives = async () =>
    (await server.get<ResponseOf<'listObjectives'>>('/v1/slos', ada.key)).body.slos;

  const create = (name: string) =>
    postAs(server, ada)<'createObjective'>('/v1/slos', {
      name,
      kind: 'availability',
      service: 'storefront',
      target: 99,
    });

  it('create an objective from the page of a service, show its budget, change and delete it', async () => {
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open('/services/storefront');
    await page.getByRole('link', { name: 'Objectives', exact: true }).last().click();
    await page.getByText('No objective', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create an objective' }).click();
    const form = page.getByRole('dialog', { name: 'Create an objective' });
    equal(await form.getByLabel('Service').inputValue(), 'storefront');
    await form.getByLabel('Name').fill('Quick');
    await form.getByLabel('A request is good').selectOption('within a time');
    await form.getByLabel('Target in percent').fill('99');
    await form.getByLabel('Milliseconds at most').fill('500');
    await form.getByLabel('Window').selectOption('the last 7 days');
    deepEqual(await violationsOf(visitor), []);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Quick' }).waitFor();
    await page.getByText('99 % of requests within 500 ms over 7 days.').waitFor();
    const [made] = await objectives();
    const { body } = await server.get<ResponseOf<'getObjective'>>(`/v1/slos/${made?.id}`, ada.key);
    deepEqual([body.total, body.budget.spent, body.threshold_ms], [2_880, 5, 500]);
    await page.getByText('2,875 of 2,880 requests were good').waitFor();
    await page.getByText('23 requests may still fail').waitFor();
    const rates = page.getByRole('table', { name: 'Burn rates' });
    deepEqual(
      await rates
        .locator('tbody tr')
        .evaluateAll(rows =>
          rows.map(row => [...row.children].slice(0, 3).map(cell => cell.textContent ?? '')),
        ),
      body.burn_rates.map(({ window, good, total }) => [
        window.replace(/(\d+)/u, '$1 '),
        total.toLocaleString('en-GB'),
        String(total - good),
      ]),
    );
    await page.getByRole('button', { name: 'Show as table' }).click();
    const left = page.getByRole('region', { name: 'Error budget as a table' }).locator('td');
    equal(await left.nth(-2).getAttribute('data-value'), String(body.budget.remaining_percent));
    await settled();
    deepEqual(await violationsOf(visitor), []);
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit the objective' });
    await editor.getByLabel('A request is good').selectOption('without an error');
    await editor.getByLabel('Target in percent').fill('99.9');
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.waitFor({ state: 'detached' });
    await page.getByText('99.9 % of requests without an error over 7 days.').waitFor();
    await page.getByText('used up', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No objective', { exact: true }).waitFor();
    deepEqual(await objectives(), []);
    deepEqual(complaints, []);
  });

  it('list objectives with their budgets, and lead to the traces that spent them', async () => {
    for (const [name, target] of [
      ['Kept', 99],
      ['Missed', 99.9],
    ] as const)
      await server.post(
        '/v1/slos',
        { name, kind: 'availability', service: 'storefront', target, window_days: 7 },
        { 'X-API-Key': ada.key },
      );
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open('/');
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByRole('row', { name: /^used up Missed .* already$/u }).waitFor();
    await page.getByRole('row', { name: /^healthy Kept .*82\.6 %/u }).waitFor();
    await settled();
    deepEqual(await violationsOf(visitor), []);
    await page.getByRole('link', { name: 'Missed' }).click();
    const spent = page.getByRole('table', { name: 'What spent the budget' });
    await spent.getByRole('link', { name: 'Traces' }).first().click();
    await page.waitForURL(/\/traces\?.*status=error/u);
    await page.getByText('GET /checkout').first().waitFor();
    deepEqual(complaints, []);
  });

  it('make alert rules of an objective with one press, and show and change them', async () => {
    const made = await create('Watched');
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open(`/slos/${made.id}`);
    await page.getByText('No rule alerts when it burns too fast').waitFor();
    await settled();
    deepEqual(await violationsOf(visitor), []);
    await page.getByRole('button', { name: 'Alert on fast and slow burn' }).click();
    const rules = page.getByRole('table', { name: 'Alert rules of this objective' });
    await rules
      .getByRole('row', { name: /^critical Watched, fast burn .*14\.4 × within 1 h and 5 min/u })
      .waitFor();
    await rules
      .getByRole('row', { name: /^warning Watched, slow burn .*6 × within 6 h and 30 min/u })
      .waitFor();
    equal(await page.getByRole('button', { name: 'Alert on fast and slow burn' }).count(), 0);
    await settled();
    deepEqual(await violationsOf(visitor), []);
    await rules.getByRole('link', { name: 'Watched, fast burn' }).click();
    await page
      .getByText(
        'Fires with severity critical when the burn rate of an objective of storefront is over 14.4 × within 1 h, and over 14.4 × within 5 min.',
      )
      .waitFor();
    await settled();
    deepEqual(await violationsOf(visitor), []);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Objective').waitFor();
    equal(await page.getByLabel('Objective').inputValue(), made.id);
    await page.getByLabel('Over both').selectOption('6 h and 30 min');
    equal(await page.getByLabel('Threshold (burn rate)').inputValue(), '6');
    await page.getByLabel('Threshold (burn rate)').fill('7');
    await settled();
    deepEqual(await violationsOf(visitor), []);
    await page.getByRole('button', { name: 'Save rule' }).click();
    // The editor has the same sentence and link.
    await page.waitForURL(/\/rules\/[\da-f-]+$/u);
    await page.getByText('is over 7 × within 6 h, and over 7 × within 30 min.').waitFor();
    await page.getByRole('link', { name: 'an objective' }).click();
    await page.waitForURL(`**/slos/${made.id}`);
    await visitor.whole();
    // What watched the fast rate watches the slow one by now, so it can be made again.
    await page.getByRole('button', { name: 'Alert on fast and slow burn' }).click();
    await rules.getByRole('row').nth(3).waitFor();
    deepEqual(complaints, []);
  });

  it('make a rule about a burn rate in the editor', async () => {
    const made = await create('By hand');
    const visitor = await visit();
    const { page, open, complaints } = visitor;
    await open('/rules/new');
    await page.getByLabel('Name', { exact: true }).fill('Burns');
    await page.getByLabel('Metric').selectOption('burn rate');
    await page.getByText('Choose an objective.').first().waitFor();
    await page.getByLabel('Objective').selectOption('By hand');
    equal(await page.getByLabel('Threshold (burn rate)').inputValue(), '14.4');
    await page
      .getByText(/would have/u)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Burns' }).waitFor();
    const { body } = await server.get<ResponseOf<'listAlertRules'>>(
      `/v1/alert-rules?objective=${made.id}`,
      ada.key,
    );
    deepEqual(
      body.rules.map(({ scope_value, time_window, severity }) => [
        scope_value,
        time_window,
        severity,
      ]),
      [['storefront', 60, 'critical']],
    );
    deepEqual(complaints, []);
  });
});
