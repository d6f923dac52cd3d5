import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { AlertBody } from '../../../schemas/alerts/parts.ts';
import { onBothEngines } from '../../support/both-engines.ts';
import { browserOrSkip } from '../../support/browser.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { failedSpan } from '../../support/failed-span.ts';
import { newId } from '../../support/otel-send.ts';
import { type Reader, readerOf } from '../../support/reader.ts';
import { recordPage } from '../../support/recorded-page.ts';
import { changeReplaySettings } from '../../support/replays.ts';
import { shownAlert } from '../../support/shown-alert.ts';
import { beganOf, differencesAt, differencesFrom, sliderOf } from '../../support/shown-player.ts';
import { sendSpansOf } from '../../support/shown-replays.ts';
import { sendShop } from '../../support/shown-shop.ts';
import { type Site, startSite } from '../../support/static-site.ts';
import { visiting } from '../../support/visiting.ts';
import type { Visitor } from '../../support/visitor.ts';

const minuteMs = 60_000;

onBothEngines('the ways to a cause in a real browser', function (start) {
  this.timeout(180_000);
  let browser: Browser;
  let tidemark: WholeTidemark;
  let ada: Reader;
  let alert: AlertBody;
  let shop: Site;
  const sentAtMs = Date.now();

  before(async function () {
    browser = await browserOrSkip(this);
    shop = await startSite();
    tidemark = await start(this);
    ada = await readerOf(tidemark, 'ada');
    await sendShop(ada, sentAtMs);
    await tidemark.caughtUp();
    alert = await shownAlert(tidemark, ada);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    await tidemark?.close();
  });

  const visit = visiting(() => ({ browser, server: tidemark, ada }));

  it('take three clicks from the overview: the service, an error of it, the span that failed', async () => {
    const { page, open, settled, complaints } = await visit();
    await open('/');
    await page.getByRole('link', { name: alert.name }).first().waitFor();
    await page.getByRole('link', { name: 'payments', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'payments' }).waitFor();
    await settled();
    await page
      .getByRole('region', { name: 'Errors of payments' })
      .or(page.getByRole('table', { name: 'Errors of payments' }))
      .getByRole('link')
      .first()
      .click();
    await (await failedSpan(page)).click();
    await page.getByText('at pay (pay.js:1:1)').waitFor();
    deepEqual(complaints, []);
  });

  it('lead from the link of a mail to the trace in which it failed first', async () => {
    const { page, open, settled, complaints } = await visit();
    await open(`/alerts/${alert.id}`);
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('Acknowledged at').waitFor();
    await settled();
    await page
      .getByRole('link', { name: /^Trace [0-9a-f]{8}/u })
      .first()
      .click();
    await (await failedSpan(page)).waitFor();
    deepEqual(complaints, []);
  });

  it('lead from a recorded session, which looks as the page did, to the trace of its error', async () => {
    const session = newId(32);
    // The player is compared with the page, with what was typed into it.
    const typed = { mask_inputs: false };
    equal((await changeReplaySettings(tidemark.url, ada.key, typed)).status, 200);
    const taken = await recordPage(browser, shop.origin, {
      url: tidemark.url,
      key: ada.key,
      session,
    });
    const failedAtMs = taken[3]?.atMs ?? 0;
    const traceId = await sendSpansOf(ada, session, 'checkout', [
      { name: 'GET /cart', startMs: taken[1]?.atMs ?? 0, code: 0 },
      { name: 'POST /payment', startMs: failedAtMs, code: 2 },
    ]);
    await tidemark.caughtUp();
    const visitor = await visit();
    const { page, open, settled, complaints } = visitor;
    await open('/replays?errors=true');
    await page.getByRole('link', { name: /^https:\/\/shop\.example/u }).click();
    await page.waitForURL(new RegExp(`/replays/${session}`, 'u'));
    await settled();
    const beganMs = await beganOf(tidemark, ada, session);
    for (const index of [4, 1, 3, 0, 2])
      deepEqual(await differencesAt(visitor, taken[index], beganMs), [], `picture ${index}`);
    equal(await page.getByRole('region', { name: 'Player' }).locator('[data-error]').count(), 1);
    const failed = page.getByRole('row', { name: /POST \/payment error checkout$/u });
    await failed.getByRole('button').click();
    await settled();
    equal(Number(await sliderOf(page).inputValue()), failedAtMs - beganMs);
    deepEqual(await differencesFrom(taken[3]?.picture, visitor), []);
    await failed.getByRole('link', { name: 'POST /payment' }).click();
    await page.waitForURL(new RegExp(`/traces/${traceId}\\?.*span=`, 'u'));
    await page.getByRole('link', { name: 'What the user saw' }).click();
    await page.waitForURL(new RegExp(`/replays/${session}`, 'u'));
    deepEqual(complaints, []);
  });

  it('go to before the incident and back, and another browser shows the same of its link', async () => {
    const { page, open, settled } = await visit();
    const before = new Date(
      Math.floor((sentAtMs - 10 * minuteMs) / minuteMs) * minuteMs,
    ).toISOString();
    await open(`/services/checkout?as_of=${encodeURIComponent(before)}`);
    await page.getByText('Back to now').click();
    await page.waitForURL(url => !url.search.includes('as_of'));
    await settled();
    const minute = new Date(Math.floor(Date.now() / minuteMs) * minuteMs).toISOString();
    const path = `/services/checkout?as_of=${encodeURIComponent(minute)}`;
    const textOf = async ({ open: go, page: own }: Visitor): Promise<string> => {
      await go(path);
      const text = (await own.locator('main').textContent()) ?? '';
      return text.replaceAll(/\(\d+ \w+ ago\)/gu, '');
    };
    const [one, other] = [await visit(), await visit()];
    const seen = await textOf(one);
    match(seen, /checkout/u);
    equal(await textOf(other), seen);
  });
});
