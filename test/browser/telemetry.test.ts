import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { keyOwner } from '../support/api-keys.ts';
import { browserOrSkip } from '../support/browser.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { traces } from '../support/otlp.ts';
import { type Site, startSite } from '../support/static-site.ts';
import { until } from '../support/until.ts';

/** What a page sees of a request of its own. */
type Seen = { readonly status: number; readonly body: string } | { readonly error: string };

/** Of the page; Node's types have no beacons. */
declare const navigator: { readonly sendBeacon: (url: string, body: Blob) => boolean };

describe('pages in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let tidemark: ObservedServer;
  let ada: Awaited<ReturnType<typeof keyOwner>>;
  let pub: string;
  let shop: Site;
  let evil: Site;

  before(async function () {
    browser = await browserOrSkip(this);
    [shop, evil] = [await startSite(), await startSite()];
    tidemark = await startObservedServer();
    ada = await keyOwner(tidemark);
    pub = (await ada.issue('pub', { allowed_origins: [shop.origin] })).key;
  });
  after(async () => {
    await browser?.close();
    for (const { close } of [shop, evil].filter(site => site !== undefined)) await close();
    await tidemark?.close();
  });

  const pageOf = async ({ origin }: Site): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(origin);
    return page;
  };
  const bodyOf = (traceId: string): string => JSON.stringify(traces([freshSpan({ traceId })]));
  const statusOf = async (traceId: string): Promise<number> =>
    (await tidemark.get(`/v1/traces/${traceId}`, ada.first)).status;
  const isReadable = (traceId: string): Promise<true> =>
    until(`the trace ${traceId}`, async () => (await statusOf(traceId)) === 200);

  /** By `fetch` with a key in a header, which needs a preflight. */
  const fetchFrom = async (site: Site, traceId: string): Promise<Seen> => {
    const page = await pageOf(site);
    const sent = { url: `${tidemark.url}/v1/traces`, key: pub, body: bodyOf(traceId) };
    return page.evaluate(async ({ url, key, body }): Promise<Seen> => {
      const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers,
          body,
          credentials: 'include',
        });
        return { status: response.status, body: await response.text() };
      } catch (error) {
        return { error: String(error) };
      }
    }, sent);
  };

  /** By `sendBeacon`, which sets no header: the key is in the address. The status is what the server answered. */
  const beaconFrom = async (site: Site, traceId: string) => {
    const page = await pageOf(site);
    const address = `${tidemark.url}/v1/traces?api_key=${pub}`;
    const answered = page.waitForResponse(
      response => response.url() === address && response.request().method() === 'POST',
    );
    const isQueued = await page.evaluate(
      ({ url, body }) => navigator.sendBeacon(url, new Blob([body], { type: 'application/json' })),
      { url: address, body: bodyOf(traceId) },
    );
    equal(isQueued, true);
    const response = await answered;
    return { status: response.status(), headers: await response.request().allHeaders() };
  };

  it('send traces with fetch from an origin of the key, and read the response', async () => {
    const traceId = newId(32);
    deepEqual(await fetchFrom(shop, traceId), { status: 200, body: '{"partialSuccess":{}}' });
    await isReadable(traceId);
  });

  it('send traces with a beacon from an origin of the key', async () => {
    const traceId = newId(32);
    const { status, headers } = await beaconFrom(shop, traceId);
    equal(status, 200);
    deepEqual([headers.origin, headers.cookie], [shop.origin, shop.cookie]);
    await isReadable(traceId);
  });

  it('send nothing with fetch from another origin', async () => {
    const traceId = newId(32);
    const seen = await fetchFrom(evil, traceId);
    ok('error' in seen || seen.status === 403, JSON.stringify(seen));
    await expectNothing(traceId);
  });

  it('send nothing with a beacon from another origin', async () => {
    const traceId = newId(32);
    equal((await beaconFrom(evil, traceId)).status, 403);
    await expectNothing(traceId);
  });

  it('may not read data, not even with a key that reads', async () => {
    const page = await pageOf(shop);
    const error = await page.evaluate(
      ({ url, key }) =>
        fetch(url, { headers: { 'X-API-Key': key } }).then(
          () => '',
          reason => String(reason),
        ),
      { url: `${tidemark.url}/v1/services`, key: ada.first },
    );
    match(error, /Failed to fetch/);
  });

  /** A trace that is sent afterwards and readable shows that everything before it was processed. */
  async function expectNothing(traceId: string): Promise<void> {
    const later = newId(32);
    await fetchFrom(shop, later);
    await tidemark.caughtUp();
    await isReadable(later);
    equal(await statusOf(traceId), 404);
  }
});
