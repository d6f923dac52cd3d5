import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Unavailable } from '../../platform/errors.ts';
import { readDdl } from '../../platform/warehouse/ddl.ts';
import { openHttpWarehouse } from '../../platform/warehouse/http.ts';
import { migrate } from '../../platform/warehouse/migrate.ts';
import { QueryRejected, type Warehouse } from '../../platform/warehouse/port.ts';
import { type ClickhouseServer, findClickhouse } from '../support/fake-clickhouse.ts';
import { column, uint8s } from '../support/warehouse.ts';
import { warehouseContract } from './warehouse.contract.ts';
import { count, createTable } from './warehouse-tables.ts';

const database = `tidemark_${randomUUID().replaceAll('-', '')}`;
let server: ClickhouseServer | undefined;
let opened: Promise<Warehouse> | undefined;

const httpWarehouse = (): Promise<Warehouse> => {
  opened ??= open();
  return opened;
};

async function open(): Promise<Warehouse> {
  server = await findClickhouse();
  process.stdout.write(`      over ${server.name}\n`);
  const admin = await openHttpWarehouse(server.options);
  await admin.command(`CREATE DATABASE ${database}`);
  await admin.close();
  const starters = await Promise.all(
    [1, 2, 3].map(() => openHttpWarehouse({ ...optionsOf(server), database })),
  );
  const ddl = await readDdl();
  await Promise.all(starters.map(starter => migrate(starter, ddl)));
  const [warehouse, ...others] = starters;
  for (const other of others) await other.close();
  assert.ok(warehouse);
  return warehouse;
}

function optionsOf(found: ClickhouseServer | undefined): ClickhouseServer['options'] {
  assert.ok(found, 'expected a server to be there');
  return found.options;
}

after(async function stopServer() {
  this.timeout(30_000);
  if (opened === undefined) return;
  const warehouse = await opened;
  await warehouse.command(`DROP DATABASE ${database}`);
  await warehouse.close();
  await server?.stop();
});

warehouseContract('over HTTP', httpWarehouse);

describe('the warehouse over HTTP', function () {
  this.timeout(60_000);
  let warehouse: Warehouse;

  before(async () => {
    warehouse = await httpWarehouse();
  });

  it('has the same tables after several processes defined them at once', async () => {
    const ddl = await readDdl();
    const applied = await warehouse.query<{ number: number; checksums: string }>(
      `SELECT number, uniqExact(checksum) AS checksums FROM migrations GROUP BY number ORDER BY number`,
      {},
    );
    assert.deepEqual(
      applied,
      ddl.map(({ number }) => ({ number, checksums: '1' })),
    );
  });

  it('finds what is in a list that is longer than a server takes at once', async () => {
    const ids = Array.from({ length: 10_000 }, () => randomUUID());
    const rows = await warehouse.query(
      `SELECT count() AS n FROM (SELECT arrayJoin({ids:Array(UUID)}) AS id)
       WHERE id IN {ids:Array(UUID)} AND has({ ids : Array(UUID)}, id)`,
      { ids },
    );
    assert.deepEqual(rows, [{ n: '10000' }]);
  });

  it('inserts a block of many megabytes', async () => {
    const table = await createTable(warehouse, 'a UInt8');
    const rows = 20_000_000;
    const bytes = new Uint8Array(rows).fill(7);
    const data = { kind: 'fixed', width: 1, bytes } as const;
    await warehouse.insertColumns(table, rows, [column('a', 'UInt8', data)]);
    assert.equal(await count(warehouse, table), rows);
  });

  it('inserts at once through several connections', async () => {
    const table = await createTable(warehouse, 'a UInt8');
    const inserts = Array.from({ length: 20 }, (_, index) =>
      warehouse.insertColumns(table, 1, [column('a', 'UInt8', uint8s(index))]),
    );
    await Promise.all(inserts);
    assert.equal(await count(warehouse, table), 20);
  });

  it('is unavailable with a wrong password, and refused without its database', async () => {
    const options = { ...optionsOf(server), database };
    const stranger = await openHttpWarehouse({ ...options, password: 'wrong' });
    await assert.rejects(stranger.query('SELECT 1', {}), Unavailable);
    await stranger.close();
    const lost = await openHttpWarehouse({ ...options, database: 'not_there' });
    await assert.rejects(lost.query('SELECT 1', {}), QueryRejected);
    await lost.close();
  });
});

describe('the warehouse over HTTP, when the server', () => {
  const stubs: Server[] = [];
  let requests: number;

  beforeEach(() => {
    requests = 0;
  });
  afterEach(() => {
    for (const stub of stubs.splice(0)) {
      stub.closeAllConnections();
      stub.close();
    }
  });

  async function against(listener: RequestListener): Promise<Warehouse> {
    const stub = createServer((request, response) => {
      requests++;
      listener(request, response);
    }).listen(0, '127.0.0.1');
    stubs.push(stub);
    await once(stub, 'listening');
    const address = stub.address();
    assert.ok(typeof address === 'object' && address !== null);
    return openHttpWarehouse({
      url: `http://127.0.0.1:${address.port}`,
      limits: { insertMsMax: 100, silenceMsMax: 100 },
    });
  }

  const insert = (warehouse: Warehouse): Promise<void> =>
    warehouse.insertColumns('t', 1, [column('a', 'UInt8', uint8s(1))]);

  async function expectUnavailableOnce(listener: RequestListener): Promise<void> {
    const warehouse = await against(listener);
    await assert.rejects(insert(warehouse), Unavailable);
    assert.equal(requests, 1);
    await warehouse.close();
  }

  const refusal =
    (status: number, code: number, type: string): RequestListener =>
    (request, response) => {
      request.resume().once('end', () => {
        response
          .writeHead(status, { 'X-ClickHouse-Exception-Code': code })
          .end(`Code: ${code}. DB::Exception: No. (${type}) (version 25.8.1.1)\n`);
      });
    };

  it('is not there, is unavailable', async () => {
    const warehouse = await against(() => undefined);
    const stub = stubs.pop() ?? assert.fail();
    stub.close();
    await once(stub, 'close');
    await assert.rejects(insert(warehouse), Unavailable);
    await assert.rejects(warehouse.query('SELECT 1', {}), Unavailable);
    await assert.rejects(warehouse.command('SELECT 1'), Unavailable);
    await warehouse.close();
  });

  it('is behind something that has no server, is unavailable', () =>
    expectUnavailableOnce((request, response) => {
      request.resume().once('end', () => response.writeHead(503).end('<html>no server</html>'));
    }));

  it('has too many queries, too many parts or no replica, is unavailable', async () => {
    await expectUnavailableOnce(refusal(500, 202, 'TOO_MANY_SIMULTANEOUS_QUERIES'));
    requests = 0;
    await expectUnavailableOnce(refusal(500, 252, 'TOO_MANY_PARTS'));
    requests = 0;
    await expectUnavailableOnce(refusal(500, 285, 'TOO_FEW_LIVE_REPLICAS'));
  });

  it('hangs up in the middle of an insert, is unavailable and asked once', () =>
    expectUnavailableOnce(request => {
      request.socket.destroy();
    }));

  it('hangs up as it is read from, is asked once more', async () => {
    const warehouse = await against((request, response) => {
      if (requests === 1) request.socket.destroy();
      else response.end('[{"one":1}]\n');
    });
    assert.deepEqual(await warehouse.query('SELECT 1 AS one', {}), [{ one: 1 }]);
    assert.equal(requests, 2);
    await warehouse.close();
    const gone = await against(request => void request.socket.destroy());
    requests = 0;
    await assert.rejects(gone.query('SELECT 1', {}), Unavailable);
    assert.equal(requests, 2);
    await gone.close();
  });

  it('never answers, is unavailable', () => expectUnavailableOnce(() => undefined));

  it('refuses the statement, says so', async () => {
    const warehouse = await against(refusal(404, 60, 'UNKNOWN_TABLE'));
    await assert.rejects(insert(warehouse), { code: 'statement_refused' });
    await warehouse.close();
  });

  it('answers something that is no list of rows, is unavailable', async () => {
    const warehouse = await against((_request, response) => response.end('[{"a":1},'));
    await assert.rejects(warehouse.query('SELECT 1', {}), Unavailable);
    await warehouse.close();
  });

  it('has an insert that was abandoned, is told so by the end of the connection', async () => {
    const abort = new AbortController();
    let hungUp: Promise<unknown> | undefined;
    const warehouse = await against(request => {
      hungUp = once(request.socket, 'close');
      abort.abort(new Error('gone'));
    });
    await assert.rejects(
      warehouse.insertColumns('t', 1, [column('a', 'UInt8', uint8s(1))], {
        signal: abort.signal,
      }),
      /gone/,
    );
    await hungUp;
    await warehouse.close();
  });
});
