import { quote } from './scan';
import { begin, byte, finish, hasRoom, tag } from './write';

const padding: u8 = 0x3d;

/**
 * Writes the bytes of a text in base64, as encoders write it: groups of four with padding. The general
 * transcoder takes more. `from` and `to` are its ends without quotes; 0 for "not mine".
 */
export function base64(from: usize, to: usize, fieldTag: u32): usize {
  if (((to - from) & 3) != 0 || !hasRoom(to - from)) return 0;
  tag(fieldTag);
  const start = begin();
  let at = from;
  while (at < to) {
    const missing = at + 4 == to ? padded(to) : 0;
    const word = group(at, missing);
    if (word < 0) return 0;
    byte(<u32>(word >> 16) & 255);
    if (missing < 2) byte(<u32>(word >> 8) & 255);
    if (missing < 1) byte(<u32>word & 255);
    at += 4;
  }
  return finish(start) && load<u8>(to) == quote ? to + 1 : 0;
}

/** Characters of padding in the last group. */
function padded(to: usize): i32 {
  if (load<u8>(to - 1) != padding) return 0;
  return load<u8>(to - 2) == padding ? 2 : 1;
}

/** 24 bits, negative when a character is none of base64. */
function group(at: usize, missing: i32): i32 {
  const third = missing > 1 ? 0 : sextet(load<u8>(at + 2));
  const fourth = missing > 0 ? 0 : sextet(load<u8>(at + 3));
  const upper = (sextet(load<u8>(at)) << 6) | sextet(load<u8>(at + 1));
  const lower = (third << 6) | fourth;
  return upper < 0 || lower < 0 ? -1 : (upper << 12) | lower;
}

function sextet(value: u8): i32 {
  if (value >= 0x41 && value <= 0x5a) return value - 0x41;
  if (value >= 0x61 && value <= 0x7a) return value - 0x61 + 26;
  if (value >= 0x30 && value <= 0x39) return value - 0x30 + 52;
  if (value == 0x2b) return 62;
  return value == 0x2f ? 63 : -1;
}
