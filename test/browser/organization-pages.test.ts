import { deepEqual, equal, match } from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { violationsOf } from '../support/accessibility.ts';
import { callApi } from '../support/api-call.ts';
import { browserOrSkip } from '../support/browser.ts';
import { isOff } from '../support/is-off.ts';
import { issuedKey } from '../support/issued-key.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { sendShop } from '../support/shown-shop.ts';
import { leastSourceMap } from '../support/source-maps.ts';
import { visiting } from '../support/visiting.ts';
import { type ZippedFile, zipOf } from '../support/zips.ts';

const debugId = '85314830-023f-4cf1-a267-535f4e37bb17';

describe('the pages of an organization in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    await sendShop(ada);
    await server.caughtUp();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));
  const read = async <Body>(path: string): Promise<Body> =>
    (await server.get<Body>(path, ada.key)).body;

  it('create a key that works until it is revoked, and keep what happened to it', async () => {
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog', { name: 'New key' });
    deepEqual(await violationsOf(visitor), [], 'the form of a key');
    await form.getByLabel('Name').fill('Dashboards of Grace');
    await form.getByLabel('Kind').selectOption('read');
    await form.getByRole('button', { name: 'Create the key' }).click();
    const shown = page.getByRole('dialog', { name: 'The new key' });
    const key = (await shown.getByText(/^tmk_read_/u).textContent()) ?? '';
    deepEqual(await violationsOf(visitor), [], 'the new key');
    equal((await server.get('/v1/services', key)).status, 200);
    await page.keyboard.press('Escape');
    const row = page.getByRole('row', { name: /Dashboards of Grace/u });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await confirm(page, 'Revoke');
    await row.waitFor({ state: 'detached' });
    equal((await server.get('/v1/services', key)).status, 401);
    const { api_keys: keys } = await read<ResponseOf<'listApiKeys'>>('/v1/api-keys');
    const made = keys.find(({ name }) => name === 'Dashboards of Grace');
    equal(made?.status, 'revoked');

    await open(`/history?kind=keys&resource=api-key:${made?.id}`);
    const entry = page.getByRole('article', { name: /was revoked/u });
    await entry.getByRole('row', { name: /^revoked false true$/u }).waitFor();
    await entry.getByRole('link', { name: 'Show everything before' }).click();
    await page.getByRole('button', { name: 'Back to now' }).waitFor();
    await settled();
    const { events } = await read<ResponseOf<'audit'>>(`/v1/audit?resource=api-key:${made?.id}`);
    equal(new URL(page.url()).searchParams.get('as_of'), minuteOf(events[0]?.at ?? ''));
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await settled();
    equal(await row.count(), 0);
    deepEqual(complaints, []);
  });

  it('rotate a key, and show its successor once', async () => {
    const { page, open } = await visit();
    await issued('read');
    await open('/keys');
    const row = page.getByRole('row', { name: /read/u }).first();
    await row.getByRole('button', { name: 'Rotate' }).click();
    const question = page.getByRole('dialog', { name: 'Rotate' });
    await question.getByLabel('The old key').selectOption('0');
    await confirm(page, 'Rotate');
    const shown = page.getByRole('dialog', { name: 'The new key' });
    const key = (await shown.getByText(/^tmk_read_/u).textContent()) ?? '';
    equal((await server.get('/v1/services', key)).status, 200);
  });

  it('store a source map with its release, and delete it', async () => {
    const { page, open, complaints } = await visit();
    await open('/source-maps');
    await page.getByText('No source map yet').waitFor();
    await page.getByRole('button', { name: 'Upload maps' }).click();
    const form = page.getByRole('dialog', { name: 'Upload maps' });
    await form.getByLabel('File', { exact: true }).setInputFiles({
      name: 'app.js.map',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...leastSourceMap, debugId })),
    });
    await page.waitForFunction(isFilledIn, debugId);
    await form.getByLabel('File name').fill(join('assets', 'app.js.map'));
    await form.getByLabel('Release').fill('2026.11+4 b');
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await form.getByText(/^Stored: app/u).waitFor();
    await page.keyboard.press('Escape');
    const [map] = (await read<ResponseOf<'listSourceMaps'>>('/api/sourcemaps')).source_maps;
    deepEqual([map?.debug_id, map?.release], [debugId, '2026.11+4 b']);
    await page.getByRole('link', { name: '2026.11+4 b' }).click();
    await page.getByRole('row', { name: new RegExp(debugId, 'u') }).waitFor();
    await page.getByRole('button', { name: 'Delete all of this release' }).click();
    await confirm(page, 'Delete all of this release');
    await page.getByText('This release has no map').waitFor();
    equal((await read<ResponseOf<'listSourceMaps'>>('/api/sourcemaps')).total, 0);
    deepEqual(complaints, []);
  });

  it('store the source maps of a zip, or say which of them cannot be stored', async () => {
    const { page, open, complaints } = await visit();
    await open('/source-maps');
    await page.getByRole('button', { name: 'Upload maps' }).click();
    const form = page.getByRole('dialog', { name: 'Upload maps' });
    const mapOf = (id: string) => JSON.stringify({ ...leastSourceMap, debugId: id });
    const choose = (files: readonly ZippedFile[]) =>
      form.getByLabel('File', { exact: true }).setInputFiles({
        name: 'dist.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from(zipOf(files)),
      });
    const good = [
      { name: 'dist/a.js.map', content: mapOf(randomUuid()) },
      { name: 'dist/b.js.map', content: mapOf(randomUuid()) },
      { name: 'dist/b.js', content: '' },
    ];
    await choose([...good, { name: 'dist/c.js.map', content: '{' }]);
    equal(await form.getByLabel('Debug id').count(), 0);
    await form.getByLabel('Release').fill('zipped 1');
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await form.getByRole('alert').filter({ hasText: 'dist/c.js.map' }).waitFor();
    await choose(good);
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await form
      .getByText(/^Stored: 2 source maps for release .*no source map of code: 1\./u)
      .waitFor();
    const stored = (await read<ResponseOf<'listSourceMaps'>>('/api/sourcemaps')).source_maps;
    deepEqual(stored.map(({ filename, release }) => [filename, release]).sort(), [
      ['a.js.map', 'zipped 1'],
      ['b.js.map', 'zipped 1'],
    ]);
    deepEqual(
      complaints.filter(each => !each.includes('400')),
      [],
    );
  });

  it('show the usage that the interface counts, and lead to another plan', async () => {
    const { page, open, complaints } = await visit();
    await open('/billing');
    await page.getByRole('button', { name: 'Show as table' }).click();
    const today = new Date().toISOString().slice(0, 10);
    const row = page.getByRole('row', { name: new RegExp(`^${today}`, 'u') });
    const cells = (await row.getByRole('cell').allTextContents()).map(numberOf);
    const [month] = (await read<ResponseOf<'billingUsage'>>('/v1/billing/usage')).months;
    const day = month?.days.find(each => each.day === today);
    deepEqual(cells.slice(1), [
      day?.accepted_spans,
      day?.accepted_points,
      day?.rejected,
      day?.requests,
      day?.parked,
      day?.parked_expired,
      day?.bytes,
    ]);
    const ofMonth = page.getByRole('table', { name: 'Usage by month' }).getByRole('cell');
    equal(numberOf((await ofMonth.nth(2).textContent()) ?? ''), month?.traces);
    equal(numberOf((await ofMonth.nth(3).textContent()) ?? ''), month?.bytes);
    await page.getByRole('button', { name: 'Change to Team' }).click();
    await confirm(page, 'Change to Team');
    await page.getByRole('button', { name: 'Complete the sandbox payment' }).click();
    await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    await page.getByRole('row', { name: /^Team yours/u }).waitFor();
    equal((await read<ResponseOf<'subscription'>>('/v1/billing/subscription')).plan, 'team');
    deepEqual(complaints, []);
  });

  it('choose what becomes of telemetry over the quota', async () => {
    const { page, open, complaints } = await visit();
    await open('/billing');
    await page.getByText(/^Traces and metrics over the quota are rejected/u).waitFor();
    await page.getByRole('button', { name: 'Park instead' }).click();
    await confirm(page, 'Park instead');
    await page.getByText(/^Traces and metrics over the quota are parked/u).waitFor();
    const { over_quota: chosen } = await read<ResponseOf<'subscription'>>(
      '/v1/billing/subscription',
    );
    equal(chosen, 'park');
    deepEqual(complaints, []);
  });

  it('rename the organization', async () => {
    const { page, open } = await visit();
    await open('/settings');
    await page.getByLabel('Name').fill('Quiet Harbor <b>');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('banner').getByText('Quiet Harbor <b>').waitFor();
    equal((await read<ResponseOf<'organization'>>('/v1/organization')).name, 'Quiet Harbor <b>');
  });

  it('go through more changes than a page holds, and back', async () => {
    const rename = (name: string) =>
      callApi(server.url, {
        method: 'PATCH',
        path: '/v1/organization',
        key: ada.key,
        body: { name },
      });
    for (let count = 0; count < 51; count += 1) await rename(`Quiet Harbor ${count}`);
    const { page, open, settled } = await visit();
    await open('/history?kind=account');
    const entries = page.getByRole('article');
    const path = '/v1/audit?kinds=account&limit=50';
    const first = await read<ResponseOf<'audit'>>(path);
    const second = await read<ResponseOf<'audit'>>(`${path}&cursor=${first.next_cursor}`);
    equal(await entries.count(), 50);
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.waitForURL(/cursor=/u);
    await settled();
    equal(await entries.count(), second.events.length);
    await page.goBack();
    await page
      .getByRole('button', { name: 'Latest' })
      .and(page.locator('[aria-disabled]'))
      .waitFor();
    equal(await entries.count(), 50);
  });

  it('answer a question asked by keys alone, and lead to what the answer is about', async () => {
    const { page, open, settled, complaints } = await visit();
    await open('/');
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await page.getByRole('heading', { level: 1, name: 'Assistant' }).waitFor();
    await tabTo(page, 'Question');
    await page.keyboard.type('Why does checkout fail?');
    await page.keyboard.press('Enter');
    const about = page.getByRole('list', { name: 'What this is about' });
    await about.getByRole('link', { name: 'checkout' }).waitFor();
    const id = new URL(page.url()).searchParams.get('conversation');
    const { messages } = await read<ResponseOf<'getConversation'>>(
      `/v1/copilot/conversations/${id}`,
    );
    await page.getByText(messages[1]?.content ?? '').waitFor();
    await about
      .getByRole('link', { name: /^trace / })
      .first()
      .click();
    await page.waitForURL(/\/traces\/[0-9a-f]{32}/u);
    await settled();
    await page.goBack();
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete');
    await page.getByText('Nobody asked yet').waitFor();
    deepEqual(complaints, []);
  });

  it('change nothing in the past, and with a key that reads', async () => {
    await issued('live');
    const reading = await visit({ key: (await issued('read')).key });
    const past = await visit();
    const at = `?as_of=${encodeURIComponent(minuteOf(new Date().toISOString()))}`;
    for (const [path, names] of Object.entries(changing)) {
      await reading.open(path);
      for (const name of names) await isOff(reading.page.getByRole('button', { name }).first());
      await past.open(`${path}${at}`);
      await isOff(past.page.getByRole('button', { name: names[0] }).first());
    }
    await past.open(`/ask${at}`);
    await past.page.getByText('Answers are about now.').waitFor();
    const { page, open } = reading;
    await open('/ask');
    await page.getByLabel('Question').fill('What is wrong?');
    await page.keyboard.press('Enter');
    await page.getByText(/Looked at: spans of /u).waitFor();
    match(page.url(), /conversation=/u);
    await isOff(page.getByRole('button', { name: 'Delete' }).first());
  });

  async function issued(kind: 'live' | 'read') {
    const { organization } = await read<ResponseOf<'me'>>('/v1/me');
    const made = await issuedKey(server, organizationId(organization.id), kind);
    await server.caughtUp();
    return made;
  }
});

/** What changes something, by its page; the first of each is there in the past, too. */
const changing = {
  '/keys': ['New key', 'Rotate', 'Revoke'],
  '/source-maps': ['Upload maps'],
  '/billing': ['Change to Scale', 'Reject instead'],
} as const;

const minuteOf = (at: string): string => `${at.slice(0, 16)}:00.000Z`;

const numberOf = (text: string): number => Number(text.replaceAll(/[^\d]/gu, ''));

/** Presses the button of the question that a button of the same name opened. */
const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click();

type Fields = {
  readonly document: { readonly querySelectorAll: (name: string) => Iterable<{ value: string }> };
};

/** It runs in the page. */
const isFilledIn = (value: string): boolean => {
  const { document } = globalThis as unknown as Fields;
  return [...document.querySelectorAll('input')].some(field => field.value === value);
};

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  const control = page.getByLabel(label, { exact: true });
  for (let left = 200; left > 0; left -= 1) {
    if (await control.and(page.locator(':focus')).isVisible()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`expected Tab to lead to ${label}`);
}
