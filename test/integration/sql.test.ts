import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { viewNames, views } from '../../domain/admin/views.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { nilOrganization } from '../../schemas/ids.ts';
import { adminLimits } from '../../services/admin/config.ts';
import { allowedFunctions } from '../../services/admin/core/sql-functions.ts';
import { sql } from '../../services/admin/sql/sql.ts';
import { readSurroundings } from '../../services/admin/sql/sql-surroundings.ts';
import { type AdminLogs, openAdminLogs } from '../support/admin.ts';
import { type OpenedWarehouse, warehouseEngines } from '../support/warehouse-engines.ts';

for (const [name, open] of Object.entries(warehouseEngines)) {
  describe(`sql of operators, ${name}`, function () {
    this.timeout(60_000);
    const organization = randomUUID();
    let engine: OpenedWarehouse;
    let logs: AdminLogs;

    before(async () => {
      logs = await openAdminLogs();
      engine = await open();
      await fill(engine.warehouse, organization);
    });
    after(async () => {
      await engine.close();
      await logs.close();
    });

    const handler = () => {
      const { warehouse } = engine;
      return sql({ ...logs.context, platform: { ...logs.context.platform, warehouse } });
    };
    const ask = async (statement: string, ask = handler()) =>
      logs.bodyOf(await ask(logs.request({ body: { sql: statement } })));
    const refusedWith = (status: number, message: RegExp) => (error: unknown) =>
      error instanceof HttpProblem && error.status === status && message.test(error.message);

    it('shows every documented column of every view, and nothing else', async () => {
      for (const view of viewNames) {
        const { columns } = await ask(`SELECT * FROM ${view} LIMIT 0`);
        deepEqual(
          columns.map(column => column.name),
          Object.keys(views[view as keyof typeof views].columns),
        );
      }
    });

    it('hides the rows that are bookkeeping, from subqueries, unions and sets alike', async () => {
      const nil = `toUUID('${nilOrganization}')`;
      for (const view of viewNames) {
        const found = await ask(`
          WITH twice AS (SELECT organization FROM ${view} UNION ALL SELECT organization FROM ${view})
          SELECT countIf(organization = ${nil}) AS markers, count() AS all,
                 ${nil} IN (SELECT organization FROM ${view}) AS is_in
          FROM (SELECT * FROM twice)`);
        deepEqual([found.rows[0]?.[0], found.rows[0]?.[2]], ['0', 0], view);
        ok(Number(found.rows[0]?.[1]) > 0, view);
      }
    });

    it('counts what was inserted twice and not merged once', async () => {
      const { rows } = await ask(
        `SELECT count() AS n FROM usage WHERE organization = '${organization}'`,
      );
      deepEqual(rows, [['1']]);
      const windows = await ask(
        `SELECT count() AS n, sum(spans) AS spans FROM windows WHERE organization = '${organization}'`,
      );
      deepEqual(windows.rows, [['1', '4']]);
    });

    it('shows of each minute of an anomaly score what was judged last', async () => {
      const { rows } = await ask(
        `SELECT metric, value, expected, spread, score, state FROM anomaly_scores
         WHERE organization = '${organization}'`,
      );
      deepEqual(rows, [['latency_p95', 109, 50, 25, 2.36, 'outside']]);
    });

    it('speaks in the units that are documented', async () => {
      const { columns, rows } = await ask(
        `SELECT trace_id, span_id, parent_span_id, kind, status, duration_ms, attributes['a'] AS a
         FROM spans WHERE organization = '${organization}'`,
      );
      deepEqual(rows, [
        ['0af7651916cd43dd8448eb211c80319c', '00000000000000ff', '', 'SERVER', 'ERROR', 1.5, 'b'],
      ]);
      equal(columns.find(column => column.name === 'duration_ms')?.type, 'Float64');
    });

    it('keeps the order that was asked for, and says when there were more rows', async () => {
      const { rows, is_cut } = await ask(
        'SELECT number FROM (SELECT arrayJoin(range(20000)) AS number) ORDER BY number DESC',
      );
      equal(rows.length, adminLimits.sqlRowsMax);
      deepEqual([rows[0], rows.at(-1), is_cut], [[19_999], [10_000], true]);
    });

    it('ends what would give too many bytes, however few are stored', async () => {
      const owner = randomUUID();
      const time = 'toDateTime(now())';
      await engine.warehouse.command(
        `INSERT INTO spans (organization, bucket, start, known, received_at, span_id, \`attributes.key\`, \`attributes.type\`, \`attributes.value\`)
         SELECT '${owner}', ${time}, now64(9), ${time}, now64(3), number, [repeat('k', 500000)], [0], ['v'] FROM numbers(100)`,
      );
      const statement = `SELECT attributes FROM spans WHERE organization = '${owner}'`;
      await rejects(ask(statement), refusedWith(400, /396/));
      equal((await ask(`${statement} LIMIT 10`)).rows.length, 10);
    });

    it('ends what takes too much memory', async () => {
      await rejects(ask('SELECT length(arraySort(range(200000000))) AS n'), /memory|MEMORY|range/);
      deepEqual((await ask('SELECT 1 AS one')).rows, [[1]]);
    });

    it('answers one statement at a time', async () => {
      const one = handler();
      const first = ask('SELECT 1 AS one', one);
      await rejects(ask('SELECT 2 AS two', one), refusedWith(409, /another statement/));
      deepEqual((await first).rows, [[1]]);
      deepEqual((await ask('SELECT 2 AS two', one)).rows, [[2]]);
    });

    const wrong: readonly (readonly [string, RegExp])[] = [
      ['SELECT nonsense FROM spans', /nonsense/],
      ['SELECT 1 +', /Syntax error: failed at position \d+ .*: /],
      ['SELECT service FROM spans WHERE GROUP BY 1', /at position 39 \(BY\): BY 1\. Expected/],
      ['SELECT service, service FROM spans', /service twice/],
      ['SELECT * FROM system.tables', /expected views/],
      ['SELECT * FROM migrations', /expected views.*found migrations/],
      ["SELECT * FROM file('/etc/passwd')", /found file/],
      ['SELECT arrayMap(hostName, [1]) AS a', /another name than hostName/],
      ['SELECT 1 AS a SETTINGS max_threads = 1', /no SETTINGS/],
      ['SELECT batch FROM spans', /batch/],
    ];
    for (const [statement, message] of wrong) {
      it(`tells in one line what is wrong with ${statement}`, async () => {
        await rejects(ask(statement), error => {
          ok(refusedWith(400, message)(error), String(error));
          match((error as Error).message, /^[^\n]{1,500}$/);
          return true;
        });
      });
    }

    it('has no column that is called as a function which may not be used', async () => {
      const { functions } = await readSurroundings(engine.warehouse, new AbortController().signal);
      const columns = Object.values(views).flatMap(view => Object.keys(view.columns));
      const forbidden = [...viewNames, ...columns].filter(
        word => functions.has(word) && !allowedFunctions.has(word),
      );
      deepEqual(forbidden, []);
    });
  });
}

/** A row of somebody and a row that is bookkeeping in every table. */
async function fill(warehouse: Warehouse, organization: string): Promise<void> {
  const owners = `arrayJoin(['${organization}', '${nilOrganization}'])`;
  const trace = "toUUID('0af76519-16cd-43dd-8448-eb211c80319c')";
  const insert = async (table: string, columns: Record<string, string>): Promise<void> => {
    const names = ['organization', ...Object.keys(columns)];
    const values = [owners, ...Object.values(columns)];
    await warehouse.command(
      `INSERT INTO ${table} (${names.map(column => `\`${column}\``).join(', ')})
       SELECT ${values.join(', ')} SETTINGS async_insert = 0, insert_deduplication_token = '${randomUUID()}'`,
    );
  };
  const time = 'toDateTime(now())';
  await insert('spans', {
    bucket: time,
    trace_id: trace,
    span_id: '255',
    start: 'now64(9)',
    known: time,
    duration: '1500000',
    kind: '2',
    status: '2',
    received_at: 'now64(3)',
    'attributes.key': "['a']",
    'attributes.type': '[0]',
    'attributes.value': "['b']",
  });
  await insert('resources', { fingerprint: '1', known: time });
  for (let round = 0; round < 2; round++) {
    await insert('usage', { month: "toDate('2026-11-01')", trace_id: trace, known: time });
    const slot = "toDateTime('2026-11-21 10:00:00', 'UTC')";
    await insert('windows', { time: slot, known: slot, n: '2' });
    await insert('windows_1h', { time: slot, known: slot, n: '2' });
    await insert('edges', { time: slot, known: slot, n: '2' });
    await insert('edges_1h', { time: slot, known: slot, n: '2' });
  }
  await insert('traces', { hour: time, trace_id: trace, known: time });
  await insert('errors', { time: 'now64(9)', known: time });
  await insert('metric_points', { time: 'now64(9)', known: time });
  await insert('samples', { time: 'now64(3)', sample: trace, known: time });
  // A minute that was judged again, and the block of a process that was replaced comes last.
  for (const place of [7, 9, 8])
    await insert('anomaly_scores', {
      service: "'checkout'",
      metric: "'latency_p95'",
      minute: "toDateTime('2026-11-21 10:00:00', 'UTC')",
      observed: String(100 + place),
      expected: place === 9 ? '50' : 'nan',
      spread: place === 9 ? '25' : 'nan',
      score: place === 9 ? '2.36' : 'nan',
      state: place === 9 ? "'outside'" : "'learning'",
      place: String(place),
    });
  await insert('requests', { received_at: 'now64(3)', hash: trace, known: time });
  await insert('parked', { received_at: 'now64(3)', hash: trace, known: time });
}
