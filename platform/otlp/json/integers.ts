import type { Uint64Parts } from '../wire/uint64-parts.ts';

const nineDigits = 1_000_000_000;
const digitsMax = 20;
const twoTo32 = 0x1_0000_0000;
const twoTo22 = 0x40_0000;
const signBit = 0x8000_0000;

/**
 * Reads the decimal text of a whole number exactly, without a BigInt: times have nineteen digits,
 * and there are two or more in every span. False, and nothing read, when it is no such text.
 */
export function readUint64(
  bytes: Uint8Array,
  from: number,
  to: number,
  into: Uint64Parts,
): boolean {
  const begin = skipZeros(bytes, from, to);
  const length = to - begin;
  if (to === from || length > digitsMax) return false;
  const split = Math.max(begin, to - 9);
  const upper = readDigits(bytes, begin, split);
  const lower = readDigits(bytes, split, to);
  if (upper < 0 || lower < 0) return false;
  // upper · 10^9 + lower in parts that a double holds exactly.
  const inner = (upper % twoTo22) * nineDigits + lower;
  const outer = Math.floor(upper / twoTo22) * nineDigits;
  const low = (outer % 1024) * twoTo22 + inner;
  const high = Math.floor(outer / 1024) + Math.floor(low / twoTo32);
  if (high >= twoTo32) return false;
  into.low = low | 0;
  into.high = high | 0;
  return true;
}

/** The same for a signed number of 64 bits, as two's complement. */
export function readInt64(bytes: Uint8Array, from: number, to: number, into: Uint64Parts): boolean {
  const isNegative = from < to && bytes[from] === 0x2d;
  if (!readUint64(bytes, isNegative ? from + 1 : from, to, into)) return false;
  const isAtSignBit = into.high >>> 0 === signBit && into.low === 0;
  if (into.high < 0 && !(isNegative && isAtSignBit)) return false;
  if (isNegative) {
    into.high = ~into.high + (into.low === 0 ? 1 : 0);
    into.low = -into.low | 0;
  }
  return true;
}

function skipZeros(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to - 1 && bytes[at] === 0x30) at++;
  return at;
}

/** -1 when something else is among the digits; at most eleven of them. */
function readDigits(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
