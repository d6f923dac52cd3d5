import type { Environment } from '../lmdb/environment.ts';
import { fitsKey } from '../lmdb/keys.ts';
import type { KeyedRow, ListOptions, Row, RowWrite } from './port.ts';
import {
  afterRow,
  keyInVersion,
  positionInVersion,
  prefixRange,
  rowKey,
  rowOf,
  tableRange,
  versionKey,
  versionKeyOf,
} from './row-keys.ts';

/** Versions that one transaction removes of a table that was dropped. */
const removedMax = 1_000;

/** Stands for the end of a row; no JSON text is empty. */
const tombstone = '';

/** Rows of numbered tables, as JSON text. Everything that writes runs inside a transaction. */
export type LmdbRows = {
  readonly get: (table: number, key: string, at: number | undefined) => Row | undefined;
  readonly list: (table: number, options: ListOptions) => readonly KeyedRow[];
  readonly versions: (table: number) => Iterable<RowWrite>;
  readonly put: (table: number, write: RowWrite) => void;
  readonly forget: (table: number, key: string) => void;
  /** Removes a part of a table; false when there was nothing left. */
  readonly removeSome: (table: number) => boolean;
};

export function lmdbRows(environment: Environment): LmdbRows {
  const rows = environment.textTable('rows');

  const versionAt = (row: Buffer, at: number | undefined): Row | undefined => {
    if (at !== undefined && at < 0) return undefined;
    const start = at === undefined ? afterRow(row) : versionKey(row, at);
    const [version] = rows.getRange({ start, end: row, reverse: true, limit: 1 });
    return version === undefined ? undefined : parseRow(version.value);
  };
  const remove = (range: { start: Buffer; end: Buffer; limit?: number }): boolean => {
    const keys = [...rows.getKeys(range)];
    for (const key of keys) rows.remove(key);
    return keys.length > 0;
  };
  return {
    get: (table, key, at) => (fitsKey(key) ? versionAt(rowKey(table, key), at) : undefined),
    list: (table, { prefix = '', after, limit, at }) => {
      const found: KeyedRow[] = [];
      if (!fitsKey(prefix)) return found;
      let { start, end } = prefixRange(table, prefix);
      if (after !== undefined) start = later(start, afterRow(rowKey(table, after)));
      // One look for the next row and one for its version: old versions cost nothing.
      while (found.length < limit) {
        const [version] = rows.getKeys({ start, end, limit: 1 });
        if (version === undefined) break;
        const row = versionAt(rowOf(version), at);
        if (row !== undefined) found.push({ key: keyInVersion(version), row });
        start = afterRow(rowOf(version));
      }
      return found;
    },
    versions: table => rows.getRange(tableRange(table)).map(({ key, value }) => write(key, value)),
    put: (table, { key, position, row }) =>
      rows.put(
        versionKeyOf(table, key, position),
        row === undefined ? tombstone : JSON.stringify(row),
      ),
    forget: (table, key) => {
      const start = rowKey(table, key);
      remove({ start, end: afterRow(start) });
    },
    removeSome: table => remove({ ...tableRange(table), limit: removedMax }),
  };
}

function write(version: Buffer, value: string): RowWrite {
  const row = parseRow(value);
  const place = { key: keyInVersion(version), position: positionInVersion(version) };
  return row === undefined ? place : { ...place, row };
}

const parseRow = (value: string): Row | undefined =>
  value === tombstone ? undefined : (JSON.parse(value) as Row);

const later = (one: Buffer, other: Buffer): Buffer =>
  Buffer.compare(one, other) < 0 ? other : one;
