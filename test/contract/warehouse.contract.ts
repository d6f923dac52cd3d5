import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { ArrayEnds } from '../../platform/columns/array.ts';
import type { Column } from '../../platform/columns/column.ts';
import { Unavailable } from '../../platform/errors.ts';
import { StatementRefused, type Warehouse } from '../../platform/warehouse/port.ts';
import { bucketOf, quantileNanos, windowStart } from '../../schemas/window.ts';
import {
  column,
  dictionary,
  strings,
  uint8s,
  uint16s,
  uint32s,
  uint64s,
  uuids,
} from '../support/warehouse.ts';
import { type Kind, kinds } from './warehouse-columns.ts';

/** `open` gives a warehouse with our tables; whoever opens it closes it. */
export function warehouseContract(name: string, open: () => Promise<Warehouse>): void {
  describe(`warehouse: ${name}`, function () {
    this.timeout(60_000);
    let warehouse: Warehouse;

    before(async () => {
      warehouse = await open();
    });

    const window = 'SETTINGS non_replicated_deduplication_window = 100';

    async function createTable(
      columns: string,
      end = `ORDER BY tuple() ${window}`,
    ): Promise<string> {
      const table = `contract_${randomUUID().replaceAll('-', '')}`;
      await warehouse.command(`CREATE TABLE ${table} (${columns}) ENGINE = MergeTree ${end}`);
      return table;
    }

    async function count(table: string): Promise<number> {
      const [row] = await warehouse.query<{ n: string }>(`SELECT count() AS n FROM ${table}`, {});
      return Number(row?.n);
    }

    const one = (value: number): readonly Column[] => [column('a', 'UInt8', uint8s(value))];

    describe('inserting', () => {
      it('gives back what was inserted, for every type of column', async () => {
        const tables = fc
          .tuple(fc.array(kinds, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 30 }))
          .chain(([chosen, rows]) =>
            fc.record({
              chosen: fc.constant(chosen),
              values: fc.tuple(
                ...chosen.map(({ values }) =>
                  fc.array(values, { minLength: rows, maxLength: rows }),
                ),
              ),
              rows: fc.constant(rows),
            }),
          );
        await fc.assert(
          fc.asyncProperty(tables, async ({ chosen, values, rows }) => {
            await insertAndCompare(chosen, values, rows);
          }),
          { numRuns: 40 },
        );
      });

      async function insertAndCompare(
        chosen: readonly Kind[],
        values: readonly unknown[][],
        rows: number,
      ): Promise<void> {
        const names = chosen.map((_, index) => `c${index}`);
        const types = chosen.map(({ type }, index) => `c${index} ${type}`).join(', ');
        const table = await createTable(`i UInt32, ${types}`, 'ORDER BY i');
        await warehouse.insertColumns(table, rows, [
          column('i', 'UInt32', uint32s(...Array(rows).keys())),
          ...chosen.map((kind, index) =>
            column(`c${index}`, kind.type, kind.build(values[index] as never[])),
          ),
        ]);
        const selects = chosen.map((kind, index) => `${kind.select(`c${index}`)} AS s${index}`);
        const found = await warehouse.query<Record<string, unknown>>(
          `SELECT ${selects.join(', ')} FROM ${table} ORDER BY i`,
          {},
        );
        const expected = Array.from({ length: rows }, (_, row) =>
          Object.fromEntries(
            names.map((_, index) => [
              `s${index}`,
              chosen[index]?.selected(values[index]?.[row] as never),
            ]),
          ),
        );
        assert.deepEqual(found, expected);
        await warehouse.command(`DROP TABLE ${table}`);
      }

      for (const size of [255, 256, 257, 65_536, 65_537]) {
        it(`takes a dictionary of ${size} strings`, async () => {
          const table = await createTable('i UInt32, s LowCardinality(String)');
          const values = Array.from({ length: size }, (_, index) => (index ? `${index}` : ''));
          await warehouse.insertColumns(table, size, [
            column('i', 'UInt32', uint32s(...values.map(Number))),
            column('s', 'LowCardinality(String)', dictionary(...values)),
          ]);
          const [row] = await warehouse.query<{ n: string }>(
            `SELECT countIf(s = if(i = 0, '', toString(i))) AS n FROM ${table}`,
            {},
          );
          assert.equal(row?.n, String(size));
        });
      }

      it('takes values longer than a two-byte length', async () => {
        const table = await createTable('s String');
        const lengths = [0, 127, 128, 16_383, 16_384, 1_000_000];
        const values = lengths.map(length => Buffer.alloc(length, 0xff));
        await warehouse.insertColumns(table, lengths.length, [
          column('s', 'String', strings(...values)),
        ]);
        const rows = await warehouse.query<{ n: string }>(
          `SELECT length(s) AS n FROM ${table} WHERE s = repeat('\\xff', length(s)) ORDER BY n`,
          {},
        );
        assert.deepEqual(
          rows.map(({ n }) => Number(n)),
          lengths,
        );
      });

      it('takes hostile strings as they are and does nothing else', async () => {
        const table = await createTable(
          'i UInt8, s String, l LowCardinality(String), m Map(String, String)',
          'ORDER BY i',
        );
        const hostile = [
          `\n\nINSERT INTO ${table} (i) VALUES (99)`,
          `'); DROP TABLE ${table}; --`,
          '\0',
          Buffer.from([0xff, 0, 0xfe, 0x0a, 0x0a]),
          '',
          '\\N',
          '\r\n\r\n;',
        ].map(value => Buffer.from(value));
        const ends = new ArrayEnds();
        hostile.forEach((_, index) => {
          ends.push(index + 1);
        });
        await warehouse.insertColumns(table, hostile.length, [
          column('i', 'UInt8', uint8s(...hostile.keys())),
          column('s', 'String', strings(...hostile)),
          column('l', 'LowCardinality(String)', dictionary(...hostile)),
          column('m', 'Map(String, String)', ends.map(strings(...hostile), strings(...hostile))),
        ]);
        const rows = await warehouse.query<Record<string, string>>(
          `SELECT hex(s) AS s, hex(l) AS l, hex(mapKeys(m)[1]) AS k, hex(mapValues(m)[1]) AS v
           FROM ${table} ORDER BY i`,
          {},
        );
        const hexes = hostile.map(value => value.toString('hex').toUpperCase());
        assert.deepEqual(
          rows,
          hexes.map(hex => ({ s: hex, l: hex, k: hex, v: hex })),
        );
      });

      it('drops a block whose token it has seen, and only that', async () => {
        const table = await createTable('a UInt8');
        await warehouse.insertColumns(table, 1, one(1), { deduplicationToken: 'spans-0:0-9#1' });
        await warehouse.insertColumns(table, 1, one(2), { deduplicationToken: 'spans-0:0-9#1' });
        await warehouse.insertColumns(table, 1, one(1), { deduplicationToken: 'spans-0:10-19' });
        const rows = await warehouse.query(`SELECT a FROM ${table}`, {});
        assert.deepEqual(rows, [{ a: 1 }, { a: 1 }]);
      });

      it('keeps equal blocks that have no token, also after one that has', async () => {
        const table = await createTable('a UInt8');
        await warehouse.insertColumns(table, 1, one(1), { deduplicationToken: 't' });
        await warehouse.insertColumns(table, 1, one(1));
        await warehouse.insertColumns(table, 1, one(1));
        assert.equal(await count(table), 3);
      });

      it('does not look at the tokens of a table without a deduplication window', async () => {
        const table = await createTable('a UInt8', 'ORDER BY a');
        await warehouse.insertColumns(table, 1, one(1), { deduplicationToken: 't' });
        await warehouse.insertColumns(table, 1, one(1), { deduplicationToken: 't' });
        assert.equal(await count(table), 2);
      });

      it('refuses a token that could end a literal', async () => {
        const table = await createTable('a UInt8');
        for (const deduplicationToken of ["a'b", '', 'a b', 'a\\', 'ü', 'x'.repeat(257)]) {
          await assert.rejects(
            warehouse.insertColumns(table, 1, one(1), { deduplicationToken }),
            RangeError,
          );
        }
        assert.equal(await count(table), 0);
      });

      it('inserts into 100 table partitions at once, and nothing into 101', async () => {
        const table = await createTable('a UInt8', 'PARTITION BY a ORDER BY a');
        const upTo = (rows: number): readonly Column[] => [
          column('a', 'UInt8', uint8s(...Array(rows).keys())),
        ];
        await assert.rejects(warehouse.insertColumns(table, 101, upTo(101)), Unavailable);
        assert.equal(await count(table), 0);
        await warehouse.insertColumns(table, 100, upTo(100));
        assert.equal(await count(table), 100);
      });

      it('refuses a column of another length before anything is sent', async () => {
        const table = await createTable('a UInt8, s LowCardinality(String)');
        await assert.rejects(
          warehouse.insertColumns(table, 2, [
            column('a', 'UInt8', uint8s(1, 2)),
            column('s', 'LowCardinality(String)', dictionary('x')),
          ]),
          /column s LowCardinality\(String\): expected 2 indexes, found 1/,
        );
        assert.equal(await count(table), 0);
      });

      it('refuses what does not fit the table, and goes on', async () => {
        const table = await createTable('a UInt8');
        await assert.rejects(
          warehouse.insertColumns(table, 1, [column('b', 'UInt8', uint8s(1))]),
          StatementRefused,
        );
        await assert.rejects(warehouse.insertColumns('not_there', 1, one(1)), StatementRefused);
        await assert.rejects(warehouse.insertColumns('a b', 1, one(1)), RangeError);
        await warehouse.insertColumns(table, 1, one(1));
        assert.equal(await count(table), 1);
      });

      it('answers reads while it inserts', async () => {
        const table = await createTable('a UInt8', `ORDER BY a ${window}`);
        const inserts = Array.from({ length: 20 }, (_, index) =>
          warehouse.insertColumns(table, 1, one(index), { deduplicationToken: `t${index}` }),
        );
        const reads = Array.from({ length: 40 }, (_, index) =>
          warehouse.query<{ i: number; n: string }>(
            `SELECT {i:UInt8} AS i, count() AS n FROM ${table}`,
            { i: index },
          ),
        );
        const answers = await Promise.all(reads);
        await Promise.all(inserts);
        assert.deepEqual(
          answers.map(([row]) => row?.i),
          [...Array(40).keys()],
        );
        assert.equal(await count(table), 20);
      });
    });

    describe('reading', () => {
      /** More reads than there are connections, so that each connection is asked. */
      async function expectOwnRows(): Promise<void> {
        const keys = Array.from({ length: 12 }, () => randomUUID());
        const answers = await Promise.all(
          keys.map(key => warehouse.query('SELECT {key:UUID} AS mine', { key })),
        );
        assert.deepEqual(
          answers,
          keys.map(mine => [{ mine }]),
        );
      }

      it('gives 64-bit integers as text and keeps names and order', async () => {
        const rows = await warehouse.query(
          `SELECT toUInt64(18446744073709551615) AS big, toInt64(-1) AS low, 1 AS small,
                  true AS yes, [toUInt64(1)] AS list, toDateTime(0, 'UTC') AS at`,
          {},
        );
        assert.deepEqual(rows, [
          {
            big: '18446744073709551615',
            low: '-1',
            small: 1,
            yes: true,
            list: ['1'],
            at: '1970-01-01 00:00:00',
          },
        ]);
      });

      it('gives no rows as an empty list', async () => {
        assert.deepEqual(await warehouse.query('SELECT 1 AS a WHERE 0 -- nothing', {}), []);
      });

      it('binds any text as it is', async () => {
        // A lone surrogate has no bytes of its own, so it cannot come back.
        const texts = fc
          .string({ unit: 'binary', maxLength: 40 })
          .map(text => Buffer.from(text).toString());
        const known = [
          "it's",
          '\\',
          "\\'",
          '\0',
          '\n\n',
          '\t',
          '{b:String}',
          "'; DROP TABLE spans; --",
        ];
        await fc.assert(
          fc.asyncProperty(texts, fc.array(texts, { maxLength: 4 }), async (a, list) => {
            const [row] = await warehouse.query(
              'SELECT {a:String} AS a, {list:Array(String)} AS list',
              { a, list },
            );
            assert.deepEqual(row, { a, list });
          }),
          { numRuns: 60, examples: known.map((text): [string, string[]] => [text, [text, 'x']]) },
        );
      });

      it('binds ids, times, numbers, lists and null', async () => {
        const id = randomUUID();
        const given = {
          id,
          ids: [id, id],
          at: '2026-01-02 03:04:05',
          seconds: 1_767_323_045,
          big: 2n ** 64n - 1n,
          ratio: 0.25,
          yes: true,
          none: null,
          empty: [],
          counts: [1, 2n],
        };
        const rows = await warehouse.query(
          `SELECT {id:UUID} AS id, {ids:Array(UUID)} AS ids, {at:DateTime('UTC')} AS at,
                  {seconds:DateTime('UTC')} AS seconds, {big:UInt64} AS big, {ratio:Float64} AS ratio,
                  {yes:Bool} AS yes, {none:Nullable(String)} AS none, {empty:Array(String)} AS empty,
                  {counts:Array(UInt64)} AS counts`,
          given,
        );
        assert.deepEqual(rows, [
          { ...given, seconds: given.at, big: String(given.big), counts: ['1', '2'] },
        ]);
      });

      it('binds a list longer than a statement may be by default', async () => {
        const ids = Array.from({ length: 20_000 }, () => randomUUID());
        const rows = await warehouse.query('SELECT length({ids:Array(UUID)}) AS n', { ids });
        assert.deepEqual(rows, [{ n: '20000' }]);
      });

      it('refuses a value that is not of the declared type', async () => {
        await assert.rejects(
          warehouse.query('SELECT {id:UUID}', { id: "x' OR 1 = 1" }),
          StatementRefused,
        );
      });

      it('never takes the value of a former statement for one that is missing', async () => {
        await Promise.all(
          Array.from({ length: 12 }, () => warehouse.query('SELECT {mine:String}', { mine: 'a' })),
        );
        await assert.rejects(warehouse.query('SELECT {mine:String}', {}), /expected a value for/);
        await assert.rejects(
          warehouse.query('SELECT { mine : String}', {}),
          /expected a value for/,
        );
      });

      it('only reads', async () => {
        const table = await createTable('a UInt8');
        for (const sql of [`INSERT INTO ${table} VALUES (1)`, `DROP TABLE ${table}`]) {
          await assert.rejects(warehouse.query(sql, {}), StatementRefused);
        }
        assert.equal(await count(table), 0);
      });

      it('tells a wrong statement from a deadline', async () => {
        await assert.rejects(warehouse.query('SELECT nonsense', {}), StatementRefused);
        await assert.rejects(warehouse.query('SELEC', {}), StatementRefused);
        await assert.rejects(warehouse.command('DROP TABLE not_there'), StatementRefused);
        await assert.rejects(
          warehouse.query('SELECT count() FROM numbers(1e12)', {}, { maxExecutionMs: 50 }),
          Unavailable,
        );
      });

      it('is unavailable for a read that needs more memory than a read may have', async () => {
        await assert.rejects(
          warehouse.query('SELECT uniqExact(number) AS n FROM numbers(100000000)', {}),
          Unavailable,
        );
        await expectOwnRows();
      });

      it('gives nobody the rows of a statement that failed on its way', async () => {
        for (const at of [1, 300_000, 1_000_000]) {
          const sql = `SELECT number, throwIf(number = ${at}) FROM numbers(2000000)`;
          await assert.rejects(warehouse.query(sql, {}), StatementRefused);
          await expectOwnRows();
        }
      });

      it('gives nobody the rows of a statement that ran into its deadline', async () => {
        const sql =
          'SELECT number, sleepEachRow(0.01) FROM numbers(1000) SETTINGS max_block_size = 1';
        await assert.rejects(warehouse.query(sql, {}, { maxExecutionMs: 60 }), Unavailable);
        await expectOwnRows();
      });

      it('gives nobody the rows of a statement that was abandoned', async () => {
        const abort = new AbortController();
        const sql =
          'SELECT number, sleepEachRow(0.01) FROM numbers(1000) SETTINGS max_block_size = 1';
        const abandoned = warehouse.query(sql, {}, { signal: abort.signal, maxExecutionMs: 500 });
        const reason = new Error('gone');
        abort.abort(reason);
        await assert.rejects(abandoned, reason);
        await expectOwnRows();
      });

      it('answers a short read while a long one runs', async () => {
        const order: string[] = [];
        const long = warehouse
          .query('SELECT sleep({seconds:Float64})', { seconds: 1 })
          .then(() => order.push('long'));
        const short = warehouse.query('SELECT {a:UInt8}', { a: 1 }).then(() => order.push('short'));
        await Promise.all([long, short]);
        assert.deepEqual(order, ['short', 'long']);
      });

      it('keeps no setting of a statement for the next', async () => {
        const limits =
          "SELECT getSetting('max_execution_time') AS s, getSetting('max_threads') AS t";
        const [before] = await warehouse.query(limits, {}, { maxExecutionMs: 7000 });
        for (let index = 0; index < 6; index++) {
          await warehouse.query('SELECT 1 SETTINGS max_threads = 1', {}, { maxExecutionMs: 1000 });
        }
        const [after] = await warehouse.query(limits, {}, { maxExecutionMs: 7000 });
        assert.deepEqual(after, before);
      });
    });

    describe('our tables', () => {
      it('look at tokens, wait for the disk and keep batches apart', async () => {
        const tables = await warehouse.query<{ name: string; sql: string }>(
          `SELECT name, create_table_query AS sql FROM system.tables
           WHERE database = currentDatabase() AND name NOT LIKE 'contract%' AND engine LIKE '%MergeTree'`,
          {},
        );
        assert.ok(tables.length >= 8, `expected our tables, found ${tables.length}`);
        for (const { name, sql } of tables) {
          assert.match(sql, /non_replicated_deduplication_window = \d+/, name);
          assert.match(sql, /fsync_after_insert = 1, fsync_part_directory = 1/, name);
          if (name !== 'migrations') assert.match(sql, /`batch` String|`offset` UInt64/, name);
        }
      });

      it('put a duration into the bucket that the code puts it into', async () => {
        const durations = fc.array(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), {
          minLength: 1,
          maxLength: 2000,
        });
        const scaled = fc
          .array(fc.tuple(fc.integer({ min: 0, max: 63 }), fc.double({ min: 1, max: 1.999 })))
          .map(pairs => pairs.map(([power, factor]) => BigInt(Math.floor(factor * 2 ** power))));
        await fc.assert(
          fc.asyncProperty(fc.oneof(durations, scaled), async list => {
            const [row] = await warehouse.query<{ buckets: number[] }>(
              `SELECT arrayMap(d -> toUInt16(bitShiftRight(reinterpretAsUInt64(toFloat64(d)), 46)
                 - 65472), {list:Array(UInt64)}) AS buckets`,
              { list },
            );
            assert.deepEqual(
              row?.buckets,
              list.map(duration => bucketOf(Number(duration))),
            );
          }),
          { numRuns: 20 },
        );
      });

      it('give the percentiles that the code gives', async () => {
        const histogram = fc
          .dictionary(
            fc.integer({ min: 0, max: 4095 }).map(String),
            fc.integer({ min: 1, max: 1e6 }),
            {
              minKeys: 1,
              maxKeys: 30,
            },
          )
          .map(counts => Object.entries(counts).map(([b, n]) => [Number(b), n] as const));
        await fc.assert(
          fc.asyncProperty(fc.array(histogram, { minLength: 1, maxLength: 8 }), async windows => {
            const organization = randomUUID();
            await insertWindows(organization, windows);
            assert.deepEqual(await selectQuantiles(organization), expectedQuantiles(windows));
          }),
          { numRuns: 15 },
        );
      });

      type Histogram = readonly (readonly [bucket: number, count: number])[];
      const quantiles = [0.01, 0.5, 0.9, 0.95, 0.99, 1];

      /** All of one service, in five different windows, so that merges have something to do. */
      async function insertWindows(
        organization: string,
        windows: readonly Histogram[],
      ): Promise<void> {
        const rows = windows.length;
        // Today, because old windows are dropped as they come in.
        const now = windowStart(Math.floor(Date.now() / 1000));
        const sorted = windows.map(window => [...window].sort(([a], [b]) => a - b));
        const ends = new ArrayEnds();
        let values = 0;
        for (const window of sorted) {
          values += window.length;
          ends.push(values);
        }
        const entries = sorted.flat();
        const counts = sorted.map(window => window.reduce((sum, [, count]) => sum + count, 0));
        await warehouse.insertColumns('windows', rows, [
          column('organization', 'UUID', uuids(...Array<string>(rows).fill(organization))),
          column('service', 'LowCardinality(String)', dictionary(...Array(rows).fill('checkout'))),
          column('time', "DateTime('UTC')", uint32s(...counts.map((_, i) => now + (i % 5) * 10))),
          column('entry', 'Bool', uint8s(...Array(rows).fill(1))),
          column('operation', 'LowCardinality(String)', dictionary(...Array(rows).fill('GET /'))),
          column('known', "DateTime('UTC')", uint32s(...Array(rows).fill(now))),
          column('n', 'SimpleAggregateFunction(sum, UInt64)', uint64s(...counts)),
          column('errors', 'SimpleAggregateFunction(sum, UInt64)', uint64s(...counts)),
          column(
            'hist',
            'SimpleAggregateFunction(sumMap, Map(UInt16, UInt64))',
            ends.map(uint16s(...entries.map(([b]) => b)), uint64s(...entries.map(([, n]) => n))),
          ),
          column('batch', 'String', strings(...Array(rows).fill(''))),
        ]);
      }

      async function selectQuantiles(organization: string): Promise<unknown> {
        const [row] = await warehouse.query(
          `WITH sumMap(hist) AS h, mapKeys(h) AS ks, arrayCumSum(mapValues(h)) AS cum, cum[-1] AS total
           SELECT sum(n) AS n, arrayMap(p -> (
             reinterpretAsFloat64(bitShiftLeft(toUInt64(65472 + ks[arrayFirstIndex(x -> x >= ceil(p * total), cum)]), 46)) +
             reinterpretAsFloat64(bitShiftLeft(toUInt64(65473 + ks[arrayFirstIndex(x -> x >= ceil(p * total), cum)]), 46))
           ) / 2, {quantiles:Array(Float64)}) AS q
           FROM windows WHERE organization = {organization:UUID} AND service = 'checkout' AND entry`,
          { organization, quantiles },
        );
        return row;
      }

      function expectedQuantiles(windows: readonly Histogram[]): unknown {
        const merged = new Map<number, number>();
        for (const [bucket, n] of windows.flat()) merged.set(bucket, (merged.get(bucket) ?? 0) + n);
        const sorted = [...merged].sort(([a], [b]) => a - b);
        const counts = sorted.map(([, n]) => n);
        const q = quantiles.map(each =>
          quantileNanos(
            sorted.map(([b]) => b),
            counts,
            each,
          ),
        );
        return { n: String(counts.reduce((sum, n) => sum + n, 0)), q };
      }
    });
  });
}
