import {
  hexValuesAt,
  nameAt,
  nameLengthAt,
  slotCount,
  slotsAt,
  tagAt,
  kindAnyBool,
  kindAnyBytes,
  kindAnyDouble,
  kindAnyInt,
  kindAnyText,
  kindEnum,
  kindFixed64,
  kindFlags,
  kindId,
  kindSignedFixed64,
  kindSignedInt32,
  kindText,
  kindUint32,
} from '../../json/compiled/layout';
import { base64 } from './base64';
import { real, realOrWord, signedNumber, whole, wholeNumber } from './numbers';
import { backslash, isFalse, isTrue, plainEnd, quote } from './scan';
import { escapedText } from './text';
import { byte, delimited, fixed32, fixed64, hasRoom, out, tag, varint } from './write';

/** Lengths of ids that one byte can tell. */
const idBytesMax: usize = 127;

/** The field of a message by its name, 0 when there is none. The same hash as that of `NameTable`. */
export function fieldOf(message: usize, from: usize, to: usize): usize {
  const length = to - from;
  if (length == 0) return 0;
  const hash =
    length * 7 +
    <usize>load<u8>(from) * load<u32>(message) +
    <usize>load<u8>(to - 1) * 3 +
    <usize>load<u8>((from + to) >>> 1);
  const field: usize = load<u16>(message + slotsAt + (hash & (slotCount - 1)) * 2);
  if (field == 0 || load<u16>(field + nameLengthAt) != length) return 0;
  return isName(field + nameAt, from, length) ? field : 0;
}

/** Names are followed by zeros up to a whole number of words. */
@inline
function isName(name: usize, from: usize, length: usize): bool {
  let done: usize = 0;
  while (length - done > 8) {
    if (load<u64>(name + done) != load<u64>(from + done)) return false;
    done += 8;
  }
  const mask = u64.MAX_VALUE >> ((8 - (length - done)) * 8);
  return load<u64>(name + done) == (load<u64>(from + done) & mask);
}

/** Reads the value of a field without parts and writes it; the place past it, 0 for "not mine". */
export function scalar(at: usize, field: usize, kind: i32): usize {
  const fieldTag = load<u32>(field + tagAt);
  switch (kind) {
    case kindText:
    case kindAnyText:
      return text(at, fieldTag, kind == kindText);
    case kindId:
      return id(at, fieldTag);
    case kindFixed64:
    case kindUint32:
    case kindFlags:
    case kindEnum:
      return unsigned(at, fieldTag, kind);
    case kindSignedFixed64:
    case kindSignedInt32:
    case kindAnyInt:
      return signed(at, fieldTag, kind);
    case kindAnyDouble:
      return realValue(at, fieldTag);
    case kindAnyBool:
      return truth(at, fieldTag);
    case kindAnyBytes:
      return bytes(at, fieldTag);
    default:
      return 0;
  }
}

/** An empty text is absent, except as the value of an attribute. */
function text(at: usize, fieldTag: u32, isOptional: bool): usize {
  if (load<u8>(at) != quote) return 0;
  const from = at + 1;
  const to = plainEnd(from);
  if (load<u8>(to) == backslash) return escapedText(from, fieldTag);
  if (load<u8>(to) != quote || !hasRoom(to - from)) return 0;
  if (from != to || !isOptional) {
    tag(fieldTag);
    delimited(from, to);
  }
  return to + 1;
}

/** Pairs of hex digits. */
function id(at: usize, fieldTag: u32): usize {
  if (load<u8>(at) != quote || !hasRoom(idBytesMax)) return 0;
  let from = at + 1;
  if (load<u8>(from) == quote) return from + 1;
  tag(fieldTag);
  byte(0);
  const begin = out;
  let value = pair(from);
  while (value >= 0 && out - begin < idBytesMax) {
    byte(value);
    from += 2;
    value = pair(from);
  }
  if (load<u8>(from) != quote || out == begin) return 0;
  store<u8>(begin - 1, <u32>(out - begin));
  return from + 1;
}

/** Two hex digits, negative when they are none. */
@inline
function pair(at: usize): i32 {
  const upper = <i32>load<i8>(<usize>load<u8>(at) + hexValuesAt);
  return (upper << 4) | <i32>load<i8>(<usize>load<u8>(at + 1) + hexValuesAt);
}

/** Zero is absent. Of what needs more than 32 bits the lower ones count, except for enums. */
function unsigned(at: usize, fieldTag: u32, kind: i32): usize {
  if (kind == kindEnum && load<u8>(at) == quote) return 0;
  const end = wholeNumber(at);
  if (end == 0 || !hasRoom(0)) return 0;
  if (kind == kindFixed64) {
    if (whole != 0) {
      tag(fieldTag);
      fixed64(whole);
    }
    return end;
  }
  if (kind == kindEnum && whole >> 32 != 0) return end;
  const low = <u32>whole;
  if (low == 0) return end;
  tag(fieldTag);
  if (kind == kindFlags) fixed32(low);
  else varint(<u64>low);
  return end;
}

/** Also written when zero. */
function signed(at: usize, fieldTag: u32, kind: i32): usize {
  const end = signedNumber(at);
  if (end == 0 || !hasRoom(0)) return 0;
  tag(fieldTag);
  if (kind == kindSignedFixed64) fixed64(whole);
  else if (kind == kindAnyInt) varint(whole);
  else {
    const value = <i32>whole;
    if (<i64>value != <i64>whole) return 0;
    varint(<u64>(<u32>((value << 1) ^ (value >> 31))));
  }
  return end;
}

function realValue(at: usize, fieldTag: u32): usize {
  const end = realOrWord(at);
  if (end == 0 || !hasRoom(0)) return 0;
  tag(fieldTag);
  fixed64(reinterpret<u64>(real));
  return end;
}

function truth(at: usize, fieldTag: u32): usize {
  const is = isTrue(at);
  if (!is && !isFalse(at)) return 0;
  if (!hasRoom(0)) return 0;
  tag(fieldTag);
  byte(is ? 1 : 0);
  return is ? at + 4 : at + 5;
}

function bytes(at: usize, fieldTag: u32): usize {
  return load<u8>(at) == quote ? base64(at + 1, plainEnd(at + 1), fieldTag) : 0;
}
