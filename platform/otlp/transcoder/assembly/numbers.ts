import { powersAt, powersMax } from '../../json/compiled/layout';
import { dot, isDigit, minus, numberEnd, quote, zero } from './scan';

/** `Number(text)` of the host, for numbers with more digits than a quick way is exact for. */
@external('host', 'parse')
declare function parse(from: usize, to: usize): f64;

/** The whole number or double that was read last. */
export let whole: u64 = 0;
export let real: f64 = 0;

const digitsMax: usize = 19;
const exactMax: u64 = 1 << 53;
const exponentDigitsMax: usize = 3;

/** A number from 0 on, bare or as text; the place past it, 0 for "not mine". Its value is `whole`. */
@inline
export function wholeNumber(at: usize): usize {
  return load<u8>(at) == quote ? wholeText(at + 1) : wholeBare(at);
}

/** The same with a sign, as two's complement. */
export function signedNumber(at: usize): usize {
  const isText = load<u8>(at) == quote;
  const from = isText ? at + 1 : at;
  const isNegative = load<u8>(from) == minus;
  const digits = isNegative ? from + 1 : from;
  const end = isText ? wholeText(digits) : wholeBare(digits);
  if (end == 0 || whole >> 63 != 0) return 0;
  if (isNegative) whole = 0 - whole;
  return end;
}

function wholeText(from: usize): usize {
  const end = digits(from);
  return end != 0 && load<u8>(end) == quote ? end + 1 : 0;
}

/** JSON has no numbers with zeros in front. What follows a number is for the caller, except what would be part of it. */
function wholeBare(from: usize): usize {
  const end = digits(from);
  if (end == 0 || (load<u8>(from) == zero && end != from + 1)) return 0;
  const after = load<u8>(end);
  return after == dot || (after | 0x20) == 0x65 ? 0 : end;
}

/** One digit or more, as many as 64 bits hold for sure. */
function digits(from: usize): usize {
  let at = from;
  let value: u64 = 0;
  while (areEightDigits(load<u64>(at)) && at - from < 16) {
    value = value * 100000000 + eightDigits(load<u64>(at));
    at += 8;
  }
  while (isDigit(load<u8>(at))) {
    value = value * 10 + <u64>(load<u8>(at) - zero);
    at++;
  }
  whole = value;
  return at == from || at - from > digitsMax ? 0 : at;
}

@inline
function areEightDigits(word: u64): bool {
  const plusSix = (word + 0x0606060606060606) & 0xf0f0f0f0f0f0f0f0;
  return ((word & 0xf0f0f0f0f0f0f0f0) | (plusSix >> 4)) == 0x3333333333333333;
}

/** Pairs of digits, then of pairs, then of fours. */
@inline
function eightDigits(word: u64): u64 {
  const ones = (word & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;
  const pairs = (ones & 0x00ff00ff00ff00ff) * 6553601 >> 16;
  return (pairs & 0x0000ffff0000ffff) * 42949672960001 >> 32;
}

/** A bare number or one of the words for what JSON has no number for; the place past it, 0 for "not mine". Its value is `real`. */
export function realOrWord(at: usize): usize {
  const first = load<u8>(at);
  if (first == quote) return wordForReal(at);
  return first == minus || isDigit(first) ? realNumber(at) : 0;
}

// The texts "NaN" and "Infinity" with the quotes they end with.
const nan: u32 = 0x224e614e;
const infinity: u64 = 0x7974696e69666e49;

function wordForReal(at: usize): usize {
  if (load<u32>(at + 1) == nan) {
    real = NaN;
    return at + 5;
  }
  const isNegative = load<u8>(at + 1) == minus;
  const from = isNegative ? at + 2 : at + 1;
  if (load<u64>(from) != infinity || load<u8>(from + 8) != quote) return 0;
  real = isNegative ? -Infinity : Infinity;
  return from + 9;
}

/** Rounded as the host rounds. */
function realNumber(from: usize): usize {
  const end = numberEnd(from);
  if (end == 0) return 0;
  let at = load<u8>(from) == minus ? from + 1 : from;
  const first = at;
  let value: u64 = 0;
  let exponent: i32 = 0;
  while (isDigit(load<u8>(at))) {
    value = value * 10 + <u64>(load<u8>(at) - zero);
    at++;
  }
  if (load<u8>(at) == dot) {
    at++;
    const fraction = at;
    while (isDigit(load<u8>(at))) {
      value = value * 10 + <u64>(load<u8>(at) - zero);
      at++;
    }
    exponent = -<i32>(at - fraction);
  }
  // One digit may be the dot.
  const isShort = at - first <= digitsMax;
  if (at != end) exponent += exponentOf(at + 1, end);
  real = isShort && isExact(value, exponent) ? scaled(value, exponent) : abs(parse(from, end));
  if (first != from) real = -real;
  return end;
}

/** Of at most three digits; with more it is one that has no quick way. */
function exponentOf(from: usize, end: usize): i32 {
  const isNegative = load<u8>(from) == minus;
  let at = isDigit(load<u8>(from)) ? from : from + 1;
  if (end - at > exponentDigitsMax) return 10000;
  let value: i32 = 0;
  while (at < end) {
    value = value * 10 + <i32>(load<u8>(at) - zero);
    at++;
  }
  return isNegative ? -value : value;
}

/** A whole number and a power of ten that doubles hold exactly: their product is rounded once. */
@inline
function isExact(value: u64, exponent: i32): bool {
  return value <= exactMax && exponent <= powersMax && exponent >= -powersMax;
}

@inline
function scaled(value: u64, exponent: i32): f64 {
  const power = load<f64>(<usize>powersAt + (<usize>abs(exponent) << 3));
  return exponent < 0 ? <f64>value / power : <f64>value * power;
}
