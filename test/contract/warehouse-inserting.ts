import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ArrayEnds } from '../../platform/columns/array.ts';
import type { Column } from '../../platform/columns/column.ts';
import { Unavailable } from '../../platform/errors.ts';
import { QueryRejected, type Warehouse } from '../../platform/warehouse/port.ts';
import { column, dictionary, strings, uint8s, uint32s } from '../support/warehouse.ts';
import { type Kind, kinds } from './warehouse-columns.ts';
import { count, createTable, window } from './warehouse-tables.ts';

export function insertingContract(open: () => Promise<Warehouse>): void {
  describe('inserting', () => {
    let warehouse: Warehouse;

    before(async () => {
      warehouse = await open();
    });

    const one = (value: number): readonly Column[] => [column('a', 'UInt8', uint8s(value))];

    it('gives back what was inserted, for every type of column', async () => {
      const tables = fc
        .tuple(fc.array(kinds, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 30 }))
        .chain(([chosen, rows]) =>
          fc.record({
            chosen: fc.constant(chosen),
            values: fc.tuple(
              ...chosen.map(({ values }) => fc.array(values, { minLength: rows, maxLength: rows })),
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
      const table = await createTable(warehouse, `i UInt32, ${types}`, 'ORDER BY i');
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
        const table = await createTable(warehouse, 'i UInt32, s LowCardinality(String)');
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
      const table = await createTable(warehouse, 's String');
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

    it('takes malformed strings as they are and does nothing else', async () => {
      const table = await createTable(
        warehouse,
        'i UInt8, s String, l LowCardinality(String), m Map(String, String)',
        'ORDER BY i',
      );
      const malformed = [
        `\n\nINSERT INTO ${table} (i) VALUES (99)`,
        `'); DROP TABLE ${table}; --`,
        '\0',
        Buffer.from([0xff, 0, 0xfe, 0x0a, 0x0a]),
        '',
        '\\N',
        '\r\n\r\n;',
      ].map(value => Buffer.from(value));
      const ends = new ArrayEnds();
      malformed.forEach((_, index) => {
        ends.push(index + 1);
      });
      await warehouse.insertColumns(table, malformed.length, [
        column('i', 'UInt8', uint8s(...malformed.keys())),
        column('s', 'String', strings(...malformed)),
        column('l', 'LowCardinality(String)', dictionary(...malformed)),
        column('m', 'Map(String, String)', ends.map(strings(...malformed), strings(...malformed))),
      ]);
      const rows = await warehouse.query<Record<string, string>>(
        `SELECT hex(s) AS s, hex(l) AS l, hex(mapKeys(m)[1]) AS k, hex(mapValues(m)[1]) AS v
         FROM ${table} ORDER BY i`,
        {},
      );
      const hexes = malformed.map(value => value.toString('hex').toUpperCase());
      assert.deepEqual(
        rows,
        hexes.map(hex => ({ s: hex, l: hex, k: hex, v: hex })),
      );
    });

    it('drops a block whose token it has seen, and only that', async () => {
      const table = await createTable(warehouse, 'a UInt8');
      await warehouse.insertColumns(table, 1, one(1), { deduplicationToken: 'spans-0:0-9#1' });
      await warehouse.insertColumns(table, 1, one(2), { deduplicationToken: 'spans-0:0-9#1' });
      await warehouse.insertColumns(table, 1, one(1), { deduplicationToken: 'spans-0:10-19' });
      const rows = await warehouse.query(`SELECT a FROM ${table}`, {});
      assert.deepEqual(rows, [{ a: 1 }, { a: 1 }]);
    });

    it('keeps equal blocks that have no token, also after one that has', async () => {
      const table = await createTable(warehouse, 'a UInt8');
      await warehouse.insertColumns(table, 1, one(1), { deduplicationToken: 't' });
      await warehouse.insertColumns(table, 1, one(1));
      await warehouse.insertColumns(table, 1, one(1));
      assert.equal(await count(warehouse, table), 3);
    });

    it('does not look at the tokens of a table without a deduplication window', async () => {
      const table = await createTable(warehouse, 'a UInt8', 'ORDER BY a');
      await warehouse.insertColumns(table, 1, one(1), { deduplicationToken: 't' });
      await warehouse.insertColumns(table, 1, one(1), { deduplicationToken: 't' });
      assert.equal(await count(warehouse, table), 2);
    });

    it('refuses a token that could end a literal', async () => {
      const table = await createTable(warehouse, 'a UInt8');
      for (const deduplicationToken of ["a'b", '', 'a b', 'a\\', 'ü', 'x'.repeat(257)]) {
        await assert.rejects(
          warehouse.insertColumns(table, 1, one(1), { deduplicationToken }),
          RangeError,
        );
      }
      assert.equal(await count(warehouse, table), 0);
    });

    it('inserts into 100 table partitions at once, and nothing into 101', async () => {
      const table = await createTable(warehouse, 'a UInt8', 'PARTITION BY a ORDER BY a');
      const upTo = (rows: number): readonly Column[] => [
        column('a', 'UInt8', uint8s(...Array(rows).keys())),
      ];
      await assert.rejects(warehouse.insertColumns(table, 101, upTo(101)), Unavailable);
      assert.equal(await count(warehouse, table), 0);
      await warehouse.insertColumns(table, 100, upTo(100));
      assert.equal(await count(warehouse, table), 100);
    });

    it('refuses a column of another length before anything is sent', async () => {
      const table = await createTable(warehouse, 'a UInt8, s LowCardinality(String)');
      await assert.rejects(
        warehouse.insertColumns(table, 2, [
          column('a', 'UInt8', uint8s(1, 2)),
          column('s', 'LowCardinality(String)', dictionary('x')),
        ]),
        /column s LowCardinality\(String\): expected 2 indexes, found 1/,
      );
      assert.equal(await count(warehouse, table), 0);
    });

    it('refuses what does not fit the table, and goes on', async () => {
      const table = await createTable(warehouse, 'a UInt8');
      await assert.rejects(
        warehouse.insertColumns(table, 1, [column('b', 'UInt8', uint8s(1))]),
        QueryRejected,
      );
      await assert.rejects(warehouse.insertColumns('not_there', 1, one(1)), QueryRejected);
      await assert.rejects(warehouse.insertColumns('a b', 1, one(1)), RangeError);
      await warehouse.insertColumns(table, 1, one(1));
      assert.equal(await count(warehouse, table), 1);
    });

    it('answers reads while it inserts', async () => {
      const table = await createTable(warehouse, 'a UInt8', `ORDER BY a ${window}`);
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
      assert.equal(await count(warehouse, table), 20);
    });
  });
}
