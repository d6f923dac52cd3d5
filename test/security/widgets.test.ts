import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { until } from '../support/until.ts';
import { type WidgetCustomer, widgetCustomer, widgetPage } from '../support/widget-client.ts';

onBothEngines('a widget key for some services', function (start) {
  this.timeout(120_000);
  const own = `cart-${randomUuid()}`;
  const secret = `bank-${randomUuid()}`;
  const atWidget = { Origin: widgetPage };
  let tidemark: WholeTidemark;
  let ada: WidgetCustomer;
  let key: string;

  /** Both services have requests, a health check and an alert; a global alert is about both. */
  before(async function () {
    tidemark = await start(this);
    ada = await widgetCustomer(tidemark, 'ada');
    key = await ada.issue('widget', { allowed_origins: [widgetPage], services: [own] });
    await ada.sendRequests(own, [10, 20]);
    await ada.sendRequests(secret, [30, 40], 2);
    for (const service of [own, secret]) {
      const check = { service_name: service, check_name: `check of ${service}` };
      equal((await ada.call('POST', '/api/health-checks', check)).status, 201);
    }
    for (const scope of [own, secret, undefined]) {
      const { id } = await ada.create({
        name: `rule of ${scope ?? secret}`,
        severity: scope === own ? 'info' : 'critical',
        min_samples: 1_000,
        no_data: 'ignore',
        ...(scope && { scope_type: 'service', scope_value: scope }),
      });
      await ada.adopt(id);
      await ada.raise(id, 0);
    }
    await until('three alerts', async () => (await ada.firing()).counts.total === 3);
  });
  after(() => tidemark?.close());

  const textOf = async (path: string): Promise<{ status: number; text: string }> => {
    const response = await ada.fetchAs(key, path, atWidget);
    return { status: response.status, text: await response.text() };
  };

  it('shows its own in each answer', async () => {
    for (const path of [
      ada.badgePath(own, 'badge'),
      ada.badgePath(own, 'badge?format=svg'),
      ada.badgePath(own, 'metrics'),
      '/v1/widgets/alerts/summary',
      '/v1/widgets/overview',
    ]) {
      const { status, text } = await textOf(path);
      equal(status, 200, path);
      ok(text.includes(own.slice(0, 20)), path);
      ok(!text.includes(secret), path);
    }
  });

  it('counts and lists no alert of another service, nor one of all together', async () => {
    const { text } = await textOf('/v1/widgets/alerts/summary');
    const { counts, status } = JSON.parse(text);
    deepEqual([counts, status], [{ critical: 0, warning: 0, info: 1, total: 1 }, 'healthy']);
    equal((await ada.firing()).counts.critical, 2);
  });

  it('gives an overview to which no other service contributes', async () => {
    const { text } = await textOf('/v1/widgets/overview');
    const { overall_status: overall, services } = JSON.parse(text);
    deepEqual([overall, services.length], ['healthy', 1]);
    equal((await ada.overview()).overall_status, 'unhealthy');
  });

  it('does not say whether there is another service', async () => {
    for (const rest of ['badge', 'badge?format=svg', 'metrics?range=7d']) {
      const answers = [];
      for (const service of [secret, `none-${randomUuid()}`, `${own}/`, own.toUpperCase(), '*']) {
        const { status, text } = await textOf(ada.badgePath(service, rest));
        const { request_id: _, ...problem } = JSON.parse(text);
        answers.push({ status, problem });
      }
      for (const answer of answers) deepEqual(answer, answers[0]);
      deepEqual([answers[0]?.status, answers[0]?.problem.code], [403, 'public_key_not_allowed']);
    }
  });

  it('of another kind that is restricted gets the same, under its own code', async () => {
    const live = await ada.issue('live', { services: [own] });
    const response = await ada.fetchAs(live, ada.badgePath(secret, 'badge'));
    equal(response.status, 403);
    equal(((await response.json()) as { code: string }).code, 'key_not_allowed');
    const { services } = (await (await ada.fetchAs(live, '/v1/widgets/overview')).json()) as {
      services: { name: string }[];
    };
    deepEqual(
      services.map(({ name }) => name),
      [own],
    );
  });

  it('reads nothing but widgets', async () => {
    for (const path of ['/v1/services', `/v1/services/${own}/detail`, '/v1/alerts/active'])
      equal((await textOf(path)).status, 403, path);
  });

  it('stops with its revocation', async () => {
    const doomed = await ada.issue('widget', { allowed_origins: [widgetPage] });
    const asked = async () => (await ada.fetchAs(doomed, '/v1/widgets/overview', atWidget)).status;
    equal(await asked(), 200);
    const { api_keys: keys } = await ada.get<{ api_keys: { id: string; hint: string }[] }>(
      '/v1/api-keys',
    );
    const id = keys.find(({ hint }) => doomed.endsWith(hint.slice(-4)))?.id;
    equal((await ada.call('DELETE', `/v1/api-keys/${id}`)).status, 200);
    equal(await asked(), 401);
  });
});
