import {
  inputAt,
  kindItems,
  kindMessage,
  kindMessages,
  kindPackedDouble,
  kindPackedFixed64,
  kindPackedVarint,
  messageAt,
  tagAt,
} from '../../json/compiled/layout';
import { fieldOf, scalar } from './fields';
import { real, realOrWord, whole, wholeNumber } from './numbers';
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  isNull,
  next,
  openBrace,
  openBracket,
  plainEnd,
  quote,
  skip,
} from './scan';
import { begin, finish, fixed64, hasRoom, out, tag, varint, writeFrom } from './write';

// Past any of these, the general transcoder answers, and says why.
let depthMax: u32 = 0;
let itemsMax: u32 = 0;
let messagesMax: u32 = 0;
let listMax: u32 = 0;
let items: u32 = 0;
let messages: u32 = 0;

export function limit(depth: u32, itemCount: u32, messageCount: u32, listLength: u32): void {
  depthMax = depth;
  itemsMax = itemCount;
  messagesMax = messageCount;
  listMax = listLength;
}

/**
 * Transcodes the JSON of `length` bytes at `inputAt`; the protobuf lies between `from` and `to`.
 * Answers its length, -1 for "not mine": for everything that is wrong, rare or too much.
 */
export function transcode(request: usize, length: usize, from: usize, to: usize): i32 {
  writeFrom(from, to);
  items = 0;
  messages = 0;
  let at = next(inputAt);
  if (load<u8>(at) != openBrace) return -1;
  at = message(at + 1, request, 1);
  if (at == 0 || next(at) != <usize>inputAt + length) return -1;
  return <i32>(out - from);
}

/** The members of an object, past its brace. */
function message(from: usize, table: usize, depth: u32): usize {
  if (depth > depthMax) return 0;
  let at = next(from);
  if (load<u8>(at) == closeBrace) return at + 1;
  let isOpen = true;
  while (isOpen) {
    if (load<u8>(at) != quote) return 0;
    const key = at + 1;
    const end = plainEnd(key);
    if (load<u8>(end) != quote) return 0;
    at = next(end + 1);
    if (load<u8>(at) != colon) return 0;
    at = next(at + 1);
    const field = fieldOf(table, key, end);
    at = field == 0 ? skip(at, depth, depthMax) : value(at, field, depth);
    if (at == 0) return 0;
    at = next(at);
    isOpen = load<u8>(at) == comma;
    if (isOpen) at = next(at + 1);
  }
  return load<u8>(at) == closeBrace ? at + 1 : 0;
}

/** For every field, null is the same as absent. */
function value(at: usize, field: usize, depth: u32): usize {
  if (isNull(at)) return at + 4;
  const kind: i32 = load<u8>(field);
  if (kind == kindMessage) return element(at, field, depth);
  if (kind == kindMessages || kind == kindItems) return list(at, field, depth);
  if (kind >= kindPackedFixed64) return packed(at, field, depth, kind);
  return scalar(at, field, kind);
}

function element(at: usize, field: usize, depth: u32): usize {
  messages++;
  if (load<u8>(at) != openBrace || messages > messagesMax || !hasRoom(0)) return 0;
  tag(load<u32>(field + tagAt));
  const start = begin();
  const end = message(at + 1, load<u32>(field + messageAt), depth + 1);
  return end != 0 && finish(start) ? end : 0;
}

function list(from: usize, field: usize, depth: u32): usize {
  if (load<u8>(from) != openBracket || depth >= depthMax) return 0;
  const areItems = load<u8>(field) == kindItems;
  let at = next(from + 1);
  if (load<u8>(at) == closeBracket) return at + 1;
  let isOpen = true;
  while (isOpen) {
    if (areItems) {
      items++;
      if (items > itemsMax) return 0;
    }
    at = element(at, field, depth + 1);
    if (at == 0) return 0;
    at = next(at);
    isOpen = load<u8>(at) == comma;
    if (isOpen) at = next(at + 1);
  }
  return load<u8>(at) == closeBracket ? at + 1 : 0;
}

/** Numbers one after another, behind their length in bytes. */
function packed(from: usize, field: usize, depth: u32, kind: i32): usize {
  if (load<u8>(from) != openBracket || depth >= depthMax || !hasRoom(0)) return 0;
  tag(load<u32>(field + tagAt));
  const start = begin();
  let at = next(from + 1);
  let isOpen = load<u8>(at) != closeBracket;
  let count: u32 = 0;
  while (isOpen) {
    count++;
    if (count > listMax || !hasRoom(0)) return 0;
    at = packedValue(at, kind);
    if (at == 0) return 0;
    at = next(at);
    isOpen = load<u8>(at) == comma;
    if (isOpen) at = next(at + 1);
  }
  return load<u8>(at) == closeBracket && finish(start) ? at + 1 : 0;
}

function packedValue(at: usize, kind: i32): usize {
  if (kind == kindPackedDouble) {
    const end = realOrWord(at);
    if (end != 0) fixed64(reinterpret<u64>(real));
    return end;
  }
  const end = wholeNumber(at);
  if (end == 0) return 0;
  if (kind == kindPackedVarint) varint(whole);
  else fixed64(whole);
  return end;
}
