import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { openHttpWarehouse } from '../../platform/warehouse/http.ts';
import type { Reader } from '../../platform/warehouse/port.ts';
import { organizationId } from '../../schemas/ids.ts';
import { until } from '../support/until.ts';
import { type OpenedWarehouse, warehouseEngines } from '../support/warehouse-engines.ts';

const ofSomebody = () => ({ organization: organizationId(randomUUID()) });

for (const [name, open] of Object.entries(warehouseEngines)) {
  describe(`reads of one organization, ${name}`, function () {
    this.timeout(60_000);
    let engine: OpenedWarehouse;
    const one = ofSomebody();

    before(async () => {
      engine = await open();
    });
    after(() => engine.close());

    const others: Readonly<Record<string, Reader>> = {
      'another organization': ofSomebody(),
      'the processor': 'process',
      'the probes': 'probes',
      'the operators': 'operators',
    };
    for (const [who, reader] of Object.entries(others))
      it(`keep ${who} waiting for none of those that wait`, async () => {
        const short = () => engine.warehouse.query('SELECT 1 AS one', {}, { reader });
        // What a first read does besides is not waited for below.
        await short();
        let answered = 0;
        const reads = 40;
        const long = Array.from({ length: reads }, async () => {
          await engine.warehouse.query('SELECT sleep(0.1) AS s', {}, { reader: one });
          answered++;
        });
        await short();
        ok(answered < reads / 2, `expected few to be answered before, found ${answered}`);
        await Promise.all(long);
      });

    it('end in the engine when they are abandoned', async function () {
      if (name !== 'embedded' && !engine.isServer) this.skip();
      const isUnderWay = async (): Promise<boolean> => {
        const sql = `SELECT 1 FROM system.processes
                     WHERE query LIKE '%3e12%' AND query NOT LIKE '%processes%'`;
        return (await engine.warehouse.query(sql, {})).length > 0;
      };
      const abort = new AbortController();
      const read = engine.warehouse.query(
        'SELECT sum(sipHash64(number)) FROM numbers(3e12)',
        {},
        { reader: one, signal: abort.signal, maxExecutionMs: 30_000 },
      );
      const abandoned = rejects(read);
      await until('the read to be under way', isUnderWay);
      abort.abort();
      await abandoned;
      await until('the read to be ended', async () => !(await isUnderWay()), 15_000);
    });
  });
}

describe('reads of one organization, over HTTP', () => {
  it('are ended by the server when they are abandoned, since it is told and their connection ends', async () => {
    const asked: URLSearchParams[] = [];
    let hungUp: Promise<unknown> | undefined;
    const abort = new AbortController();
    const server = createServer(request => {
      asked.push(new URL(request.url ?? '', 'http://server').searchParams);
      hungUp = once(request.socket, 'close');
      abort.abort();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const warehouse = await openHttpWarehouse({ url: `http://127.0.0.1:${port}` });
    await rejects(warehouse.query('SELECT 1', {}, { reader: ofSomebody(), signal: abort.signal }));
    await hungUp;
    equal(asked.length, 1);
    deepEqual(
      ['readonly', 'cancel_http_readonly_queries_on_client_close'].map(each => asked[0]?.get(each)),
      ['2', '1'],
    );
    await warehouse.close();
    server.close();
  });
});
