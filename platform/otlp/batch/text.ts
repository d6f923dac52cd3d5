import { isUtf8 } from 'node:buffer';
import type { DictionaryColumn } from '../../columns/dictionary.ts';
import type { StringColumn } from '../../columns/strings.ts';
import { shortStringBytesMax } from '../../columns/words.ts';
import { utf8 } from '../wire/render.ts';

/** Adds a value as received; what is not UTF-8 in it becomes U+FFFD, the same in every table. */
export function pushUtf8(column: StringColumn, bytes: Uint8Array, from: number, to: number): void {
  if (from === to) column.pushEmpty();
  else if (to - from <= shortStringBytesMax && column.pushAscii(bytes, from, to)) return;
  else if (isUtf8(bytes.subarray(from, to))) column.pushBytes(bytes, from, to);
  else column.pushText(utf8(bytes, from, to));
}

/** The index of a string in a dictionary, mended like `pushUtf8`. */
export function internUtf8(
  column: DictionaryColumn,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  // Only UTF-8 is ever interned, so what is found needs no check.
  const known = column.find(bytes, from, to);
  if (known >= 0) return known;
  if (isUtf8(bytes.subarray(from, to))) return column.intern(bytes, from, to);
  const mended = Buffer.from(utf8(bytes, from, to));
  return column.intern(mended, 0, mended.length);
}

/** Some rows of a column of strings, in the order in which they are named. */
export function textsAt(column: StringColumn, rows: readonly number[]): readonly string[] {
  const bytes = column.view();
  const starts = new Uint32Array(column.rows + 1);
  let at = 0;
  for (let row = 0; row < column.rows; row++) {
    starts[row] = at;
    const { length, from } = lengthAt(bytes, at);
    at = from + length;
  }
  return rows.map(row => {
    const { length, from } = lengthAt(bytes, starts[row] as number);
    return bytes.toString('utf8', from, from + length);
  });
}

/** The length before a string, and where the string begins. */
function lengthAt(bytes: Buffer, at: number): { readonly length: number; readonly from: number } {
  let [length, from, shift] = [0, at, 0];
  for (;;) {
    const byte = bytes[from++] as number;
    length |= (byte & 127) << shift;
    if (byte < 128) return { length, from };
    shift += 7;
  }
}
