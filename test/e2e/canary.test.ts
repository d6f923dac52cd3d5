import { deepEqual, equal } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { canaryOrganization } from '../../schemas/ids.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { metricsAt } from '../support/metric-values.ts';
import { readerOf } from '../support/reader.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

onBothEngines('the canary', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let deadman: Awaited<ReturnType<typeof startReceiver>>;

  before(async function () {
    deadman = await startReceiver();
    const settings = { TIDEMARK_CANARY: 'true', TIDEMARK_DEADMAN_URL: deadman.url };
    tidemark = await start(this, settings);
  });
  after(async () => {
    await tidemark?.close();
    await deadman?.close();
  });

  it('comes back, and the dead man’s switch is called', async () => {
    const metric = metricsAt(tidemark.urlOf('monitor'));
    const returned = 'tidemark_canary_traces_total{outcome="returned"}';
    await until('a canary to come back', async () => ((await metric(returned)) ?? 0) > 0);
    await until('a call', () => deadman.requests.length > 0);
    equal(await metric('tidemark_canary_traces_total{outcome="doubled"}'), 0);
  });

  it('is shown to no customer, and counts for none', async () => {
    const ada = await readerOf(tidemark, 'ada');
    const [canary] = await until('a stored canary', async () => {
      const rows = await tidemark.platform.warehouse.query<{ id: string }>(
        'SELECT DISTINCT toString(trace_id) AS id FROM spans WHERE organization = {canary:UUID}',
        { canary: canaryOrganization },
      );
      return rows.length > 0 ? rows : undefined;
    });
    equal(await ada.statusOf(`/v1/traces/${canary?.id.replaceAll('-', '')}`), 404);
    deepEqual(await ada.services(), []);
    deepEqual((await ada.traces()).body.traces, []);
    const { body } = await tidemark.get<ResponseOf<'me'>>('/v1/me', ada.key);
    equal(body.subscription?.usage.traces_used, 0);
    equal(body.subscription?.usage.bytes_by_kind.traces, 0);
  });
});
