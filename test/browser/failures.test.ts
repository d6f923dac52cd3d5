import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { browserOrSkip } from '../support/browser.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import { type FailureKind, failureKinds, readOf, treat } from '../support/failing-reads.ts';
import type { ObservedServer } from '../support/observed-server.ts';
import { seed, someOf } from '../support/property.ts';
import type { Reader } from '../support/reader.ts';
import { startShownServer } from '../support/shown-pages.ts';
import { visiting } from '../support/visiting.ts';

/** A read, and the first page that makes it. */
type Place = { readonly read: string; readonly path: string };

/** The frame around every page makes these: what fails there is left out, and the page is whole. */
const ofFrame = ['me', 'listAlerts', 'listDeployments'];

/** A part of a recording that never came is a gap in it, and the rest is played. */
const gapOfRecording = 'replayEvents 404';

/** Of a failed request, as the browser itself writes it. */
const ofBrowser = /^Failed to load resource/u;

describe('a page of which one read fails', function () {
  this.timeout(1_200_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;
  let places: readonly Place[];

  before(async function () {
    browser = await browserOrSkip(this);
    const shown = await startShownServer();
    ({ server, ada } = shown);
    places = await placesOf(shown.pages);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const signedIn = visiting(() => ({ browser, server, ada, adminToken }));

  /** Signed in, and away from the page of the sign-in: its reads are not the ones that are treated. */
  async function visit(): ReturnType<typeof signedIn> {
    const visitor = await signedIn();
    await visitor.page.goto('about:blank');
    return visitor;
  }

  async function placesOf(pages: readonly string[]): Promise<readonly Place[]> {
    const found = new Map<string, Place>();
    const { open, takeRequests, close } = await visit();
    for (const path of pages) {
      takeRequests();
      await open(path);
      for (const request of takeRequests().filter(each => each.startsWith('GET '))) {
        const read = readOf(`${server.url}${request.slice('GET '.length)}`);
        if (read === undefined || found.has(read) || ofFrame.includes(read)) continue;
        found.set(read, { read, path });
      }
    }
    await close();
    return [...found.values()];
  }

  it('says what went wrong, with the id of the request, and can be tried again, while the rest stays', async () => {
    const cases = places
      .flatMap(place => failureKinds.map(kind => ({ ...place, kind })))
      .filter(({ read, kind }) => `${read} ${kind.name}` !== gapOfRecording);
    const wrong: string[] = [];
    for (const { read, path, kind } of someOf(cases, 120))
      await fails(read, path, kind).catch((error: unknown) => wrong.push(String(error)));
    deepEqual(wrong, []);
  });

  async function fails(read: string, path: string, kind: FailureKind): Promise<void> {
    const what = `${read} of ${path}: ${kind.name}, TEST_SEED=${seed}`;
    const { page, open, settled, complaints, close } = await visit();
    await treat(page, read, kind.fail);
    await open(path);
    const alert = page.getByRole('alert').filter({ hasText: kind.heading }).first();
    const text = (await alert.textContent({ timeout: 15_000 }).catch(() => undefined)) ?? '';
    for (const told of kind.tells) ok(text.includes(told), `${what}: ${text}`);
    equal(await page.getByRole('heading', { level: 1 }).count(), 1, what);
    const again = alert.getByRole('button', { name: 'Try again' });
    equal(await again.count(), kind.canRetry ? 1 : 0, what);
    // A read that is under way fails before there is a click, and not after it.
    await page.unrouteAll({ behavior: 'wait' });
    // One read may be shown in several places: it comes back in all of them. Or by itself, before there was a click.
    if (kind.canRetry) await again.click({ timeout: 5_000 }).catch(() => undefined);
    await settled();
    if (kind.canRetry) deepEqual(await alertsOf(page), [], what);
    deepEqual(
      complaints.filter(each => !ofBrowser.test(each)),
      [],
      what,
    );
    await close();
  }

  it('leads to the sign-in when the key has ended, whatever is read', async () => {
    for (const { read, path } of someOf(places, 32)) {
      const { page, open, close } = await visit();
      await treat(page, read, route =>
        route.fulfill({ status: 401, json: { error: 'not valid', code: 'unauthorized' } }),
      );
      await open(path);
      const over = page.getByText('Your session is over');
      ok(await appears(over), `${read} of ${path}`);
      await close();
    }
  });

  it('waits for a slow answer in its place, and shows the rest', async () => {
    for (const { read, path } of someOf(places, 32)) {
      const { page, whole, close } = await visit();
      let answer = (): void => undefined;
      const late = new Promise<void>(resolve => {
        answer = resolve;
      });
      await treat(page, read, async route => {
        await late;
        await route.continue();
      });
      await page.goto(`${server.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading').first().waitFor({ state: 'attached' });
      answer();
      await whole();
      deepEqual(await alertsOf(page), [], `${read} of ${path}`);
      await close();
    }
  });

  it('is whole when only the frame around it cannot be read', async () => {
    for (const read of ofFrame) {
      const { page, open, close } = await visit();
      await treat(page, read, route =>
        route.fulfill({ status: 500, json: { error: 'a reason', code: 'internal_error' } }),
      );
      await open('/services');
      await page.getByRole('link', { name: 'checkout' }).first().waitFor();
      deepEqual(await alertsOf(page), [], read);
      await close();
    }
  });
});

/** What is told on a page; a place for it may be there and empty. */
const alertsOf = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole('alert').allTextContents()).filter(Boolean);

const appears = (what: ReturnType<Page['getByText']>): Promise<boolean> =>
  what.waitFor({ timeout: 15_000 }).then(
    () => true,
    () => false,
  );
