import { backslash, escapeSize, hexUnit, plainEnd, quote, simpleEscape } from './scan';
import { begin, byte, copy, finish, hasRoom, out, tag } from './write';

const highBits: u64 = 0x8080808080808080;

/** Writes the text of a string with escapes, which begins at `from`; the place past its quote, 0 for "not mine". */
export function escapedText(from: usize, fieldTag: u32): usize {
  if (!hasRoom(0)) return 0;
  tag(fieldTag);
  const start = begin();
  let at = from;
  let end = plainEnd(at);
  let isOpen = true;
  while (isOpen) {
    if (!hasRoom(end - at)) return 0;
    copy(at, end);
    isOpen = load<u8>(end) == backslash;
    if (isOpen) {
      at = unescape(end);
      if (at == 0) return 0;
      end = plainEnd(at);
    }
  }
  if (load<u8>(end) != quote || !isUtf8(start, out)) return 0;
  return finish(start) ? end + 1 : 0;
}

/** Writes the character of an escape; the place past it. */
function unescape(at: usize): usize {
  const size = escapeSize(at);
  if (size == 0) return 0;
  if (size == 2) {
    byte(simpleEscape(load<u8>(at + 1)));
    return at + 2;
  }
  const unit = hexUnit(at + 2);
  if ((unit & 0xf800) != 0xd800) {
    character(unit);
    return at + 6;
  }
  // A surrogate without its other half is written as what stands for no character: not here.
  if (unit > 0xdbff || load<u16>(at + 6) != 0x755c) return 0;
  const other = hexUnit(at + 8);
  if ((other & 0xfc00) != 0xdc00 || other < 0) return 0;
  character(0x10000 + ((unit & 0x3ff) << 10) + (other & 0x3ff));
  return at + 12;
}

/** In UTF-8. */
function character(code: u32): void {
  if (code < 0x80) {
    byte(code);
    return;
  }
  if (code < 0x800) byte(0xc0 | (code >> 6));
  else {
    if (code < 0x10000) byte(0xe0 | (code >> 12));
    else {
      byte(0xf0 | (code >> 18));
      byte(0x80 | ((code >> 12) & 0x3f));
    }
    byte(0x80 | ((code >> 6) & 0x3f));
  }
  byte(0x80 | (code & 0x3f));
}

/** The general transcoder repairs other bytes, so such a text is not for us. */
function isUtf8(from: usize, to: usize): bool {
  let at = from;
  while (at < to) {
    if (to - at >= 8 && (load<u64>(at) & highBits) == 0) at += 8;
    else {
      const size = sequenceSize(at);
      if (size == 0 || size > to - at) return false;
      at += size;
    }
  }
  return true;
}

/** Bytes of the character at `at`, 0 when there is none: neither longer than needed, nor a surrogate, nor past the last one. */
function sequenceSize(at: usize): usize {
  const first = load<u8>(at);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4 || !isContinuation(at + 1)) return 0;
  if (first < 0xe0) return 2;
  const second = load<u8>(at + 1);
  if (!isContinuation(at + 2)) return 0;
  if (first == 0xe0 && second < 0xa0) return 0;
  if (first == 0xed && second > 0x9f) return 0;
  if (first < 0xf0) return 3;
  if (first == 0xf0 && second < 0x90) return 0;
  if (first == 0xf4 && second > 0x8f) return 0;
  return isContinuation(at + 3) ? 4 : 0;
}

@inline
function isContinuation(at: usize): bool {
  return (load<u8>(at) & 0xc0) == 0x80;
}
