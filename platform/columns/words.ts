/**
 * Most strings are short and unaligned. Copying four bytes at a time through a DataView costs a third
 * of copying single bytes, and less than a native call up to about 150 bytes (test/bench/history.md).
 */
export const shortStringBytesMax = 150;

const asciiMask = 0x80808080;

let lastBytes: Uint8Array = new Uint8Array(0);
let lastView = new DataView(lastBytes.buffer);

/** A view of the same bytes; the last one is remembered, as strings come from one body after the other. */
export function viewOf(bytes: Uint8Array): DataView {
  if (bytes !== lastBytes) {
    lastBytes = bytes;
    lastView = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  return lastView;
}

/** Copies, and says whether all of it is ASCII. Meant for at most `shortStringBytesMax` bytes. */
export function copyShort(
  source: DataView,
  start: number,
  end: number,
  target: DataView,
  at: number,
): boolean {
  let seen = 0;
  let from = start;
  let to = at;
  for (; from + 4 <= end; from += 4, to += 4) {
    const word = source.getInt32(from, true);
    seen |= word;
    target.setInt32(to, word, true);
  }
  for (; from < end; from++, to++) {
    const byte = source.getUint8(from);
    seen |= byte;
    target.setUint8(to, byte);
  }
  return (seen & asciiMask) === 0;
}

/** Copies any number of bytes. */
export function copyBytes(
  source: Uint8Array,
  start: number,
  end: number,
  target: DataView,
  at: number,
): void {
  if (end - start <= shortStringBytesMax) {
    copyShort(viewOf(source), start, end, target, at);
    return;
  }
  const room = new Uint8Array(target.buffer, target.byteOffset + at, end - start);
  room.set(source.subarray(start, end));
}

/** Whether `length` bytes are the same in both. */
export function sameBytes(
  left: DataView,
  leftStart: number,
  right: DataView,
  rightStart: number,
  length: number,
): boolean {
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    if (left.getInt32(leftStart + at, true) !== right.getInt32(rightStart + at, true)) return false;
  }
  for (; at < length; at++) {
    if (left.getUint8(leftStart + at) !== right.getUint8(rightStart + at)) return false;
  }
  return true;
}

/**
 * A hash of 32 bits that begins with `seed`, four bytes a step: after FNV-1a (Fowler, Noll, Vo) and
 * with a mix in each step, because the tables take the low bits.
 */
export function hashBytes(bytes: DataView, start: number, end: number, seed: number): number {
  let hash = seed ^ (end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    hash = Math.imul(hash ^ bytes.getInt32(at, true), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes.getUint8(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
