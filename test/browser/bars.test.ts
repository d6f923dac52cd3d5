import { deepEqual, ok } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page, Request } from 'playwright-core';
import { browserOrSkip } from '../support/browser.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import { drawingOf } from '../support/drawing.ts';
import { filterSteps, sendMeasures } from '../support/filter-steps.ts';
import { holdAnswers } from '../support/held-answers.ts';
import { crawlByKeyboard } from '../support/keyboard-crawl.ts';
import { sendLargeTrace } from '../support/large-trace.ts';
import { shiftsOf } from '../support/layout-shifts.ts';
import type { ObservedServer } from '../support/observed-server.ts';
import { outOfSight } from '../support/out-of-sight.ts';
import { someOf, someOfWay } from '../support/property.ts';
import type { Reader } from '../support/reader.ts';
import { answerTheSame } from '../support/same-answers.ts';
import { pagesWithoutReads, startShownServer } from '../support/shown-pages.ts';
import { until } from '../support/until.ts';
import { visiting } from '../support/visiting.ts';

/** As far as parts of a page may move while it loads, in shares of the window. */
const shiftMax = 0.02;

/** Requests of a page that opens, with those of the frame around it. */
const requestsMax = 8;

/** Later than all that a page asks for again and again. */
const laterMs = 120_000;

/** Of the document, however many spans a trace has. */
const nodesOfTraceMax = 2_500;

/** Rows that a frame may draw beyond those that are seen. */
const rowsBeyond = 20;

/** How answers come while it is measured what moves. */
const lateWays = [
  { delayMs: 300 },
  { delayMs: 2_000 },
  { delayMs: 100, rows: 0 },
  { delayMs: 100, rows: 30 },
];

/** Windows of a browser that wait for late answers beside each other. */
const atOnce = 3;

describe('the pages of the web application', function () {
  this.timeout(400_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;
  let pages: readonly string[];
  let failedTrace: string;

  before(async function () {
    browser = await browserOrSkip(this);
    const shown = await startShownServer();
    ({ server, ada, pages } = shown);
    failedTrace = shown.shop.failedTrace;
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada, adminToken }));

  it('close one layer by Escape, and give the focus back to what opened it', async () => {
    const { page, open } = await visit();
    await open('/traces');
    const layers = [
      ['button', 'Search', 'dialog', 'Search'],
      ['button', 'Account and settings', 'menu', 'Account and settings'],
      ['button', 'now', 'dialog', 'Show an instant'],
    ] as const;
    for (const [role, name, layerRole, layerName] of layers) {
      const opener = page.getByRole(role, { name });
      await opener.focus();
      await page.keyboard.press('Enter');
      await closeByEscape(page, page.getByRole(layerRole, { name: layerName }));
      await hasFocus(opener);
    }
    const link = page.getByRole('link', { name: 'Services' });
    await link.focus();
    await page.keyboard.press('?');
    await closeByEscape(page, page.getByRole('dialog', { name: 'Keys' }));
    await hasFocus(link);
  });

  it('keep the page when Escape closes suggestions', async () => {
    const { page, open } = await visit();
    await open('/traces');
    const field = page.getByRole('combobox', { name: 'Value' });
    await field.focus();
    await page.keyboard.press('ArrowDown');
    await closeByEscape(page, page.getByRole('listbox', { name: /Suggestions/u }));
    await hasFocus(field);
  });

  for (const [way, late] of lateWays.entries())
    it(`stay where they are while answers come late: ${JSON.stringify(late)}`, async () => {
      const shown = someOfWay(someOf(pages, 4), way, lateWays.length);
      const parts = Array.from({ length: atOnce }, (_, part) =>
        shown.filter((_path, index) => index % atOnce === part),
      );
      const found = await Promise.all(parts.map(async part => shiftsOf(await visit(), part, late)));
      const moving = found.flat().filter(({ sum }) => sum > shiftMax);
      deepEqual(moving, []);
    });

  it('ask for little when they open, for nothing twice, and lead the tabulator key to every control', async () => {
    const visitor = await visit();
    const { page, arrive, takeRequests } = visitor;
    await page.clock.setFixedTime(Date.now());
    for (const path of someOf(pages)) {
      await page.goto('about:blank');
      takeRequests();
      await arrive(path);
      const asked = takeRequests();
      ok(asked.length <= requestsMax, `${path} asks ${asked.length} times:\n${asked.join('\n')}`);
      deepEqual(asked, [...new Set(asked)], path);
      deepEqual(await crawlByKeyboard(visitor), { missing: [], unseen: [] }, path);
    }
  });

  it('ask for what is new as long as somebody looks', async () => {
    const { page, open } = await visit();
    await page.clock.install();
    await open('/');
    const asked = page.waitForRequest(/\/v1\/services\?/u);
    await page.clock.fastForward(laterMs);
    await asked;
  });

  it('ask for nothing while nobody looks', async () => {
    const { page, open, takeRequests } = await visit();
    await page.addInitScript(beHidden);
    await page.clock.install();
    for (const path of [...someOf(pages), '/traces?live=on']) {
      await open(path);
      takeRequests();
      await page.clock.fastForward(laterMs);
      await page.evaluate('fetch("/robots.txt")');
      deepEqual(takeRequests(), [], path);
    }
  });

  it('give up what they wait for when they are left', async () => {
    const { page, open, takeRequests } = await visit();
    await page.clock.setFixedTime(Date.now());
    await page.goto('about:blank');
    takeRequests();
    await open('/no/such/page');
    const ofFrame = new Set(takeRequests());
    for (const path of someOf(pages.filter(each => !pagesWithoutReads.includes(each)))) {
      // All of the page of an alert but its first request follows from the answer, and the preview of a rule from the key.
      const held = await holdAnswers(page, request =>
        /\/v1\/(?:alerts\/[^/?]+|me)$/u.test(request.url()),
      );
      await page.goto(`${server.url}${path}`);
      const waiting = await until(`a request of ${path}`, () => {
        const own = held.filter(request => !ofFrame.has(nameOf(request)));
        return own.length > 0 ? own : undefined;
      });
      const next = path === '/setup' ? 'Alerts' : 'Set up';
      await page.getByRole('link', { name: next, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: next }).waitFor();
      await until(
        `nothing of ${path} is waited for`,
        () =>
          waiting.every(request => request.failure()?.errorText === 'net::ERR_ABORTED') ||
          undefined,
      );
      await page.unroute(/./u);
    }
  });

  it('keep the place, the focus and what is open when they refresh', async () => {
    const { page, open, settled, takeRequests } = await visit();
    await page.clock.install();
    await answerTheSame(page);
    let refreshed = 0;
    const shown = someOf(pages, 4);
    for (const path of shown) {
      // Or what was sent would be longer ago than the pages look back, after so many pages.
      await page.clock.setSystemTime(Date.now());
      await open(path);
      const tables = page.getByRole('button', { name: 'Show as table' });
      while ((await tables.count()) > 0) await tables.first().click();
      await page.locator('a[href], button').last().focus();
      const before = await page.evaluate(`window.kept = document.activeElement; ${standing}`);
      takeRequests();
      await page.clock.fastForward(laterMs);
      await page.evaluate('fetch("/robots.txt")');
      refreshed += takeRequests().length > 0 ? 1 : 0;
      await settled();
      deepEqual(await page.evaluate(standing), before, path);
    }
    ok(refreshed > shown.length / 4, `${refreshed} pages refreshed`);
  });

  it('keep every filter in the link, for Back, a reload and another browser', async () => {
    await sendMeasures(ada);
    await server.caughtUp();
    // Pages round down; what happened just now is to be there.
    const now = Date.now() + 10_000;
    const { page, open, whole } = await visit();
    const other = await visit();
    for (const each of [page, other.page]) await each.clock.setFixedTime(now);
    for (const [path, steps] of Object.entries(filterSteps(failedTrace))) {
      await open(path);
      const seen = [await shownBy(page)];
      for (const step of steps) {
        const before = page.url();
        await step(page);
        await page.waitForURL(url => url.href !== before);
        await whole();
        seen.push(await shownBy(page));
      }
      const last = seen.pop();
      await page.reload();
      await whole();
      deepEqual(await shownBy(page), last, `${path} after a reload`);
      await other.open(page.url().slice(server.url.length));
      // What follows from an answer is asked for after it, and may come last.
      const isSame = async () => isDeepStrictEqual(await shownBy(other.page), last);
      await until('another browser to have read all', isSame).catch(() => undefined);
      deepEqual(await shownBy(other.page), last, `${path} in another browser`);
      for (const shown of seen.reverse()) {
        await page.goBack();
        await page.waitForURL(shown.url);
        await whole();
        deepEqual(await shownBy(page), shown, `${path} after Back`);
      }
    }
  });

  it('are whole at twice the size, in forced colours, and without motion', async () => {
    const { page, open } = await visit({ width: 640, scale: 2 });
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    for (const path of someOf(pages)) {
      await open(path);
      deepEqual(await page.evaluate(outOfSight), { wider: 0, moving: 0, hidden: [] }, path);
    }
  });

  it('draw of a trace of 10,000 spans no more than is seen', async () => {
    const id = await sendLargeTrace(ada, 10_000);
    await server.caughtUp();
    const { nodesMax, rowsBeyondMax, barsBeyondMax } = await drawingOf(await visit(), id);
    ok(nodesMax <= nodesOfTraceMax, `${nodesMax} nodes`);
    ok(rowsBeyondMax <= rowsBeyond, `${rowsBeyondMax} rows that nobody sees`);
    ok(barsBeyondMax <= rowsBeyond, `${barsBeyondMax} bars that nobody sees`);
  });
});

type Locator = ReturnType<Page['getByRole']>;

async function closeByEscape(page: Page, layer: Locator): Promise<void> {
  await layer.waitFor();
  await page.keyboard.press('Escape');
  await layer.waitFor({ state: 'hidden' });
}

const nameOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}${request.postData() ?? ''}`;
};

/** Where somebody is on a page, and what is open there. It runs in the page. */
const standing = `({
  scrolled: [scrollX, scrollY],
  hasFocus: document.activeElement === kept && kept !== document.body,
  open: document.querySelectorAll('details[open], [aria-expanded="true"], figure table').length,
  pressed: document.querySelectorAll('[aria-pressed="true"]').length,
})`;

/** The link of a page, and its text but for how long an alert has been firing by the server's clock. */
const shownBy = async (page: Page) => ({
  url: page.url(),
  text: (await page.getByRole('main').allInnerTexts())
    .join()
    .replaceAll(/firing \d.*/gu, 'firing')
    .split('\n'),
});

/** A tab that nobody sees. It runs in the page, before its scripts. */
const beHidden = `
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { get: () => true });`;

/** The focus comes back a moment after a layer has gone. */
const hasFocus = (control: Locator): Promise<void> =>
  control.and(control.page().locator(':focus')).waitFor();
