import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { AlertBody } from '../../schemas/alerts/parts.ts';
import type { AnomalyBody } from '../../schemas/anomalies/parts.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { callerOf, createRule } from '../support/alert-client.ts';
import { browserOrSkip } from '../support/browser.ts';
import { issuedKey } from '../support/issued-key.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { nanosOf, text } from '../support/otlp.ts';
import { gauge, metrics, point } from '../support/otlp-metrics.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { backtests, previewAfter } from '../support/rule-preview.ts';
import { shownAlert } from '../support/shown-alert.ts';
import { shownAnomaly } from '../support/shown-anomaly.ts';
import { sendShop } from '../support/shown-shop.ts';
import { until } from '../support/until.ts';
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
    await history.getByText(`threshold: ${before.threshold} → 99`, { exact: true }).waitFor();
    await history.getByText(/^Created by a \w+ \(/u).waitFor();
    const after = await ruleOf(alert.rule_id);
    deepEqual([after.threshold, after.version, after.name], [99, before.version + 1, before.name]);
    deepEqual(complaints, []);
  });

  for (const theme of ['light', 'dark'] as const)
    it(`go back to what a rule and a silence were, ${theme}`, async () => {
      const { page, open, settled, complaints } = await visit({ theme });
      const rule = await createRule(server, ada.key, { name: `Undo ${theme}`, threshold: 5 });
      const call = callerOf(server, ada.key);
      await call('PUT', `/v1/alert-rules/${rule.id}`, { threshold: 7 });
      await open(`/rules/${rule.id}`);
      const history = page.getByRole('main');
      await history.getByText('threshold: 5 → 7', { exact: true }).waitFor();
      await settled();
      await history.getByRole('button', { name: 'Restore' }).click();
      const question = page.getByRole('dialog', { name: 'Restore' });
      await question.getByText('becomes what it was in version 1').waitFor();
      await question.getByRole('button', { name: 'Restore' }).click();
      await history.getByText('Restored version 1').waitFor();
      deepEqual((await ruleOf(rule.id)).threshold, 5);
      const reason = `planned ${theme}`;
      const hour = 3_600_000;
      const until = new Date(Date.now() + hour).toISOString();
      const made = await call('POST', '/v1/silences', { rule_id: rule.id, until, reason });
      equal(made.status, 201);
      await open('/silences');
      const row = page.getByRole('row').filter({ hasText: reason });
      await row.getByRole('button', { name: 'History' }).click();
      const layer = page.getByRole('dialog', { name: 'History of the silence' });
      await layer.getByText(/^Created by a \w+ \(/u).waitFor();
      await settled();
      deepEqual(complaints, []);
    });

  it('make a rule with two windows, and show what each condition saw when it fired', async () => {
    const { page, open, settled, complaints } = await visit();
    await open('/rules/new?service=checkout');
    await page.getByLabel('Name').fill('Burn');
    await page.getByLabel('Within (min)').fill('60');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    const second = page.getByRole('group', { name: 'Condition 2' });
    await second.getByLabel('Threshold').fill('x');
    await second.getByText('The threshold must be a number.').waitFor();
    await second.getByLabel('Threshold').fill('4');
    await second.getByLabel('Within (min)').fill('30');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByRole('button', { name: 'Remove condition 3' }).click();
    await page.getByText('and over 4 % within 30 min').waitFor();
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Burn' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    deepEqual((await ruleOf(id)).conditions, [
      { metric: 'error_rate', operator: '>', threshold: 4, time_window: 30 },
    ]);
    const fired = await until('the alert', async () => {
      const path = `/v1/alerts?rule=${id}`;
      return (await server.get<ResponseOf<'listAlerts'>>(path, ada.key)).body.alerts[0];
    });
    await open(`/alerts/${fired.id}`);
    await settled();
    const saw = page.getByRole('table', { name: 'What each condition saw when it fired' });
    await saw.getByRole('cell', { name: 'error rate over 4 % within 30 min' }).waitFor();
    equal(await saw.getByText('yes').count(), 2);
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

  it('write a rule about an OTLP metric, and try it', async () => {
    const depth = (value: number, queue: string, agoMs: number) =>
      point(value, {
        timeUnixNano: nanosOf(Date.now() - agoMs),
        attributes: [text('queue', queue)],
      });
    const points = [depth(9, 'mail', 400_000), depth(100, 'billing', 400_000)];
    const sent = await fetch(`${server.url}/v1/metrics`, {
      method: 'POST',
      headers: { 'X-API-Key': ada.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(metrics([gauge('queue.depth', points)])),
    });
    equal(sent.status, 200);
    await server.caughtUp();
    const { page, open, complaints } = await visit();
    await open('/rules/new?service=checkout');
    await page.getByLabel('Name', { exact: true }).fill('Mails wait');
    await page.getByLabel('Metric', { exact: true }).selectOption('otlp');
    await page.getByLabel('Metric name').fill('queue');
    await page.getByRole('option', { name: 'queue.depth' }).click();
    await page.getByLabel('Figure').selectOption('max');
    await page.getByLabel('Where (attributes)').fill('queue');
    await page.getByText('Write attributes as name=value.').first().waitFor();
    await page.getByLabel('Where (attributes)').fill('queue=mail');
    await page.getByText('It would never have fired.').waitFor();
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByText('max of queue.depth (queue=mail)').first().waitFor();
    deepEqual(complaints, []);
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
    await page.getByText('enabled: false → true').waitFor();
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
