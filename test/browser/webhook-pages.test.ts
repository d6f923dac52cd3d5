import { deepEqual, equal, notEqual } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { browserOrSkip } from '../support/browser.ts';
import { issuedKey } from '../support/issued-key.ts';
import { routingKey } from '../support/notice-services/keys.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { postAs } from '../support/post-as.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { shownAlert } from '../support/shown-alert.ts';
import { sendShop } from '../support/shown-shop.ts';
import { visiting } from '../support/visiting.ts';
import { checked, received, webhookReceivers } from '../support/webhook-client.ts';

describe('the pages of webhooks and channels in a real browser', function () {
  this.timeout(120_000);
  const receivers = webhookReceivers();
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer({ environment: { TIDEMARK_OUTBOUND_ALLOW: '127.0.0.0/8' } });
    ada = await readerOf(server, 'ada');
    await sendShop(ada);
    await shownAlert(server, ada);
    await server.caughtUp();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    await receivers.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));
  const webhookTo = async (url: string) =>
    postAs(server, ada)<'createWebhook'>('/v1/webhooks', {
      name: 'Incidents',
      url,
      events: ['alert.triggered'],
    });

  it('say how many events a replay sends before they are sent', async () => {
    const receiver = await receivers.receive();
    const { id, secret } = await webhookTo(receiver.url);
    await server.caughtUp();
    const { page, open, complaints } = await visit();
    await open(`/webhooks/${id}`);
    await page.getByRole('button', { name: 'Replay events' }).click();
    await page.getByRole('button', { name: 'Count the events' }).click();
    await page.getByText('1 event would be sent to this webhook').waitFor();
    equal(receiver.requests.length, 0);
    await page.getByRole('button', { name: 'Send 1 event' }).click();
    const [sent] = await received(receiver, 1);
    equal(checked(sent, secret).data.test, false);
    await page.getByText('1 sent again').waitFor();
    deepEqual(complaints, []);
  });

  it('rotate the secret after a question, pause, and delete', async () => {
    const receiver = await receivers.receive();
    const { id, secret } = await webhookTo(receiver.url);
    await server.caughtUp();
    const { page, open, complaints } = await visit();
    await open(`/webhooks/${id}`);
    const confirm = async (name: string): Promise<void> => {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog', { name }).getByRole('button', { name }).click();
    };
    await confirm('Rotate the secret');
    const shown = page.getByRole('dialog', { name: 'New secret' });
    const next = (await shown.getByText(/^whsec_/u).textContent()) ?? '';
    notEqual(next, secret);
    await page.keyboard.press('Escape');
    await postAs(server, ada)(`/v1/webhooks/${id}/test`, {});
    const [sent] = await received(receiver, 1);
    checked(sent, next);
    await confirm('Pause');
    await page.getByText('paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('active', { exact: true }).waitFor();
    await confirm('Delete');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    equal((await server.get(`/v1/webhooks/${id}`, ada.key)).status, 404);
    deepEqual(complaints, []);
  });

  it('create, test, change and delete a channel', async () => {
    const receiver = await receivers.receive();
    const { page, open, complaints } = await visit();
    await open('/channels');
    await page.getByRole('button', { name: 'Create a channel' }).click();
    const form = page.getByRole('dialog', { name: 'Create a channel' });
    await form.getByLabel('Type').selectOption('webhook');
    await form.getByLabel('Name', { exact: true }).fill('Operators');
    await form.getByLabel('URL', { exact: true }).fill(receiver.url);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    const row = page.getByRole('row', { name: /Operators/u });
    await row.getByText('1 rule').or(row.getByText('One rule')).waitFor();
    await row.getByRole('button', { name: 'Test' }).click();
    await row.getByText('A test is on its way.').waitFor();
    await received(receiver, 1);
    await row.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit the channel' });
    await editor.getByLabel(/^Remind/u).fill('30');
    await editor.getByRole('button', { name: 'Save' }).click();
    await row.getByText('every 30 min').waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await row.waitFor({ state: 'detached' });
    const { body } = await server.get<ResponseOf<'listChannels'>>('/v1/channels', ada.key);
    equal(
      body.channels.some(({ name }) => name === 'Operators'),
      false,
    );
    deepEqual(complaints, []);
  });

  it('offer each service with the fields that it needs, and show of a key its end', async () => {
    const { page, open, complaints } = await visit();
    await open('/channels');
    await page.getByRole('button', { name: 'Create a channel' }).click();
    const form = page.getByRole('dialog', { name: 'Create a channel' });
    for (const [type, label] of [
      ['slack', 'URL of the webhook'],
      ['teams', 'URL of the workflow'],
      ['discord', 'URL of the webhook'],
      ['opsgenie', 'API key'],
      ['pagerduty', 'Integration key'],
    ] as const) {
      await form.getByLabel('Type').selectOption(type);
      await form.getByLabel(label, { exact: true }).waitFor();
    }
    await form.getByLabel('Name', { exact: true }).fill('Pager');
    await form.getByLabel('Integration key').fill(routingKey);
    await form.getByLabel('Region of the account').selectOption('url');
    await form.getByLabel('Base URL of the API').waitFor();
    await form.getByLabel('Region of the account').selectOption('eu');
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    const row = page.getByRole('row', { name: /Pager/u });
    await row.getByText('…rstu at events.eu.pagerduty.com').waitFor();
    await row.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit the channel' });
    equal(await editor.getByLabel('Region of the account').count(), 0);
    await editor.getByLabel('Integration key').fill(routingKey);
    await editor.getByLabel('Region of the account').selectOption('us');
    await editor.getByRole('button', { name: 'Save' }).click();
    await row.getByText('…rstu at events.pagerduty.com').waitFor();
    deepEqual(complaints, []);
  });

  it('say why nothing can be done in the past, and with a key that reads', async () => {
    const { body } = await server.get<ResponseOf<'me'>>('/v1/me', ada.key);
    const { key } = await issuedKey(server, organizationId(body.organization.id), 'read');
    await server.caughtUp();
    const reading = await visit({ key });
    const past = await visit();
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
    for (const path of ['/webhooks', '/channels']) {
      await reading.open(path);
      await reading.page.getByText('This key reads and changes nothing.').waitFor();
      await past.open(`${path}?as_of=${encodeURIComponent(minute)}`);
      await past.page.getByText('This is the past. Go back to now first.').waitFor();
      const create = past.page.getByRole('button', { name: /^Create a/u });
      equal(await create.getAttribute('aria-disabled'), 'true');
    }
  });
});
