import type { Environment } from '../lmdb/environment.ts';
import { fitsKey } from '../lmdb/keys.ts';
import { type EncodedChange, tombstone } from './encoded-change.ts';
import { type LiveKeys, openLiveKeys } from './live-keys.ts';
import type { KeyedRow, ListOptions, PageOptions, Row, RowPage, RowWrite } from './port.ts';
import type { Found } from './row-cache.ts';
import {
  afterRow,
  keyInVersion,
  positionInVersion,
  prefixRange,
  rowKey,
  rowOf,
  tableRange,
  versionKey,
} from './row-keys.ts';

/** Versions that one transaction removes of a table that was dropped. */
const removedMax = 1_000;

/** Rows of numbered tables, as JSON text. Everything that writes runs inside a transaction. */
export type LmdbRows = {
  readonly get: (table: number, key: string, at: number | undefined) => Found<Row>;
  readonly list: (table: number, options: ListOptions) => readonly KeyedRow[];
  readonly page: (table: number, options: PageOptions) => RowPage;
  readonly versions: (table: number) => Iterable<RowWrite>;
  /** Forgets keys first. */
  readonly change: (change: EncodedChange) => void;
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
  const textAt: TextAt = (row, at) => versionAt(row, at)?.value || undefined;
  const live = openLiveKeys(environment, row => {
    const latest = versionAt(row, undefined);
    return latest === undefined ? undefined : positionInVersion(latest.key);
  });
  const look = openLook(rows, live, textAt);
  return {
    get: (table, key, at) => {
      const text = fitsKey(key) ? textAt(rowKey(table, key), at) : undefined;
      return { row: parseRow(text), textLength: text?.length ?? 0 };
    },
    list: (table, { limit, ...places }) =>
      limit <= 0 ? [] : pageOf(look(table, places), { present: limit }).rows,
    page: (table, options) => pageOf(look(table, options), options),
    versions: table => rows.getRange(tableRange(table)).map(({ key, value }) => write(key, value)),
    change: ({ forgotten, versions, outcomes }) => {
      for (const start of forgotten) removeRange(rows, { start, end: afterRow(start) });
      live.change(outcomes);
      for (const { key, text } of versions) rows.put(key, text);
    },
    removeSome: table => {
      const some = { ...tableRange(table), limit: removedMax };
      const isLeft = live.removeSome(some);
      return removeRange(rows, some) || isLeft;
    },
    clearLiveKeys: table => live.removeSome({ ...tableRange(table), limit: removedMax }),
    indexSome: (table, from) => {
      const { start, end } = tableRange(table);
      let at = from ?? start;
      for (let left = removedMax; left > 0; left--) {
        const row = nextRow(rows, { start: at, end });
        if (row === undefined) return undefined;
        if (textAt(row, undefined) !== undefined) live.add(row);
        at = afterRow(row);
      }
      return at;
    },
  };
}

type Range = { readonly start: Buffer; readonly end: Buffer; readonly limit?: number };
type Texts = ReturnType<Environment['textTable']>;
type TextAt = (row: Buffer, at: number | undefined) => string | undefined;

/** Rows in the order of their keys. Those that have ended cost a look only where a past state is read. */
const openLook =
  (rows: Texts, live: Pick<LiveKeys, 'keys'>, textAt: TextAt) =>
  (table: number, { prefix = '', after, at }: Places): Iterable<Looked> => {
    if (!fitsKey(prefix)) return [];
    const { start, end } = prefixRange(table, prefix);
    const first = after === undefined ? start : later(start, afterRow(rowKey(table, after)));
    const range = { start: first, end };
    return withTexts(at === undefined ? live.keys(range) : everyRow(rows, range), at, textAt);
  };

function* withTexts(
  rows: Iterable<Buffer>,
  at: number | undefined,
  textAt: TextAt,
): Iterable<Looked> {
  for (const row of rows) yield { row, text: textAt(row, at) };
}

function* everyRow(rows: Texts, { start, end }: Range): Iterable<Buffer> {
  for (let row = nextRow(rows, { start, end }); row; ) {
    yield row;
    row = nextRow(rows, { start: afterRow(row), end });
  }
}

/** One look for the next row and one for its version: old versions cost nothing. */
function nextRow(rows: Texts, { start, end }: Range): Buffer | undefined {
  const [version] = rows.getKeys({ start, end, limit: 1 });
  return version === undefined ? undefined : rowOf(version);
}

/** False when there was nothing. */
function removeRange(rows: Texts, range: Range): boolean {
  const keys = [...rows.getKeys(range)];
  for (const key of keys) rows.remove(key);
  return keys.length > 0;
}

const anyNumber = Number.POSITIVE_INFINITY;

/** The first rows; those that are there are at most `present`. The one that exceeds another limit is the last. */
function pageOf(
  looked: Iterable<Looked>,
  {
    rowsMax = anyNumber,
    bytesMax = anyNumber,
    present = anyNumber,
  }: Partial<PageOptions & { present: number }>,
): RowPage {
  const rows: KeyedRow[] = [];
  let seen = 0;
  let bytes = 0;
  for (const { row, text } of looked) {
    const key = keyInVersion(row);
    const parsed = parseRow(text);
    if (parsed !== undefined) rows.push({ key, row: parsed });
    bytes += text?.length ?? 0;
    if (++seen >= rowsMax || bytes >= bytesMax || rows.length >= present)
      return { rows, next: key };
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
