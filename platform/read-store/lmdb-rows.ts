import type { Environment } from '../lmdb/environment.ts';
import { fitsKey } from '../lmdb/keys.ts';
import { openLiveKeys } from './live-keys.ts';
import type { KeyedRow, ListOptions, PageOptions, Row, RowPage, RowWrite } from './port.ts';
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
  readonly page: (table: number, options: PageOptions) => RowPage;
  readonly versions: (table: number) => Iterable<RowWrite>;
  /** Forgets keys first. */
  readonly change: (
    table: number,
    writes: readonly RowWrite[],
    forgotten: readonly string[],
  ) => void;
  /** Removes a part of a table; false when there was nothing left. */
  readonly removeSome: (table: number) => boolean;
  /** Removes a part of what is noted of a table; false when there was nothing left. */
  readonly clearLiveKeys: (table: number) => boolean;
  /** Notes a part of the rows that a release without the index wrote; gives where to go on, undefined when all are noted. */
  readonly indexSome: (table: number, from: Buffer | undefined) => Buffer | undefined;
};

type Places = Pick<PageOptions, 'prefix' | 'after' | 'at'>;
/** A row that was looked at; without a text it is not there. */
type Looked = { readonly row: Buffer; readonly text: string | undefined };

export function lmdbRows(environment: Environment): LmdbRows {
  const rows = environment.textTable('rows');
  const versionAt = (row: Buffer, at: number | undefined) => {
    if (at !== undefined && at < 0) return undefined;
    const start = at === undefined ? afterRow(row) : versionKey(row, at);
    const [version] = rows.getRange({ start, end: row, reverse: true, limit: 1 });
    return version;
  };
  const textAt = (row: Buffer, at: number | undefined): string | undefined =>
    versionAt(row, at)?.value || undefined;
  const live = openLiveKeys(environment, row => {
    const latest = versionAt(row, undefined);
    return latest === undefined ? undefined : positionInVersion(latest.key);
  });

  /** Rows in the order of their keys; those that are not there cost a look where a past state is read. */
  function* look(table: number, { prefix = '', after, at }: Places): Iterable<Looked> {
    if (!fitsKey(prefix)) return;
    let { start, end } = prefixRange(table, prefix);
    if (after !== undefined) start = later(start, afterRow(rowKey(table, after)));
    if (at === undefined) {
      for (const row of live.keys({ start, end })) yield { row, text: textAt(row, at) };
      return;
    }
    // One look for the next row and one for its version: old versions cost nothing.
    for (;;) {
      const [version] = rows.getKeys({ start, end, limit: 1 });
      if (version === undefined) return;
      const row = rowOf(version);
      yield { row, text: textAt(row, at) };
      start = afterRow(row);
    }
  }
  const remove = (range: { start: Buffer; end: Buffer; limit?: number }): boolean => {
    const keys = [...rows.getKeys(range)];
    for (const key of keys) rows.remove(key);
    return keys.length > 0;
  };
  return {
    get: (table, key, at) => (fitsKey(key) ? parseRow(textAt(rowKey(table, key), at)) : undefined),
    list: (table, { limit, ...places }) => {
      const found: KeyedRow[] = [];
      if (limit <= 0) return found;
      for (const { row, text } of look(table, places)) {
        const parsed = parseRow(text);
        if (parsed !== undefined) found.push({ key: keyInVersion(row), row: parsed });
        if (found.length >= limit) break;
      }
      return found;
    },
    page: (table, options) => pageOf(look(table, options), options),
    versions: table => rows.getRange(tableRange(table)).map(({ key, value }) => write(key, value)),
    change: (table, writes, forgotten) => {
      for (const key of forgotten) {
        const start = rowKey(table, key);
        remove({ start, end: afterRow(start) });
      }
      live.change(table, writes, forgotten);
      for (const { key, position, row } of writes)
        rows.put(
          versionKeyOf(table, key, position),
          row === undefined ? tombstone : JSON.stringify(row),
        );
    },
    removeSome: table => {
      const isLeft = live.removeSome({ ...tableRange(table), limit: removedMax });
      return remove({ ...tableRange(table), limit: removedMax }) || isLeft;
    },
    clearLiveKeys: table => live.removeSome({ ...tableRange(table), limit: removedMax }),
    indexSome: (table, from) => {
      const range = tableRange(table);
      let start = from ?? range.start;
      for (let left = removedMax; left > 0; left--) {
        const [version] = rows.getKeys({ start, end: range.end, limit: 1 });
        if (version === undefined) return undefined;
        const row = rowOf(version);
        if (textAt(row, undefined) !== undefined) live.add(row);
        start = afterRow(row);
      }
      return start;
    },
  };
}

/** As many rows as the limits allow; one more row may be needed to exceed them. */
function pageOf(looked: Iterable<Looked>, { rowsMax, bytesMax }: PageOptions): RowPage {
  const rows: KeyedRow[] = [];
  let seen = 0;
  let bytes = 0;
  for (const { row, text } of looked) {
    const key = keyInVersion(row);
    const parsed = parseRow(text);
    if (parsed !== undefined) rows.push({ key, row: parsed });
    bytes += text?.length ?? 0;
    if (++seen >= rowsMax || bytes >= bytesMax) return { rows, next: key };
  }
  return { rows, next: undefined };
}

function write(version: Buffer, value: string): RowWrite {
  const row = parseRow(value);
  const place = { key: keyInVersion(version), position: positionInVersion(version) };
  return row === undefined ? place : { ...place, row };
}

const parseRow = (text: string | undefined): Row | undefined =>
  text === undefined || text === tombstone ? undefined : (JSON.parse(text) as Row);

const later = (one: Buffer, other: Buffer): Buffer =>
  Buffer.compare(one, other) < 0 ? other : one;
