import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { localInput } from '../../services/web/time/local-input.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { isOff } from '../support/is-off.ts';
import { issuedKey } from '../support/issued-key.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { postAs } from '../support/post-as.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { until } from '../support/until.ts';
import { visiting } from '../support/visiting.ts';
import { webhookReceivers } from '../support/webhook-client.ts';

const dayMs = 86_400_000;

describe('the pages of health checks and silences in a real browser', function () {
  this.timeout(120_000);
  const receivers = webhookReceivers();
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer({ environment: { TIDEMARK_OUTBOUND_ALLOW: '127.0.0.0/8' } });
    ada = await readerOf(server, 'ada');
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    await receivers.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));
  const checks = async () =>
    (await server.get<ResponseOf<'listHealthChecks'>>('/api/health-checks', ada.key)).body
      .health_checks;
  const resultOf = (id: string) =>
    until(`a result of ${id}`, async () =>
      (await checks()).find(each => each.id === id && each.last_check_at !== null),
    );

  it('create a check with assertions by keys and form, and show what it found', async () => {
    const { url } = await receivers.receive();
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open('/');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'Create a check' }).click();
    const form = page.getByRole('dialog', { name: 'Create a check' });
    for (const [label, text] of Object.entries({
      Service: 'checkout',
      Name: 'front page',
      URL: url,
      Headers: 'Accept: text/plain\nX-Probe: a:b',
      'The body contains': 'thanks',
      'The JSON value at': '$.status',
      is: '"1"',
      'Response within milliseconds': '5000',
    }))
      await form.getByLabel(label, { exact: true }).fill(text);
    deepEqual(await violationsOf(visitor), []);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'front page' }).waitFor();
    const [check] = await checks();
    deepEqual(check?.assertions, {
      body_contains: 'thanks',
      json_path: { path: '$.status', equals: '1' },
      response_time_ms: 5_000,
      certificate_days: null,
    });
    equal(check?.has_headers, true);
    // The body is no JSON, so the check fails until that is no longer expected.
    await resultOf(check?.id ?? '');
    await open(`/checks/${check?.id}`);
    await page.getByText('degraded', { exact: true }).first().waitFor();
    await page.getByRole('row', { name: /still fails 1/u }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit the check' });
    equal(await editor.getByLabel('is', { exact: true }).inputValue(), '"1"');
    await editor.getByLabel('The JSON value at', { exact: true }).fill('');
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.waitFor({ state: 'detached' });
    await until('that it passes', async () => (await checks())[0]?.status === 'healthy');
    await open(`/checks/${check?.id}`);
    await page.getByText('up', { exact: true }).first().waitFor();
    deepEqual((await checks())[0]?.assertions?.json_path, null);
    equal((await checks())[0]?.has_headers, true);
    await settled();
    deepEqual(await violationsOf(visitor), []);
    deepEqual(complaints, []);
  });

  it('show the uptime of each day as the interface gives it, and disable and delete', async () => {
    const { url } = await receivers.receive([503]);
    const { id } = await postAs(server, ada)<'createHealthCheck'>('/api/health-checks', {
      service_name: 'search',
      check_name: 'index',
      endpoint_url: url,
      check_interval_seconds: 86_400,
    });
    await resultOf(id);
    const { page, open, complaints } = await visit();
    await open(`/checks/${id}`);
    await page.getByText('1 day up less than 99 %, 89 days no result.').waitFor();
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    const table = page.getByRole('table', { name: 'Uptime by day' });
    const { body } = await server.get<ResponseOf<'healthCheckUptime'>>(
      `/api/health-checks/${id}/uptime`,
      ada.key,
    );
    const rows = await table
      .locator('tbody tr')
      .evaluateAll(all => all.map(row => [...row.children].map(cell => cell.textContent ?? '')));
    deepEqual(
      rows,
      body.days
        .toReversed()
        .map(({ day, uptime_percentage: percent, passed, failed, outages }) => [
          day,
          percent === null ? '–' : `${percent} %`,
          String(passed),
          String(failed),
          '–',
          String(outages),
        ]),
    );
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('disabled', { exact: true }).waitFor();
    await confirm(page, 'Delete');
    await page.getByRole('heading', { level: 1, name: 'Checks' }).waitFor();
    equal((await server.get(`/api/health-checks/${id}`, ada.key)).status, 404);
    deepEqual(complaints, []);
  });

  it('declare maintenance, end it, and remove it', async () => {
    const { id } = await postAs(server, ada)<'createHealthCheck'>('/api/health-checks', {
      service_name: 'batch',
      check_name: 'nightly',
      heartbeat_interval_seconds: 3_600,
    });
    const windows = async () =>
      (
        await server.get<ResponseOf<'listMaintenance'>>(
          `/api/health-checks/${id}/maintenance`,
          ada.key,
        )
      ).body.maintenance;
    const { page, open, complaints } = await visit();
    await open(`/checks/${id}`);
    await page.getByRole('button', { name: 'Declare maintenance' }).click();
    await page.getByLabel('From', { exact: true }).fill(localInput(Date.now() - dayMs, 'local'));
    await page.getByLabel('Reason', { exact: true }).fill('Moving the database');
    await page.getByRole('button', { name: 'Declare', exact: true }).click();
    const row = page.getByRole('row', { name: /Moving the database/u });
    await row.getByRole('button', { name: 'End now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
    await until('one maintenance that is over', async () => {
      const all = await windows();
      return all.length === 1 && Date.parse(all[0]?.to ?? '') <= Date.now();
    });
    await row.getByRole('button', { name: 'End now' }).waitFor({ state: 'detached' });
    await confirm(page, 'Remove');
    await row.waitFor({ state: 'detached' });
    deepEqual(await windows(), []);
    deepEqual(complaints, []);
  });

  it('create a silence that repeats, show it in the calendar, change and end it', async () => {
    const visitor = await visit();
    const { page, open, complaints } = visitor;
    await open('/silences');
    await page.getByRole('button', { name: 'Create a silence' }).click();
    const form = page.getByRole('dialog', { name: 'Create a silence' });
    await form.getByLabel('Service', { exact: true }).fill('checkout');
    await form.getByLabel('Until').fill(localInput(Date.now() + 60 * dayMs, 'local'));
    await form.getByLabel('Repeats').selectOption('week');
    for (const day of ['Tue', 'Thu', 'Fri']) await form.getByLabel(day).uncheck();
    await form.getByLabel('At', { exact: true }).fill('02:30');
    await form.getByLabel('For minutes').fill('90');
    await form.getByLabel('Reason').fill('Nightly batch');
    deepEqual(await violationsOf(visitor), []);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('row', { name: /coming.*on Mon, Wed at 02:30 for 90 min/u }).waitFor();
    const { body } = await server.get<ResponseOf<'listSilences'>>('/v1/silences', ada.key);
    equal(body.silences[0]?.recurrence?.cron, '30 2 * * 1,3');
    const held = page.getByRole('listitem').filter({ hasText: /^\w{3} \d\d \w{3}/u });
    equal(await held.count(), 14);
    equal(await held.filter({ hasText: '02:30–04:00service checkout: Nightly batch' }).count(), 4);
    equal(await held.filter({ hasText: /^(?:Mon|Wed)/u, hasNotText: 'nothing' }).count(), 4);
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit the silence' });
    equal(await editor.getByLabel('Wed').isChecked(), true);
    await editor.getByLabel('Repeats').selectOption('day');
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /every day at 02:30 for 90 min/u }).waitFor();
    await confirm(page, 'End');
    await page.getByText('No silence').waitFor();
    await page.getByLabel('State').selectOption('ended');
    await page.getByRole('row', { name: /ended.*Nightly batch/u }).waitFor();
    deepEqual(complaints, []);
  });

  it('say why nothing can be done in the past, and with a key that reads', async () => {
    const [check] = await checks();
    const { body } = await server.get<ResponseOf<'me'>>('/v1/me', ada.key);
    const { key } = await issuedKey(server, organizationId(body.organization.id), 'read');
    await server.caughtUp();
    const reading = await visit({ key });
    const past = await visit();
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
    for (const path of ['/checks', '/silences']) {
      await reading.open(path);
      await reading.page.getByText('This key reads and changes nothing.').waitFor();
      await past.open(`${path}?as_of=${encodeURIComponent(minute)}`);
      await past.page.getByText('This is the past. Go back to now first.').waitFor();
    }
    await reading.open(`/checks/${check?.id}`);
    for (const name of ['Edit', 'Disable', 'Delete', 'Declare maintenance'])
      await isOff(reading.page.getByRole('button', { name }));
  });
});

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click();
}
