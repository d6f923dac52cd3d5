import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Browser } from 'playwright-core';
import type { AlertBody } from '../../schemas/alerts/parts.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { violationsOf } from '../support/accessibility.ts';
import { browserOrSkip } from '../support/browser.ts';
import { issuedKey } from '../support/issued-key.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { postAs } from '../support/post-as.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { shownAlert } from '../support/shown-alert.ts';
import { sendShop } from '../support/shown-shop.ts';
import { until } from '../support/until.ts';
import { visiting } from '../support/visiting.ts';
import type { Visitor } from '../support/visitor.ts';

const minuteMs = 60_000;

type Tried = ResponseOf<'backtestAlertRules'>['results'][number];

/** How often a rule with another threshold would have fired, as the page says it. */
function sentenceOf(which: string, tried: Tried | undefined): RegExp {
  const { threshold = Number.NaN, alerts = Number.NaN } = tried ?? {};
  const often = alerts === 0 ? 'never' : alerts === 1 ? 'once' : `${alerts} times`;
  return new RegExp(`^${which} rule that fires over ${threshold} % would have fired ${often}`, 'u');
}

describe('the pages of alerts in a real browser', function () {
  this.timeout(180_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;
  let alert: AlertBody;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    await sendShop(ada);
    alert = await shownAlert(server, ada);
    await server.caughtUp();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));

  it('say what was refused, and repeat it under the same key', async () => {
    const { page, open } = await visit();
    const keys: (string | undefined)[] = [];
    await page.route('**/snooze', route => {
      keys.push(route.request().headers()['idempotency-key']);
      return keys.length === 1
        ? route.fulfill({ status: 409, json: { error: 'a reason in words', code: 'some_code' } })
        : route.continue();
    });
    await open(`/alerts/${alert.id}`);
    await page.getByRole('button', { name: 'Snooze for 1 h' }).click();
    await page.getByRole('alert').getByText('a reason in words').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Snoozed until').waitFor();
    equal(await page.getByRole('alert').count(), 0);
    equal(keys.length, 2);
    match(keys[0] ?? '', /^[\da-f]{32}$/u);
    equal(keys[1], keys[0]);
  });

  it('lead from the overview to an alert, its acknowledgement, and the trace of its cause', async () => {
    const { page, open, settled, complaints } = await visit({ width: 360 });
    await open('/');
    await page.getByRole('link', { name: /Orders fail/u }).click();
    await page.waitForURL(`**/alerts/${alert.id}`);
    await settled();
    const acknowledge = page.getByRole('button', { name: 'Acknowledge' });
    await acknowledge.click();
    await page.getByText('Acknowledged at').waitFor();
    equal(await acknowledge.getAttribute('aria-disabled'), 'true');
    const { body } = await server.get<ResponseOf<'getAlert'>>(`/v1/alerts/${alert.id}`, ada.key);
    ok(body.acknowledged_at !== null);
    const causes = page.locator('section').filter({ hasText: 'Likely causes' }).last();
    await causes
      .getByRole('link', { name: /^Trace / })
      .first()
      .click();
    await page.waitForURL(/\/traces\/[0-9a-f]{32}/u);
    await page.getByRole('row', { name: /POST \/orders/u }).waitFor();
    deepEqual(complaints, []);
  });

  it('are gone through by keys', async () => {
    const { page, open, settled } = await visit();
    await open('/');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.waitForURL(/\/alerts$/u);
    await page.getByRole('row', { name: /Orders fail/u }).waitFor();
    await settled();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/alerts/${alert.id}`);
  });

  it('narrow the list, and keep that in the link', async () => {
    const { page, open, settled } = await visit();
    await open('/alerts');
    await page.getByRole('button', { name: 'Resolved' }).click();
    await page.getByText('No alert began in this range').waitFor();
    await page.goBack();
    await page.getByRole('row', { name: /Orders fail/u }).waitFor();
    await page.getByLabel('Severity').selectOption('info');
    await page.getByText('Nothing that passes these filters fires').waitFor();
    await page.reload();
    await settled();
    await page.getByText('Nothing that passes these filters fires').waitFor();
    match(page.url(), /\/alerts\?severity=info$/u);
  });

  it('show every evaluation, as the rule recorded them', async () => {
    const { page, open, takeRequests } = await visit();
    takeRequests();
    await open(`/alerts/${alert.id}`);
    await page
      .getByRole('figure', { name: /^Evaluations of/u })
      .getByRole('button', { name: 'Show as table' })
      .click();
    const cells = page
      .getByRole('region', { name: 'Evaluations as a table' })
      .locator('tbody tr td:nth-child(4)');
    let asked = '';
    // The span that is shown moves on with the clock, and the rule goes on: what is seen is of the newest request.
    await until('the page to show what the interface gives', async () => {
      asked = takeRequests().findLast(each => each.includes('/evaluations?')) ?? asked;
      const shown = await cells.allTextContents();
      const path = asked.replace('GET ', '');
      const { body } = await server.get<ResponseOf<'alertRuleEvaluations'>>(path, ada.key);
      const recorded = body.evaluations.map(({ outcome }) => outcome);
      const isSame = isDeepStrictEqual(recorded.slice(-shown.length), shown);
      return isSame && shown.includes('triggered');
    });
  });

  it('prove the alert, and say how often it would have fired', async () => {
    const visitor = await visit();
    const { page, open } = visitor;
    await open(`/alerts/${alert.id}`);
    await page.getByText(/^(\d+) of \1 fields are equal$/u).waitFor();
    const answered = page.waitForResponse('**/v1/alert-rules/backtest');
    await page.getByRole('button', { name: 'Try other thresholds' }).click();
    const { results } = (await (await answered).json()) as ResponseOf<'backtestAlertRules'>;
    const slider = page.getByRole('slider', { name: 'Threshold' });
    await slider.waitFor();
    const said = page.getByRole('status').filter({ hasText: 'would have fired' });
    const own = results.find(({ threshold }) => threshold === alert.threshold);
    ok((own?.alerts ?? 0) > 0);
    match((await said.textContent()) ?? '', sentenceOf('This', own));
    await slider.press('End');
    match((await said.textContent()) ?? '', sentenceOf('A', results.at(-1)));
    deepEqual(await violationsOf(visitor), []);
  });

  it('stay when one part of them fails', async () => {
    const { page, open } = await visit();
    for (const part of ['causes', 'notices', 'proof'])
      await page.route(`**/alerts/*/${part}`, route =>
        route.fulfill({ status: 500, json: { error: `no ${part}`, code: 'internal' } }),
      );
    await page.route('**/evaluations?**', route => route.fulfill({ status: 200, body: '{"cut' }));
    await open(`/alerts/${alert.id}`);
    for (const reason of ['no causes', 'no notices', 'no proof', 'The response was cut off.'])
      await page.getByRole('alert').getByText(reason).waitFor();
    await page.getByText('The error rate of').waitFor();
    equal((await page.getByRole('link', { name: /^Trace / }).count()) > 0, true);
  });

  it('change nothing with a key that reads, and say so', async () => {
    const { body } = await server.get<ResponseOf<'me'>>('/v1/me', ada.key);
    const { key } = await issuedKey(server, organizationId(body.organization.id), 'read');
    await server.caughtUp();
    await changesNothing(await visit({ key }), '', 'This key reads and changes nothing.');
  });

  it('show an alert as of an instant, change nothing there, and say so', async () => {
    const nextMs = Math.ceil(Date.parse(alert.triggered_at) / minuteMs) * minuteMs;
    await until('the minute after the alert', () => Date.now() > nextMs, 2 * minuteMs);
    const asOf = encodeURIComponent(new Date(nextMs).toISOString());
    const visitor = await visit();
    await changesNothing(visitor, `?as_of=${asOf}`, 'This is the past. Go back to now first.');
  });

  it('name the recorded deployment from before it, and lead to its release', async () => {
    const path = `/v1/alerts/${alert.id}/causes`;
    const { service_name: service, selection } = (
      await server.get<ResponseOf<'alertCauses'>>(path, ada.key)
    ).body;
    const post = postAs(server, ada);
    await post('/api/releases', { version: '4.2.0', services: [service] });
    await post('/api/releases/4.2.0/deploys', {
      environment: 'production',
      finished_at: new Date(Date.parse(selection.from) - minuteMs).toISOString(),
    });
    const { page, open, complaints } = await visit();
    await open(`/alerts/${alert.id}`);
    const causes = page.locator('section').filter({ hasText: 'Likely causes' }).last();
    const cause = causes
      .getByRole('listitem')
      .filter({ hasText: /^deployment.*Version 4\.2\.0 of/u });
    await cause.getByText(/was deployed to production at/u).waitFor();
    await cause.getByText(/^error rate .* → /u).waitFor();
    await cause.getByText('in production at').waitFor();
    await cause.getByRole('link', { name: 'Release 4.2.0' }).click();
    await page.getByRole('heading', { level: 1, name: '4.2.0' }).waitFor();
    deepEqual(complaints, []);
  });

  async function changesNothing(visitor: Visitor, query: string, why: string): Promise<void> {
    const { page, open, takeRequests, complaints } = visitor;
    await open(`/alerts/${alert.id}${query}`);
    await page.getByRole('region', { name: 'Actions' }).getByText(why).waitFor();
    for (const name of ['Acknowledge', 'Snooze for 1 h', 'Silence for 1 h'])
      await page.getByRole('button', { name }).click({ force: true });
    deepEqual(
      takeRequests().filter(each => !each.startsWith('GET ')),
      [],
    );
    deepEqual(complaints, []);
  }
});
