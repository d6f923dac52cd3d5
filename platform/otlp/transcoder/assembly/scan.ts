// Reading JSON in memory. Every place is an address; 0 stands for "not mine". Past the input there are zeros, which nothing here reads over.
// Loops are `while` loops that return at their end: the compiler takes a `for` without condition for one that never ends.

export const quote: u8 = 0x22;
export const comma: u8 = 0x2c;
export const minus: u8 = 0x2d;
export const dot: u8 = 0x2e;
export const zero: u8 = 0x30;
export const colon: u8 = 0x3a;
export const openBracket: u8 = 0x5b;
export const backslash: u8 = 0x5c;
export const closeBracket: u8 = 0x5d;
export const openBrace: u8 = 0x7b;
export const closeBrace: u8 = 0x7d;

const wordNull: u32 = 0x6c6c756e;
const wordTrue: u32 = 0x65757274;
const wordAlse: u32 = 0x65736c61;

const eachByte: u64 = 0x0101010101010101;
const highBits: u64 = 0x8080808080808080;

/** The next place that holds no white space. */
@inline
export function next(at: usize): usize {
  return load<u8>(at) > 0x20 ? at : afterSpace(at);
}

function afterSpace(from: usize): usize {
  let at = from;
  while (isSpace(load<u8>(at))) at++;
  return at;
}

@inline
function isSpace(byte: u8): bool {
  return byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09;
}

@inline
export function isDigit(byte: u8): bool {
  return <u8>(byte - zero) <= 9;
}

/** The first place that holds a quote, a backslash or a control character, eight bytes at a time. */
export function plainEnd(from: usize): usize {
  let at = from;
  let found = marks(load<u64>(at));
  while (found == 0) {
    at += 8;
    found = marks(load<u64>(at));
  }
  return at + <usize>(ctz(found) >> 3);
}

/** The lowest bit set is that of the first such byte; bits above it may be wrong. */
@inline
function marks(word: u64): u64 {
  const quotes = word ^ (eachByte * 0x22);
  const slashes = word ^ (eachByte * 0x5c);
  const isQuote = (quotes - eachByte) & ~quotes;
  const isSlash = (slashes - eachByte) & ~slashes;
  const isControl = (word - eachByte * 0x20) & ~word;
  return (isQuote | isSlash | isControl) & highBits;
}

/** Past the quote that ends the string that begins after the quote at `from`. */
function stringEnd(from: usize): usize {
  let at = plainEnd(from + 1);
  while (load<u8>(at) == backslash) {
    const size = escapeSize(at);
    if (size == 0) return 0;
    at = plainEnd(at + size);
  }
  return load<u8>(at) == quote ? at + 1 : 0;
}

/** Bytes of the escape at a backslash, 0 when it is none. */
export function escapeSize(at: usize): usize {
  const byte = load<u8>(at + 1);
  if (byte == 0x75) return hexUnit(at + 2) < 0 ? 0 : 6;
  return simpleEscape(byte) == 0 ? 0 : 2;
}

/** The character that a letter after a backslash stands for, 0 when for none. */
export function simpleEscape(byte: u8): u8 {
  if (byte == quote || byte == backslash || byte == 0x2f) return byte;
  if (byte == 0x6e) return 0x0a;
  if (byte == 0x74) return 0x09;
  if (byte == 0x72) return 0x0d;
  if (byte == 0x62) return 0x08;
  return byte == 0x66 ? 0x0c : 0;
}

/** Four hex digits, -1 when they are none. The table of digits lies at address 0. */
export function hexUnit(at: usize): i32 {
  const upper = (<i32>load<i8>(load<u8>(at)) << 4) | <i32>load<i8>(load<u8>(at + 1));
  const lower = (<i32>load<i8>(load<u8>(at + 2)) << 4) | <i32>load<i8>(load<u8>(at + 3));
  return upper < 0 || lower < 0 ? -1 : (upper << 8) | lower;
}

/** Past a number; 0 when it is none. */
export function numberEnd(from: usize): usize {
  let at = load<u8>(from) == minus ? from + 1 : from;
  at = load<u8>(at) == zero ? at + 1 : digitsEnd(at);
  if (at != 0 && load<u8>(at) == dot) at = digitsEnd(at + 1);
  if (at == 0 || (load<u8>(at) | 0x20) != 0x65) return at;
  const sign = load<u8>(at + 1);
  return digitsEnd(sign == minus || sign == 0x2b ? at + 2 : at + 1);
}

/** Past one digit or more. */
function digitsEnd(from: usize): usize {
  let at = from;
  while (isDigit(load<u8>(at))) at++;
  return at == from ? 0 : at;
}

@inline
export function isNull(at: usize): bool {
  return load<u32>(at) == wordNull;
}

@inline
export function isTrue(at: usize): bool {
  return load<u32>(at) == wordTrue;
}

@inline
export function isFalse(at: usize): bool {
  return load<u8>(at) == 0x66 && load<u32>(at + 1) == wordAlse;
}

/** Past one value of any kind; `depth` levels are open and at most `depthMax` may be. */
export function skip(at: usize, depth: u32, depthMax: u32): usize {
  const byte = load<u8>(at);
  if (byte == quote) return stringEnd(at);
  if (byte == openBrace || byte == openBracket) {
    return depth >= depthMax ? 0 : skipParts(at, depth + 1, depthMax);
  }
  if (byte == minus || isDigit(byte)) return numberEnd(at);
  if (isNull(at) || isTrue(at)) return at + 4;
  return isFalse(at) ? at + 5 : 0;
}

function skipParts(from: usize, depth: u32, depthMax: u32): usize {
  const isObject = load<u8>(from) == openBrace;
  const close = isObject ? closeBrace : closeBracket;
  let at = next(from + 1);
  if (load<u8>(at) == close) return at + 1;
  let isOpen = true;
  while (isOpen) {
    if (isObject) at = memberValue(at);
    if (at == 0) return 0;
    at = skip(at, depth, depthMax);
    if (at == 0) return 0;
    at = next(at);
    isOpen = load<u8>(at) == comma;
    if (isOpen) at = next(at + 1);
  }
  return load<u8>(at) == close ? at + 1 : 0;
}

/** The value of the member whose key begins at `at`, whatever the key. */
function memberValue(from: usize): usize {
  if (load<u8>(from) != quote) return 0;
  let at = stringEnd(from);
  if (at == 0) return 0;
  at = next(at);
  return load<u8>(at) == colon ? next(at + 1) : 0;
}
