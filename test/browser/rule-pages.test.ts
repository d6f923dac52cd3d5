import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { AlertBody } from '../../schemas/alerts/parts.ts';
import type { AnomalyBody } from '../../schemas/anomalies/parts.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { createRule } from '../support/alert-client.ts';
import { browserOrSkip } from '../support/browser.ts';
import { issuedKey } from '../support/issued-key.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { backtests, previewAfter } from '../support/rule-preview.ts';
import { shownAlert } from '../support/shown-alert.ts';
import { shownAnomaly } from '../support/shown-anomaly.ts';
import { sendShop } from '../support/shown-shop.ts';
import { visiting } from '../support/visiting.ts';
import type { Visitor } from '../support/visitor.ts';

type Rule = ResponseOf<'getAlertRule'>;

describe('the pages of rules and anomalies in a real browser', function () {
  this.timeout(180_000);
  let browser: Browser;
  let server: ObservedServer;
  let ada: Reader;
  let alert: AlertBody;
  let anomaly: AnomalyBody;

  before(async function () {
    browser = await browserOrSkip(this);
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    await sendShop(ada);
    alert = await shownAlert(server, ada);
    anomaly = await shownAnomaly(server, ada, 'search');
    await server.caughtUp();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const visit = visiting(() => ({ browser, server, ada }));
  const ruleOf = async (id: string): Promise<Rule> =>
    (await server.get<Rule>(`/v1/alert-rules/${id}`, ada.key)).body;

  it('compare a rule with what it would become, and keep who changed it', async () => {
    const { page, open, settled, complaints } = await visit();
    await open(`/alerts/${alert.id}`);
    await page.getByRole('link', { name: 'Edit rule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit rule' }).waitFor();
    await settled();
    await page.getByText('Nothing is changed yet.').waitFor();
    const before = await ruleOf(alert.rule_id);
    const { body, asked } = await previewAfter(page, () => page.getByLabel('Threshold').fill('99'));
    deepEqual(
      (asked as { compare: Rule[] }).compare.map(({ threshold }) => threshold),
      [before.threshold, 99],
    );
    await page.getByText('It would never have fired.').waitFor();
    const shown = await page
      .getByRole('row', { name: /^Alerts/u })
      .getByRole('cell')
      .allTextContents();
    deepEqual(
      shown.slice(1),
      body.results.map(({ alerts }) => String(alerts)),
    );
    ok((body.results[0]?.alerts ?? 0) > 0);
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.waitForURL(`**/rules/${alert.rule_id}`);
    const history = page.getByRole('main');
    await history.getByText(`threshold: ${before.threshold} → 99`).waitFor();
    await history.getByText(/^Created by a \w+ \(/u).waitFor();
    const after = await ruleOf(alert.rule_id);
    deepEqual([after.threshold, after.version, after.name], [99, before.version + 1, before.name]);
    deepEqual(complaints, []);
  });

  it('say in words why nothing can be tried', async () => {
    const { page, open } = await visit();
    await page.route(backtests, route =>
      route.fulfill({ status: 400, json: { error: 'it takes too long', code: 'invalid_request' } }),
    );
    await open('/rules/new?service=checkout');
    await page.getByRole('alert').getByText('it takes too long').waitFor();
  });

  it('disable, enable and delete a rule, after saying what that does', async () => {
    const { page, open } = await visit();
    const { id } = await createRule(server, ada.key, { name: 'Not for long', threshold: 50 });
    await open('/rules?state=enabled');
    await page.getByRole('link', { name: 'Not for long' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable' });
    await dialog.getByText('It is not evaluated').waitFor();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    await page.getByText('Enabled by', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    const last = page.getByRole('dialog', { name: 'Delete' });
    await last.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/rules');
    await page.getByRole('link', { name: 'Not for long' }).waitFor({ state: 'detached' });
    equal((await server.get(`/v1/alert-rules/${id}`, ada.key)).status, 404);
  });

  it('change nothing in the past and with a key that reads, and say so', async () => {
    const { body } = await server.get<ResponseOf<'me'>>('/v1/me', ada.key);
    const { key } = await issuedKey(server, organizationId(body.organization.id), 'read');
    await server.caughtUp();
    await changesNothing(await visit({ key }), '', 'This key reads and changes nothing.');
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
    const past = `?as_of=${encodeURIComponent(minute)}`;
    await changesNothing(await visit(), past, 'This is the past. Go back to now first.');
  });

  async function changesNothing(
    { page, open, takeRequests }: Visitor,
    query: string,
    why: string,
  ): Promise<void> {
    await open(`/rules/new${query}${query === '' ? '?' : '&'}service=checkout`);
    await page.getByLabel('Name').fill('A rule');
    await page.getByRole('button', { name: 'Create rule' }).click({ force: true });
    await page.getByText(why).first().waitFor();
    const sent = takeRequests().filter(each => !/^(?:GET |POST \S+\/backtest)/u.test(each));
    deepEqual(sent, []);
  }

  it('show an anomaly within its band, as the detector recorded it', async () => {
    const { page, open, takeRequests, complaints } = await visit();
    await open('/anomalies?metric=latency_p95&acknowledged=false');
    await page
      .getByRole('row', { name: /search/u })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Unusually high p95 of search' }).waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    const table = page.getByRole('region', { name: 'p95 and what is usual as a table' });
    const shown = await table
      .locator('tbody tr')
      .evaluateAll(rows =>
        rows.map(row =>
          [...(row as unknown as { cells: Iterable<{ dataset: { value?: string } }> }).cells]
            .slice(1, 5)
            .map(({ dataset }) => dataset.value),
        ),
      );
    const asked = takeRequests().findLast(each => each.includes('/anomaly-scores?')) ?? '';
    const path = asked.replace('GET ', '');
    const { body } = await server.get<ResponseOf<'serviceAnomalyScores'>>(path, ada.key);
    const text = (value: number | null): string => (value === null ? '' : String(value));
    const recorded = body.points.map(({ expected_low: low, expected_high: high, ...point }) =>
      [low, high, point.expected, point.value].map(text),
    );
    ok(recorded.length > 30);
    deepEqual(
      shown.filter(values => values.some(Boolean)),
      recorded,
    );
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('Acknowledged at').waitFor();
    const { body: after } = await server.get<ResponseOf<'getAnomaly'>>(
      `/v1/anomalies/${anomaly.id}`,
      ada.key,
    );
    ok(after.anomaly.acknowledged_at !== null);
    await page.getByRole('link', { name: 'Its traces of that time' }).click();
    await page.waitForURL(/\/traces\?.*service=search/u);
    deepEqual(complaints, []);
  });
});
