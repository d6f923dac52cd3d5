import { isUtf8 } from 'node:buffer';
import type { DictionaryColumn } from '../../columns/dictionary.ts';
import type { StringColumn } from '../../columns/strings.ts';
import { utf8 } from '../wire/render.ts';

// The native check costs a call and a view: as much as about 48 turns of the loop.
const shortCheckBytes = 48;

/** Adds a value as received; what is not UTF-8 in it becomes U+FFFD, the same in every table. */
export function pushUtf8(column: StringColumn, bytes: Uint8Array, from: number, to: number): void {
  if (isPlain(bytes, from, to)) column.pushBytes(bytes, from, to);
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
  if (isPlain(bytes, from, to)) return column.intern(bytes, from, to);
  const mended = Buffer.from(utf8(bytes, from, to));
  return column.intern(mended, 0, mended.length);
}

function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  let seen = 0;
  if (to - from <= shortCheckBytes) {
    for (let at = from; at < to; at++) seen |= bytes[at] as number;
    if (seen < 128) return true;
  }
  return isUtf8(bytes.subarray(from, to));
}
