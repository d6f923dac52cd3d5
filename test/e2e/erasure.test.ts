import { deepEqual, equal } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { until } from '../support/until.ts';

onBothEngines('the erasure of an organization', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let [ada, ben]: Reader[] = [];

  before(async function () {
    tidemark = await start(this, { TIDEMARK_ADMIN_TOKEN: adminToken });
    [ada, ben] = [await readerOf(tidemark, 'ada'), await readerOf(tidemark, 'ben')];
  });
  after(() => tidemark?.close());

  const ask = async (path: string, method = 'GET') => {
    const headers = { Authorization: `Bearer ${adminToken}` };
    const response = await fetch(`${tidemark.urlOf('ingest-api')}/admin${path}`, {
      method,
      headers,
    });
    return { status: response.status, body: (await response.json()) as ResponseOf<'adminErasure'> };
  };

  it('refuses its keys in every process, deletes its telemetry, and leaves others alone', async () => {
    if (ada === undefined || ben === undefined) throw new Error('expected two readers');
    const [gone, kept] = [newId(32), newId(32)];
    await ada.sendSpans([freshSpan({ traceId: gone })]);
    await ben.sendSpans([freshSpan({ traceId: kept })]);
    await tidemark.caughtUp();
    equal(await ada.statusOf(`/v1/traces/${gone}`), 200);
    const me = await tidemark.get<ResponseOf<'me'>>('/v1/me', ada.key);
    const { id } = me.body.organization;
    equal((await ask(`/organizations/${id}/erasure`)).status, 404);

    const begun = await ask(`/organizations/${id}/erase`, 'POST');
    deepEqual([begun.status, begun.body.organization_id], [202, id]);
    equal(await ada.statusOf('/v1/me'), 401);
    const { body } = await until('the end of the erasure', async () => {
      const erasure = await ask(`/organizations/${id}/erasure`);
      return erasure.body.state === 'erased' && erasure;
    });
    equal(body.erased?.rows.find(({ table }) => table === 'spans')?.rows, 1);
    const rows = await tidemark.platform.warehouse.query(
      'SELECT 1 FROM spans WHERE organization = {id:UUID}',
      { id },
    );
    deepEqual(rows, []);
    equal(await ada.statusOf(`/v1/traces/${gone}`), 401);
    equal(await ben.statusOf(`/v1/traces/${kept}`), 200);
  });
});
