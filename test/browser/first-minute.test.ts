import { deepEqual, ok } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan } from '../support/otel-send.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { type Visitor, visitorOf } from '../support/visitor.ts';

describe('the first minute in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;
  let visitor: Visitor;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer();
  });
  beforeEach(async () => {
    ada = await readerOf(server, 'ada');
    visitor = await visitorOf(browser, server.url, { key: ada.key });
  });
  afterEach(() => visitor?.close());
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it('shows how to send, and changes by itself when the first span arrives', async () => {
    const { page, open, complaints } = visitor;
    await open('/');
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    const pasted = (await page.getByRole('tabpanel').first().textContent()) ?? '';
    ok(pasted.includes(ada.key) && pasted.includes(server.url), pasted);
    deepEqual(await violationsOf(visitor), []);
    await ada.sendSpans([freshSpan()]);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'checkout' }).first().waitFor();
    deepEqual(complaints, []);
  });

  it('is over for who looks at the past', async () => {
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
    await visitor.open(`/?as_of=${encodeURIComponent(minute)}`);
    await visitor.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  for (const [what, change, sentence] of [
    [
      'data are late',
      () => ({ watermark: new Date(Date.now() - 630_000).toISOString() }),
      /^Data are 10 min late/u,
    ],
    ['the quota is used up', () => ({ percentage: 100 }), /^The quota of this month is used up/u],
    ['the quota is nearly used', () => ({ percentage: 83 }), /^83 % of the quota/u],
  ] as const)
    it(`says on every page that ${what}`, async () => {
      const { page, open } = visitor;
      await ada.sendSpans([freshSpan()]);
      await server.caughtUp();
      await page.route('**/v1/me', async route => {
        const response = await route.fetch();
        const me = await response.json();
        const { percentage = me.subscription.usage.percentage, ...rest } = {
          percentage: undefined,
          ...change(),
        };
        me.subscription.usage.percentage = percentage;
        await route.fulfill({ response, json: { ...me, ...rest } });
      });
      for (const path of ['/', '/services', '/errors']) {
        await open(path);
        await page.getByText(sentence).waitFor();
      }
      deepEqual(await violationsOf(visitor), []);
    });

  it('marks on the slider what is not kept any more, what is on its way, and what people changed', async () => {
    const { page, open, complaints } = visitor;
    await page.unroute('**/v1/me');
    await page.route('**/v1/me', async route => {
      const response = await route.fetch();
      const me = await response.json();
      me.watermark = instantBefore(3_600_000);
      me.earliest.telemetry = instantBefore(7_200_000);
      await route.fulfill({ response, json: me });
    });
    await open('/services');
    await page.getByTitle('Telemetry of this time is on its way').waitFor();
    await page.getByTitle('No telemetry is kept from this time').waitFor();
    await page.getByRole('img', { name: /and 0 changes/u }).waitFor();
    await server.post('/v1/silences', ada.key, {
      service: 'checkout',
      until: instantBefore(-60_000),
    });
    await server.caughtUp();
    await page.getByRole('slider', { name: 'Instant that is shown' }).focus();
    await page.getByRole('img', { name: /[1-9]\d* changes in this time/u }).waitFor();
    deepEqual(complaints, []);
  });
});

const instantBefore = (ms: number): string => new Date(Date.now() - ms).toISOString();
