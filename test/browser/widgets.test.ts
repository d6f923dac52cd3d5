import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { browserOrSkip } from '../support/browser.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { type Site, startSite } from '../support/static-site.ts';
import { type WidgetCustomer, widgetCustomer } from '../support/widget-client.ts';

/** What a page sees of a request of its own. */
type Seen = { readonly status: number; readonly body: string } | { readonly error: string };

/** Of the page; Node has no documents. */
declare const document: {
  readonly body: { append(...nodes: object[]): void };
  createElement(name: 'img'): {
    src: string;
    decode(): Promise<void>;
    readonly naturalWidth: number;
    readonly naturalHeight: number;
  };
};

describe('widgets on pages in a real browser', function () {
  this.timeout(120_000);
  const service = 'shop/<b>&"store" 店';
  let browser: Browser;
  let tidemark: ObservedServer;
  let ada: WidgetCustomer;
  let key: string;
  let shop: Site;
  let evil: Site;

  before(async function () {
    browser = await browserOrSkip(this);
    [shop, evil] = [await startSite(), await startSite()];
    tidemark = await startObservedServer();
    ada = await widgetCustomer(tidemark, 'ada');
    key = await ada.issue('widget', { allowed_origins: [shop.origin], services: [service] });
    await ada.sendRequests(service, [12, 25, 40, 300]);
  });
  after(async () => {
    await browser?.close();
    for (const { close } of [shop, evil].filter(site => site !== undefined)) await close();
    await tidemark?.close();
  });

  const pageOf = async ({ origin }: Site): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 360, height: 140 } });
    await page.goto(origin);
    return page;
  };

  const read = async (page: Page, path: string): Promise<Seen> =>
    page.evaluate(
      async ({ url, key: sent }): Promise<Seen> => {
        try {
          const response = await fetch(url, { headers: { 'X-API-Key': sent } });
          return { status: response.status, body: await response.text() };
        } catch (error) {
          return { error: String(error) };
        }
      },
      { url: `${tidemark.url}${path}`, key },
    );

  /** The size of the picture that an `img` shows; undefined when it shows none. */
  const show = (page: Page): Promise<readonly [number, number] | undefined> =>
    page.evaluate(
      async url => {
        const image = document.createElement('img');
        image.src = url;
        document.body.append(image);
        try {
          await image.decode();
        } catch {
          return undefined;
        }
        return [image.naturalWidth, image.naturalHeight] as const;
      },
      `${tidemark.url}${ada.badgePath(service, 'badge')}?format=svg&range=1h&api_key=${key}`,
    );

  for (const [what, path] of [
    ['badge', () => ada.badgePath(service, 'badge')],
    ['metrics', () => ada.badgePath(service, 'metrics?range=7d')],
    ['summary of alerts', () => '/v1/widgets/alerts/summary'],
    ['overview', () => '/v1/widgets/overview'],
  ] as const) {
    it(`a page of an allowed origin reads the ${what}, one of another origin does not`, async () => {
      const seen = await read(await pageOf(shop), path());
      ok('status' in seen, JSON.stringify(seen));
      equal(seen.status, 200, seen.body);
      const refused = await read(await pageOf(evil), path());
      ok('status' in refused, JSON.stringify(refused));
      equal(refused.status, 403);
      match(refused.body, /origin_not_allowed/);
    });
  }

  it('a page of an allowed origin shows the badge as a picture, one of another origin none', async () => {
    const page = await pageOf(shop);
    deepEqual(await show(page), [320, 96]);
    const picture = await page.screenshot();
    ok(picture.length > 1_000);
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await writeFile(join(folder, 'badge.png'), picture);
    equal(await show(await pageOf(evil)), undefined);
  });

  it('a badge that is opened by its address runs and loads nothing', async () => {
    const page = await browser.newPage();
    const messages: string[] = [];
    page.on('console', message => messages.push(message.text()));
    const live = ada.reader.key;
    const path = ada.badgePath(service, 'badge?format=svg');
    const response = await page.goto(`${tidemark.url}${path}&api_key=${live}`);
    equal(response?.status(), 200);
    equal(await page.locator('svg text.name').textContent(), service);
    deepEqual(messages, []);
  });
});
