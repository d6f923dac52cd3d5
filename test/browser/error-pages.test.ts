import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { bundledError } from '../support/browser-error.ts';
import { issuedKey } from '../support/issued-key.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan } from '../support/otel-send.ts';
import { nanosOf, text } from '../support/otlp.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { sendShop } from '../support/shown-shop.ts';
import { sourceMapForm, uploadSourceMap } from '../support/source-maps.ts';
import { visiting } from '../support/visiting.ts';

describe('the pages of errors in a real browser', function () {
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

  it('lead from the list to the stack, and to the span of the latest one', async () => {
    const visitor = await visit();
    const { page, open, complaints } = visitor;
    await open('/');
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
    await page.getByRole('link', { name: 'CardError' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'CardError' }).waitFor();
    await page.getByText('at pay (pay.js:1:1)').waitFor();
    await page.getByRole('figure', { name: 'Errors over time' }).waitFor();
    deepEqual(await violationsOf(visitor), []);
    await page.getByRole('link', { name: 'Latest trace' }).click();
    await page.waitForURL(/\/traces\/[0-9a-f]{32}\?.*span=/u);
    await page.getByText('CardError', { exact: true }).first().waitFor();
    deepEqual(complaints, []);
  });

  it('show where in the sources a minified error was thrown, on its page and in its span', async () => {
    const { map, stack } = await bundledError();
    const debugId = randomUuid();
    const form = sourceMapForm(debugId, { map, filename: 'app.js.map' });
    equal((await uploadSourceMap(server.url, ada.key, form)).status, 201);
    const exception = {
      name: 'exception',
      timeUnixNano: nanosOf(Date.now() - 1_001),
      attributes: [text('exception.type', 'CartError'), text('exception.stacktrace', stack)],
    };
    const span = freshSpan({
      status: { code: 2 },
      attributes: [text('tracekit.debug_id', debugId)],
      events: [exception],
    });
    await ada.sendSpans([span], { service: 'browser' });
    await server.caughtUp();
    const { page, open, complaints } = await visit();
    await open('/errors?service=browser');
    await page.getByRole('link', { name: 'CartError' }).click();
    await page.getByText(/at discountedPrice \(src\/cart\.ts:4:/u).waitFor();
    await page.getByRole('button', { name: 'As it was sent' }).click();
    await page
      .getByText(/app\.js\?v=7:/u)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Latest trace' }).click();
    await page.getByText(/at discountedPrice \(src\/cart\.ts:4:/u).waitFor();
    deepEqual(complaints, []);
  });

  it('say why a minified error is shown as it ran, on its page and in its span', async () => {
    const { stack } = await bundledError();
    const debugId = randomUuid();
    const exception = {
      name: 'exception',
      timeUnixNano: nanosOf(Date.now() - 1_001),
      attributes: [text('exception.type', 'LostError'), text('exception.stacktrace', stack)],
    };
    const span = freshSpan({
      status: { code: 2 },
      attributes: [text('tracekit.debug_id', debugId)],
      events: [exception],
    });
    await ada.sendSpans([span], { service: 'lost' });
    await server.caughtUp();
    const visitor = await visit();
    const { page, open, complaints } = visitor;
    await open('/errors?service=lost');
    await page.getByRole('link', { name: 'LostError' }).click();
    const why = page.getByText(`As it ran: no source map has the debug id ${debugId}`);
    await why.waitFor();
    deepEqual(await violationsOf(visitor), []);
    await page.getByRole('link', { name: 'Latest trace' }).click();
    await why.waitFor();
    deepEqual(complaints, []);
  });

  it('resolve an error, ignore it, and open it again', async () => {
    const { page, open, settled } = await visit();
    await open('/errors?service=payments');
    await page.getByRole('link', { name: 'CardError' }).first().click();
    const badge = (text: string) => page.locator('header').getByText(text, { exact: true });
    for (const [button, status] of [
      ['Resolve', 'resolved'],
      ['Ignore', 'ignored'],
      ['Open again', 'new'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await badge(status).waitFor();
    }
    await settled();
    match(
      (await page.getByRole('button', { name: 'Open again' }).getAttribute('title')) ?? '',
      /open/u,
    );
  });

  it('say why nothing can be decided in the past, and with a key that reads', async () => {
    const { body } = await server.get<ResponseOf<'me'>>('/v1/me', ada.key);
    const { key } = await issuedKey(server, organizationId(body.organization.id), 'read');
    const { errors } = (await server.get<ResponseOf<'listErrors'>>('/v1/errors', ada.key)).body;
    await server.caughtUp();
    const { page, open } = await visit({ key });
    await open(`/errors/${errors[0]?.id}`);
    await page.getByText('This key reads and changes nothing.').waitFor();
    const resolve = page.getByRole('button', { name: 'Resolve', exact: true });
    deepEqual(await resolve.getAttribute('aria-disabled'), 'true');
  });

  it('are narrowed by filters that the link keeps', async () => {
    const { page, open, settled } = await visit({ width: 360, theme: 'dark' });
    await open('/errors');
    await page.getByLabel('Service').selectOption('payments');
    await page.getByLabel('Order').selectOption('first_seen');
    await page.waitForURL(/service=payments&sort=first_seen/u);
    await page.getByLabel('Status').selectOption('ignored');
    await page.getByText('No error passes these filters').waitFor();
    await page.goBack();
    await settled();
    deepEqual(await page.getByLabel('Status').inputValue(), '');
    deepEqual(await page.getByLabel('Order').inputValue(), 'first_seen');
  });
});
