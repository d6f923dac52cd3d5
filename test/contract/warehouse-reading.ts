import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { AnswerTooLarge, TooLittleMemory, Unavailable } from '../../platform/errors.ts';
import { QueryRejected, type Warehouse } from '../../platform/warehouse/port.ts';
import { count, createTable } from './warehouse-tables.ts';

export function readingContract(open: () => Promise<Warehouse>): void {
  describe('reading', () => {
    let warehouse: Warehouse;

    before(async () => {
      warehouse = await open();
    });

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

    it('has no parameters in texts, quoted names and comments', async () => {
      const rows = await warehouse.query(
        `SELECT '{a:String} \\'{a:String}' AS text, {a:String} AS "{a:String}" -- {b:String}
         /* {c:String} */`,
        { a: "it's" },
      );
      assert.deepEqual(rows, [{ text: "{a:String} '{a:String}", '{a:String}': "it's" }]);
    });

    it('refuses a value that is not of the declared type', async () => {
      await assert.rejects(
        warehouse.query('SELECT {id:UUID}', { id: "x' OR 1 = 1" }),
        QueryRejected,
      );
    });

    it('never takes the value of a former statement for one that is missing', async () => {
      await Promise.all(
        Array.from({ length: 12 }, () => warehouse.query('SELECT {mine:String}', { mine: 'a' })),
      );
      await assert.rejects(warehouse.query('SELECT {mine:String}', {}), /expected a value for/);
      await assert.rejects(warehouse.query('SELECT { mine : String}', {}), /expected a value for/);
    });

    it('only reads', async () => {
      const table = await createTable(warehouse, 'a UInt8');
      for (const sql of [`INSERT INTO ${table} VALUES (1)`, `DROP TABLE ${table}`]) {
        await assert.rejects(warehouse.query(sql, {}), QueryRejected);
      }
      assert.equal(await count(warehouse, table), 0);
    });

    it('tells a wrong statement from a deadline', async () => {
      await assert.rejects(warehouse.query('SELECT nonsense', {}), QueryRejected);
      await assert.rejects(warehouse.query('SELEC', {}), QueryRejected);
      await assert.rejects(warehouse.command('DROP TABLE not_there'), QueryRejected);
      await assert.rejects(
        warehouse.query('SELECT count() FROM numbers(1e12)', {}, { maxExecutionMs: 50 }),
        Unavailable,
      );
    });

    it('is unavailable for a read that needs more memory than a read may have', async () => {
      await assert.rejects(
        warehouse.query('SELECT uniqExact(number) AS n FROM numbers(100000000)', {}),
        error => error instanceof TooLittleMemory && error instanceof Unavailable,
      );
      await expectOwnRows();
    });

    it('says so when an answer has more bytes than it may', async () => {
      const texts = (bytes: number) =>
        `SELECT repeat('a', ${bytes} - number % 2) AS text FROM numbers(20)`;
      const limit = { resultBytesMax: 1_000_000 };
      assert.equal((await warehouse.query(texts(10_000), {}, limit)).length, 20);
      await assert.rejects(warehouse.query(texts(100_000), {}, limit), AnswerTooLarge);
      await expectOwnRows();
    });

    it('gives nobody the rows of a statement that failed on its way', async () => {
      for (const at of [1, 300_000, 1_000_000]) {
        const sql = `SELECT number, throwIf(number = ${at}) FROM numbers(2000000)`;
        await assert.rejects(warehouse.query(sql, {}), QueryRejected);
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
      const limits = "SELECT getSetting('max_execution_time') AS s, getSetting('max_threads') AS t";
      const [before] = await warehouse.query(limits, {}, { maxExecutionMs: 7000 });
      for (let index = 0; index < 6; index++) {
        await warehouse.query('SELECT 1 SETTINGS max_threads = 1', {}, { maxExecutionMs: 1000 });
      }
      const [after] = await warehouse.query(limits, {}, { maxExecutionMs: 7000 });
      assert.deepEqual(after, before);
    });
  });
}
