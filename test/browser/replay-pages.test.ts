import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { hostileRecording } from '../support/hostile-recording.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { newId } from '../support/otel-send.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { recordPage } from '../support/recorded-page.ts';
import { changeReplaySettings, sendChunk } from '../support/replays.ts';
import { beganOf, differencesAt, frameOf, goTo, sliderOf } from '../support/shown-player.ts';
import { sendSession } from '../support/shown-replays.ts';
import { sendSnapshot } from '../support/shown-snapshots.ts';
import { type Site, startCounted, startSite } from '../support/static-site.ts';
import { until } from '../support/until.ts';
import { visiting } from '../support/visiting.ts';
import type { Visitor } from '../support/visitor.ts';

describe('recorded sessions in a real browser', function () {
  this.timeout(120_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;
  let shop: Site;

  before(async function () {
    browser = await browserOrSkip(this);
    shop = await startSite();
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    // The player is compared with the page, with what was typed into it.
    const { status } = await changeReplaySettings(server.url, ada.key, { mask_inputs: false });
    equal(status, 200);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));

  it('show a chunk that never arrived as a gap, and play the rest', async () => {
    const session = newId(32);
    const recording = { url: server.url, key: ada.key, session, lost: 2 };
    const taken = await recordPage(browser, shop.origin, recording);
    await server.caughtUp();
    const visitor = await visit();
    const { page, open, complaints } = visitor;
    await open(`/replays/${session}`);
    await page.getByText(/^Not received: 0:0\d to 0:\d\d\./u).waitFor();
    const gap = await page.getByTitle('Not received').boundingBox();
    ok((gap?.width ?? 0) > 4 && (gap?.height ?? 0) > 4);
    const beganMs = await beganOf(server, ada, session);
    for (const index of [3, 1, 4])
      deepEqual(await differencesAt(visitor, taken[index], beganMs), [], `picture ${index}`);
    await goTo(visitor, (taken[2]?.atMs ?? 0) - beganMs);
    await page.getByText('What happened here was not received.').waitFor();
    deepEqual(complaints, []);
  });

  it('obey keys and controls, also while idle time is skipped', async () => {
    const { session } = await sendSession(server, ada);
    await server.caughtUp();
    const visitor = await visit();
    const { page, open, complaints } = visitor;
    await open('/');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByRole('link', { name: 'https://shop.example/cart?step=2' }).first().click();
    await page.waitForURL(new RegExp(`/replays/${session}$`, 'u'));
    await visitor.settled();
    deepEqual(await violationsOf(visitor), []);
    const slider = sliderOf(page);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    // A minute of idle time is over at once, and controls work in the meantime.
    await page.getByLabel('Speed').selectOption('8');
    await page.getByText(/^1:0[1-9] \/ 1:04$/u).waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.getByRole('button', { name: 'Skip idle time' }).click();
    await page.keyboard.press('ArrowLeft');
    match((await slider.getAttribute('aria-valuetext')) ?? '', /^0:5\d of 1:04$/u);
    const spans = page.getByRole('region', { name: 'Spans' });
    await spans.getByRole('button', { name: '0:01' }).click();
    match((await slider.getAttribute('aria-valuetext')) ?? '', /^0:01 of 1:04$/u);
    deepEqual(complaints, []);
  });

  it('are found by what went wrong, which stands beside the player, and are deleted', async () => {
    const user = `user ${newId(32)}`;
    const { session, traceId } = await sendSession(server, ada, { user });
    const other = await sendSession(server, ada, { user });
    await server.caughtUp();
    const visitor = await visit();
    const { page, open, complaints } = visitor;
    await open('/replays');
    await page.getByLabel('Clicks').selectOption('rage');
    await page.getByLabel('Error contains').fill('typeerror');
    await page.getByLabel('User attribute').fill('plan=team');
    await page.getByLabel('User', { exact: true }).fill(user);
    await page.getByRole('heading', { name: '2 sessions' }).waitFor();
    const rows = page.getByRole('table').getByRole('row');
    deepEqual(
      await rows
        .nth(1)
        .getByRole('cell')
        .allInnerTexts()
        .then(all => all.slice(6, 9)),
      ['1', '0', '2'],
    );
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    }
    await open(`/replays/${session}`);
    await page.getByText('Rage clicks: 1, dead clicks: 0').waitFor();
    deepEqual(await violationsOf(visitor), []);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    }
    const errors = page.getByRole('table', { name: 'Errors of this session' });
    equal(await errors.getByRole('row').count(), 3);
    await errors.getByRole('button', { name: '1:02' }).click();
    match((await sliderOf(page).getAttribute('aria-valuetext')) ?? '', /^1:02 of 1:04$/u);
    const clicks = page.getByRole('table', { name: 'Rage and dead clicks of this session' });
    await clicks.getByText('rage', { exact: true }).waitFor();
    await clicks.getByRole('button', { name: '0:01' }).click();
    match((await sliderOf(page).getAttribute('aria-valuetext')) ?? '', /^0:01 of 1:04$/u);
    const tick = await page.locator('[data-kind="rage"]').boundingBox();
    const bar = await sliderOf(page).boundingBox();
    const share = ((tick?.x ?? 0) - (bar?.x ?? 0)) / (bar?.width ?? 1);
    ok(share * 64 > 1 && share * 64 < 3, `${share}`);
    const slow = page.getByRole('table', { name: 'Slow requests of this session' });
    await slow.getByText('status 503').waitFor();
    await slow.getByRole('link', { name: 'Trace' }).click();
    await page.waitForURL(new RegExp(`/traces/${traceId}$`, 'u'));
    await page.goBack();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/replays$/u);
    equal(await ada.statusOf(`/api/replays/${session}`), 404);
    await open(`/replays/${other.session}`);
    await page.getByRole('button', { name: 'Delete all of this user' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all of this user' }).click();
    await page.waitForURL(/\/replays$/u);
    equal(await ada.statusOf(`/api/replays/${other.session}`), 404);
    deepEqual(complaints, []);
  });

  it('are masked as the settings say, ids of users as well', async () => {
    const user = `user ${newId(32)}`;
    const visitor = await visit();
    const { page, open, complaints } = visitor;
    await open('/settings');
    const form = page.locator('form').filter({ has: page.getByLabel('Masked elements') });
    await form.getByLabel(/Mask user ids/u).check();
    await form.getByLabel('Masked elements').fill('.card\n\n [data-private] ');
    await form.getByRole('button', { name: 'Save' }).click();
    const settings = async () =>
      (await server.get<ResponseOf<'getReplaySettings'>>('/v1/replay-settings', ada.key)).body;
    await until('the settings', async () => (await settings()).mask_user_id);
    deepEqual((await settings()).mask_selectors, ['.card', '[data-private]']);
    deepEqual(await violationsOf(visitor), []);
    const { session } = await sendSession(server, ada, { user });
    await server.caughtUp();
    await open(`/replays/${session}`);
    await page.getByText(/User masked-[0-9a-f]{32}/u).waitFor();
    await open(`/replays?user=${encodeURIComponent(user)}`);
    await page.getByRole('heading', { name: '1 session' }).waitFor();
    const body = { mask_user_id: false, mask_selectors: [] };
    equal((await changeReplaySettings(server.url, ada.key, body)).status, 200);
    deepEqual(complaints, []);
  });

  it('run nothing and fetch nothing of what a hostile sender made up', async () => {
    const evil = await startCounted();
    const session = newId(32);
    const events = hostileRecording(evil.origin);
    equal((await sendChunk(server.url, ada.key, { session, events })).status, 200);
    await server.caughtUp();
    const visitor = await visit();
    await playHostile(visitor, session);
    equal(evil.connections(), 0);
    // The policy of the frame had no script, frame or navigation to stop.
    deepEqual(visitor.complaints.filter(isOfProgram), []);
    // And without that policy there is still nothing that runs, though pictures are asked for.
    const bare = await visit();
    await bare.page.route('**/replay-frame', async route => {
      const response = await route.fetch();
      const { 'content-security-policy': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await playHostile(bare, session);
    const asked = bare.complaints.flatMap(
      each => /^a request elsewhere: (.*)/u.exec(each)?.[1] ?? [],
    );
    ok(asked.includes(`${evil.origin}/image.png`));
    deepEqual(
      asked.filter(each => !isPassive.test(each)),
      [],
    );
    deepEqual(bare.complaints.filter(isOfProgram), []);
    await evil.close();
  });

  it('are beside breakpoints, whose captures show variables and lead to the trace', async () => {
    const { traceId } = await sendSession(server, ada);
    const { id } = await sendSnapshot(server, ada, { traceId });
    await server.caughtUp();
    const visitor = await visit();
    const { page, open, complaints } = visitor;
    await open('/snapshots');
    deepEqual(await violationsOf(visitor), []);
    const listed = async () =>
      (await server.get<ResponseOf<'listBreakpoints'>>('/v1/breakpoints', ada.key)).body
        .breakpoints;
    await page.getByRole('button', { name: 'Set a breakpoint' }).click();
    await page.getByLabel('Service').fill('checkout');
    await page.getByLabel('Function').fill('refund');
    await page.getByLabel('Condition').fill('total >');
    await page.getByRole('button', { name: 'Set the breakpoint' }).click();
    await page
      .getByRole('alert')
      .getByText(/condition/u)
      .waitFor();
    await page.getByLabel('Condition').fill('total > 5');
    await page.getByLabel('Captures at most').fill('7');
    await page.getByRole('button', { name: 'Set the breakpoint' }).click();
    const row = page.getByRole('row', { name: /refund/u });
    await row.getByRole('button', { name: 'Disable' }).click();
    await row.getByText('disabled').waitFor();
    const [set] = await listed();
    deepEqual([set?.condition, set?.max_captures, set?.status], ['total > 5', 7, 'disabled']);
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    deepEqual(
      (await listed()).map(({ function_name: name }) => name),
      ['placeOrder'],
    );
    await page.getByRole('button', { name: 'Stop all captures' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop all captures' }).click();
    await page.getByText('all captures stopped').waitFor();
    await open(`/snapshots/${id}`);
    await page.getByText('o-17').waitFor();
    await page.getByText('9007199254740993').waitFor();
    await page.getByText('handle at src/server.ts:7').waitFor();
    await page.getByRole('link', { name: 'Open its trace' }).click();
    await page.waitForURL(new RegExp(`/traces/${traceId}`, 'u'));
    await page.getByRole('row', { name: /POST \/orders/u }).click();
    await page.getByLabel('Snapshots of the trace').getByRole('link').click();
    await page.waitForURL(new RegExp(`/snapshots/${id}`, 'u'));
    // The condition that the server refused.
    equal(complaints.length, 1, complaints.join());
  });
});

/** What a browser says when it stops a program, a frame, or that one of them goes elsewhere. */
const isOfProgram = (complaint: string): boolean =>
  /script|Refused to (?:frame|navigate)|\bfram(?:e-src|ing)\b/iu.test(complaint);

/** Pictures, styles, fonts and media: what is looked at and does nothing. */
const isPassive = /\.(?:png|css|woff2|svg)$|\/video$/u;

/** Goes through all of it, back and forth; nothing of it ran. */
async function playHostile(visitor: Visitor, session: string): Promise<void> {
  const { page, open } = visitor;
  await open(`/replays/${session}`);
  for (const ms of [0, 700, 3_000, 400, 3_000]) await goTo(visitor, ms);
  const within = "document.querySelector('iframe')";
  const frame = frameOf(visitor);
  match(
    (await frame?.evaluate<string>(`${within}.contentDocument.body.textContent`)) ?? '',
    /The hostile page/u,
  );
  equal(await frame?.evaluate(`${within}.getAttribute('sandbox')`), 'allow-same-origin');
  equal(await page.evaluate('window.ran'), undefined);
  equal(await frame?.evaluate('window.ran'), undefined);
}
