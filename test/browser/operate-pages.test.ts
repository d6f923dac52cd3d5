import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { violationsOf } from '../support/accessibility.ts';
import { openAsOperator } from '../support/as-operator.ts';
import { browserOrSkip } from '../support/browser.ts';
import type { ObservedServer } from '../support/observed-server.ts';
import { type OperatedServer, startOperatedServer } from '../support/operated-server.ts';
import { parseCsv } from '../support/parse-csv.ts';
import type { Reader } from '../support/reader.ts';
import { until } from '../support/until.ts';
import { visiting } from '../support/visiting.ts';

/** How many pixels a page is wider than the window. */
const tooWide = 'document.documentElement.scrollWidth - innerWidth';

describe('the pages of operators in a real browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;
  let organization: string;
  let ask: OperatedServer['ask'];

  before(async function () {
    browser = await browserOrSkip(this);
    ({ server, ada, organization, ask } = await startOperatedServer());
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));

  const signedIn = async (options?: Parameters<typeof visit>[0]) =>
    openAsOperator(await visit(options));

  it('show status and lag as the interface does', async () => {
    const { page, complaints } = await signedIn();
    const status = await ask<ResponseOf<'adminStatus'>>('/status');
    await page.getByText(/^2 records could not be processed/u).waitFor();
    match(String(status.cause), /^2 records could not be processed/u);
    const lags = page.getByRole('table', { name: 'Lag of consumers' }).locator('tbody tr');
    equal(await lags.count(), status.consumers?.length);
    const positions = page.getByRole('table', { name: 'Projections' }).locator('tbody tr');
    deepEqual(
      (await positions.evaluateAll(textsOfRows)).map(([name]) => name).sort(),
      status.projections?.map(({ name }) => name).sort(),
    );
    deepEqual(complaints, []);
  });

  it('look into a dead letter, redrive it, and redrive all', async () => {
    const visitor = await signedIn();
    const { page, open, complaints } = visitor;
    await open('/operate/dead');
    const rows = page.getByRole('table', { name: 'Dead letters' }).locator('tbody tr');
    equal(await rows.count(), 2);
    const { records } = await ask<ResponseOf<'adminDead'>>('/dead');
    const id = records[0]?.id ?? '';
    await page.getByRole('button', { name: id }).click();
    const detail = page.getByRole('dialog', { name: `Dead letter ${id}` });
    const shown = await ask<ResponseOf<'adminDeadShow'>>(`/dead/${encodeURIComponent(id)}`);
    await detail.getByText(String(shown.body.content)).waitFor();
    await detail.getByRole('definition').getByText(organization).waitFor();
    deepEqual(await violationsOf(visitor), [], 'a dead letter');
    await page.keyboard.press('Escape');
    await page.getByLabel(`Choose ${id}`).check();
    await page.getByRole('button', { name: 'Redrive the chosen' }).click();
    await confirm(page, 'Redrive the chosen', /^1 dead letter is sent/u);
    await page.getByText('1 dead letter was redriven.').waitFor();
    // It cannot be decoded now either: it comes back, beside the one that was redriven.
    await until('it to come back', async () => (await server.deadLetters()) === 2 || undefined);
    await open('/operate/dead');
    equal(await rows.filter({ hasText: 'redriven' }).count(), 1);
    await page.getByRole('button', { name: 'Redrive all' }).click();
    await confirm(page, 'Redrive all', /2 of those that are shown/u);
    await page.getByText('2 dead letters were redriven.').waitFor();
    const after = await ask<ResponseOf<'adminDead'>>('/dead');
    ok(after.records.filter(({ redriven }) => redriven).length >= 3);
    deepEqual(complaints, []);
  });

  it('show the events of a stream with the state after each', async () => {
    const { page, open, settled, complaints } = await signedIn();
    await open('/operate/streams');
    await page.getByLabel('Name').fill(`organization-${organization}`);
    await page.getByRole('button', { name: 'Show its events' }).click();
    const { events } = await ask<ResponseOf<'adminHistory'>>(
      `/history/organization-${organization}`,
    );
    const articles = page.getByRole('article');
    await articles.first().waitFor();
    await settled();
    equal(await articles.count(), events.length);
    const last = events.at(-1);
    const first = page.getByRole('article', { name: `${last?.revision} ${last?.type}` });
    const texts = await first.locator('pre').allTextContents();
    deepEqual(
      texts.map(text => JSON.parse(text)),
      [last?.data, last?.state],
    );
    deepEqual(complaints, []);
    await open('/operate/streams?stream=organization-none');
    await page.getByRole('alert').getByText('there is no stream organization-none').waitFor();
  });

  it('answer SQL as the interface does, also as CSV, and say why not', async () => {
    const { page, open, complaints } = await signedIn();
    await open('/operate/sql');
    const sql = `SELECT service, count() AS n, '=1+1' AS formula, NULL AS none FROM spans GROUP BY service ORDER BY service`;
    await page.getByLabel('SQL').fill(sql);
    await page.keyboard.press('Control+Enter');
    const table = page.getByRole('table', { name: 'Result' });
    await table.waitFor();
    const { columns, rows } = await ask<ResponseOf<'adminSql'>>('/sql', { sql });
    ok(rows.length > 0);
    deepEqual(
      await table.getByRole('columnheader').allTextContents(),
      columns.map(({ name }) => name),
    );
    const texts = rows.map(row => row.map(value => (value === null ? 'NULL' : String(value))));
    deepEqual(
      await table.locator('tbody tr').evaluateAll(textsOfRows),
      texts.map(row => row.map(text => text.slice(0, 500))),
    );
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const csv = parseCsv(await readFile(await (await download).path(), 'utf8'));
    deepEqual(
      csv[0],
      columns.map(({ name }) => name),
    );
    deepEqual(
      csv.slice(1).map(([, n, formula, none]) => [n, formula, none]),
      rows.map(([, n]) => [n, "'=1+1", '']),
    );
    deepEqual(complaints, []);
    await page.getByLabel('SQL').fill('SELECT arrayJoin(range(10001)) AS n');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText(/^only the first 10,000 rows/u).waitFor();
    await page.getByLabel('SQL').fill("SELECT * FROM url('http://127.0.0.1/')");
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('expected a function that can be used here, found url').waitFor();
  });

  it('show how far a rebuild is, and cancel it', async () => {
    const visitor = await signedIn();
    const { page, open, complaints } = visitor;
    await open('/operate/projections');
    let state = 'running';
    // A rebuild of few events is over before anybody sees it run.
    await page.route(/\/admin\/jobs\/[^/]+$/u, async route => {
      const job = Object(await (await route.fetch()).json());
      await route.fulfill({ json: { ...job, state, done: 812, total: 2_000, rebuild: null } });
    });
    await page.route(/\/admin\/jobs\/[^/]+\/cancel$/u, async route => {
      state = 'cancelled';
      await route.fulfill({ json: {} });
    });
    const row = page.getByRole('row', { name: /^api-keys /u });
    await row.getByRole('button', { name: 'Rebuild' }).click();
    const layer = page.getByRole('dialog', { name: 'Rebuild api-keys' });
    await layer.getByRole('button', { name: 'Rebuild and compare' }).click();
    await layer.getByText('Events are read: position 812 of 2,000.').waitFor();
    equal(await layer.getByRole('progressbar').getAttribute('value'), '812');
    deepEqual(await violationsOf(visitor), [], 'a rebuild that runs');
    await layer.getByRole('button', { name: 'Cancel the rebuild' }).click();
    await confirm(page, 'Cancel the rebuild', /the live rows stay as they are/u);
    await layer.getByText('The rebuild was cancelled. The live rows are as before.').waitFor();
    deepEqual(complaints, []);
  });

  for (const path of [
    '/operate',
    '/operate/dead',
    '/operate/projections',
    '/operate/streams?stream=organization-ID',
    '/operate/sql',
  ])
    it(`may be used by everybody, in both themes and on a telephone: ${path}`, async () => {
      const visitor = await signedIn({ width: 360 });
      const { page, open, complaints } = visitor;
      await open(path.replace('ID', organization));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        deepEqual(await violationsOf(visitor), [], colorScheme);
        const wide = await page.evaluate<number>(tooWide);
        ok(wide <= 0, `${wide} pixels too wide`);
      }
      deepEqual(complaints, []);
    });

  it('show now in the past', async () => {
    const { page, open, complaints } = await signedIn();
    const at = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
    for (const [path, name] of [
      ['/operate/dead', 'Redrive all'],
      ['/operate/projections', 'Rebuild'],
    ] as const) {
      await open(`${path}?as_of=${encodeURIComponent(at)}`);
      await page.getByText('The slider does not apply here').waitFor();
      await page
        .getByRole('button', { name })
        .and(page.locator('[aria-disabled]'))
        .first()
        .waitFor();
    }
    deepEqual(complaints, []);
  });
});

async function confirm(page: Page, name: string, will: RegExp): Promise<void> {
  const question = page.getByRole('dialog', { name });
  await question.getByText(will).waitFor();
  await question.getByRole('button', { name }).click();
  await question.waitFor({ state: 'detached' });
}

type Row = { readonly querySelectorAll: (selector: string) => Iterable<{ textContent: string }> };

/** The texts of the cells of rows. It runs in the page. */
const textsOfRows = (rows: readonly unknown[]): string[][] =>
  (rows as readonly Row[]).map(row =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  );
