import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../../platform/errors.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { QueryRejected } from '../../platform/warehouse/port.ts';
import { sql } from '../../services/admin/sql/sql.ts';
import { type AdminLogs, openAdminLogs } from '../support/admin.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { type OpenedWarehouse, warehouseEngines } from '../support/warehouse-engines.ts';

const secret = 'what the master key would be';

for (const [name, open] of Object.entries(warehouseEngines)) {
  describe(`SQL of operators, ${name}`, function () {
    this.timeout(60_000);
    let engine: OpenedWarehouse;
    let logs: AdminLogs;
    let folder: TemporaryFolder;
    let path: string;

    before(async () => {
      logs = await openAdminLogs();
      engine = await open();
      folder = await temporaryFolder();
      path = join(folder.path, 'master.csv');
      await writeFile(path, `"${secret}",1\n`);
    });
    after(async () => {
      await engine.close();
      await logs.close();
      await folder.remove();
    });

    const handler = () => {
      const { warehouse } = engine;
      return sql({ ...logs.context, platform: { ...logs.context.platform, warehouse } });
    };
    const ask = async (statement: string, handle = handler(), signal?: AbortSignal) =>
      logs.bodyOf(
        await handle(logs.request({ body: { sql: statement }, ...(signal && { signal }) })),
      );
    const refusedWith = (status: number, message: RegExp) => (error: unknown) =>
      error instanceof HttpProblem && error.status === status && message.test(error.message);
    const query = (statement: string, options: object = {}) =>
      engine.warehouse.query(statement, {}, { reader: 'operators', ...options });

    for (const from of [
      (file: string) => `SELECT * FROM '${file}'`,
      (file: string) => `SELECT * FROM spans, '${file}'`,
      (file: string) => `SELECT * FROM spans AS s JOIN '${file}' AS f ON 1`,
      (file: string) => `SELECT 1 IN (SELECT c1 FROM '${file}') AS found`,
      (file: string) => `WITH f AS (SELECT * FROM '${file}') SELECT * FROM f`,
    ])
      it(`reads no file by ${from('…')}`, () =>
        rejects(ask(from(path)), refusedWith(400, /^expected a view, found '/)));

    it('finds nothing by a text or a name alone, not in the engine either', async () => {
      for (const table of [`'${path}'`, `\`${path}\``, 'LICENSE', 'spans', 'migrations'])
        await rejects(query(`SELECT * FROM ${table}`), QueryRejected, table);
    });

    it('takes what looks like a parameter for the text that it is', async () => {
      const { rows } = await ask("SELECT '{a:String}' AS text, 'it\\'s {b:UInt8}' AS other");
      deepEqual(rows, [['{a:String}', "it's {b:UInt8}"]]);
    });

    it('does little between two looks at its time', async () => {
      deepEqual(await query('SELECT max(blockSize()) AS rows FROM numbers(100000)'), [
        { rows: '1024' },
      ]);
      const quadratic = 'SELECT arraySum(arrayMap(x -> x % 7, range(40000))) AS n';
      await rejects(ask(quadratic), refusedWith(400, /range/));
      await rejects(
        query('SELECT sum(sipHash64(number)) FROM numbers(1e12)', { maxExecutionMs: 100 }),
        Unavailable,
      );
    });

    it('is answered, when its client left, once the engine has ended it', async () => {
      const maxExecutionMs = 3_000;
      const abort = new AbortController();
      const statement = 'SELECT sum(sipHash64(number)) FROM numbers(1e12)';
      const ended = rejects(query(statement, { maxExecutionMs, signal: abort.signal }));
      await until('the statement to be under way', () => isUnderWay(engine, '1e12'));
      abort.abort();
      await ended;
      equal(await isUnderWay(engine, '1e12', maxExecutionMs), false);
    });
  });
}

/** Whether a statement with such a part goes on, neither cancelled nor at the end of its time. */
async function isUnderWay(
  { warehouse }: OpenedWarehouse,
  part: string,
  maxExecutionMs = 60_000,
): Promise<boolean> {
  const running = await warehouse.query(
    `SELECT 1 FROM system.processes
     WHERE position(query, {part:String}) > 0 AND NOT startsWith(query, 'DESCRIBE')
       AND position(query, 'system.processes') = 0 AND NOT is_cancelled
       AND elapsed < {seconds:Float64}`,
    { part, seconds: maxExecutionMs / 1000 },
  );
  return running.length > 0;
}

describe('SQL of operators, embedded, whose client left', function () {
  this.timeout(60_000);
  let engine: OpenedWarehouse;
  let logs: AdminLogs;

  before(async () => {
    logs = await openAdminLogs();
    engine = await (warehouseEngines.embedded?.() ?? Promise.reject());
  });
  after(async () => {
    await engine.close();
    await logs.close();
  });

  it('answers 409 to another statement until the engine has ended it', async () => {
    const { warehouse } = engine;
    const handle = sql({ ...logs.context, platform: { ...logs.context.platform, warehouse } });
    const abort = new AbortController();
    const numbers = (name: string): string =>
      `(SELECT arrayJoin(range(20000)) AS ${name}) AS of_${name}`;
    const long = `SELECT count() AS n FROM ${numbers('a')} CROSS JOIN ${numbers('b')}
                  CROSS JOIN ${numbers('c')} WHERE a + b + c = 7`;
    const answer = (statement: string, signal?: AbortSignal) =>
      handle(logs.request({ body: { sql: statement }, ...(signal && { signal }) }));
    let isOver = false;
    const left = rejects(answer(long, abort.signal)).then(() => {
      isOver = true;
    });
    await until('the statement to be under way', () => isUnderWay(engine, 'of_c'));
    abort.abort();
    const next = await until('the next statement to be answered', async () => {
      const found = await answer('SELECT 1 AS one').catch((error: unknown) => error);
      if (found instanceof HttpProblem) {
        equal(found.status, 409);
        return undefined;
      }
      ok(isOver, 'expected the statement before to be over');
      equal(await isUnderWay(engine, 'of_c'), false);
      return found;
    });
    deepEqual(Object(next).body.rows, [[1]]);
    await left;
  });
});
