import {
  afterNumbers,
  afterPrefix,
  numberInKey,
  numberKey,
  numberKeyBytes,
  textInKey,
  textKeyBetween,
  textKeyPrefix,
  writeNumber,
} from '../lmdb/keys.ts';

/**
 * The key of a version: u32 number of its table, the row's key with its end mark, and the
 * position as u64. Versions of a row so lie together, oldest first, and rows in order of keys.
 */
const tableBytes = 4;

/** Comes before the versions of a row. */
export const rowKey = (table: number, key: string): Buffer => inTable(table, key, 0);

/** What `versionKey` makes of `rowKey`, in one piece. */
export function versionKeyOf(table: number, key: string, position: number): Buffer {
  const version = inTable(table, key, numberKeyBytes);
  writeNumber(version, position, version.length - numberKeyBytes);
  return version;
}

export const versionKey = (row: Buffer, position: number): Buffer =>
  Buffer.concat([row, numberKey(position)]);

/** Comes after the versions of a row and before the next row. */
export const afterRow = (row: Buffer): Buffer => Buffer.concat([row, afterNumbers]);

export const tableRange = (table: number): { start: Buffer; end: Buffer } => ({
  start: tableKey(table),
  end: tableKey(table + 1),
});

/** The rows whose keys begin with `prefix`. */
export function prefixRange(table: number, prefix: string): { start: Buffer; end: Buffer } {
  const start = Buffer.concat([tableKey(table), textKeyPrefix(prefix)]);
  return { start, end: afterPrefix(start) };
}

/** The part of a version's key that its row's other versions share. */
export const rowOf = (version: Buffer): Buffer =>
  version.subarray(0, version.length - numberKeyBytes);

export const keyInVersion = (version: Buffer): string => textInKey(version, tableBytes).text;

export const positionInVersion = (version: Buffer): number =>
  numberInKey(version, version.length - numberKeyBytes);

function inTable(table: number, key: string, after: number): Buffer {
  const row = textKeyBetween(tableBytes, key, after);
  row.writeUInt32BE(table, 0);
  return row;
}

function tableKey(table: number): Buffer {
  const key = Buffer.allocUnsafe(tableBytes);
  key.writeUInt32BE(table, 0);
  return key;
}
