import { createHash } from 'node:crypto';
import type { Column } from '../columns/column.ts';
import { FixedColumn } from '../columns/fixed.ts';
import { StringColumn } from '../columns/strings.ts';
import type { Ddl } from './ddl.ts';
import type { Warehouse } from './port.ts';

type Applied = { readonly number: number; readonly name: string; readonly checksum: string };

const migrationsTable = `CREATE TABLE IF NOT EXISTS migrations (
  number UInt32,
  name String,
  checksum String,
  applied_at DateTime64(3, 'UTC')
) ENGINE = ReplacingMergeTree
ORDER BY number
SETTINGS non_replicated_deduplication_window = 100, fsync_after_insert = 1, fsync_part_directory = 1`;

/**
 * Brings the tables up to the given definitions, in order of their numbers, and records each.
 * Safe to run again after a crash anywhere: a table that is there is left alone, and any other
 * statement must be one that may come twice: IF EXISTS, IF NOT EXISTS, or MODIFY COLUMN. Throws
 * when a definition that was applied has changed since, or when the tables come from a newer version.
 */
export async function migrate(warehouse: Warehouse, ddl: readonly Ddl[]): Promise<void> {
  await warehouse.command(migrationsTable);
  const applied = await warehouse.query<Applied>(
    'SELECT number, name, checksum FROM migrations ORDER BY number',
    {},
  );
  expectKnown(applied, ddl);
  const done = new Set(applied.map(({ number }) => number));
  for (const each of [...ddl].sort((a, b) => a.number - b.number)) {
    if (done.has(each.number)) continue;
    await warehouse.command(repeatable(each.sql));
    await record(warehouse, each);
  }
}

function expectKnown(applied: readonly Applied[], ddl: readonly Ddl[]): void {
  const known = new Map(ddl.map(each => [each.number, each]));
  if (known.size !== ddl.length)
    throw new Error('expected every definition to have its own number');
  for (const { number, name, checksum } of applied) {
    const given = known.get(number);
    if (given === undefined) {
      throw new Error(
        `the warehouse has definition ${number} ${name}, which this version does not know`,
      );
    }
    if (checksumOf(given.sql) !== checksum) {
      throw new Error(
        `expected definition ${number} ${name} as it was applied, ${checksum}, found ${checksumOf(given.sql)}`,
      );
    }
  }
}

async function record(warehouse: Warehouse, { number, name, sql }: Ddl): Promise<void> {
  const columns: readonly Column[] = [
    { name: 'number', type: 'UInt32', data: fixed(4, number) },
    { name: 'name', type: 'String', data: text(name) },
    { name: 'checksum', type: 'String', data: text(checksumOf(sql)) },
    { name: 'applied_at', type: "DateTime64(3, 'UTC')", data: fixed(8, Date.now()) },
  ];
  await warehouse.insertColumns('migrations', 1, columns);
}

/** A crash between a statement and its record means that the statement comes again. */
const repeatable = (sql: string): string =>
  sql.replace(/^CREATE TABLE (?!IF NOT EXISTS)/m, 'CREATE TABLE IF NOT EXISTS ');

const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

function fixed(width: 4 | 8, value: number): Column['data'] {
  const column = new FixedColumn(width, 1);
  if (width === 4) column.push(value);
  else column.pushInteger(value);
  return column.data();
}

function text(value: string): Column['data'] {
  const column = new StringColumn();
  column.pushText(value);
  return column.data();
}
