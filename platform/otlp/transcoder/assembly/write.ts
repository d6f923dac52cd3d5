// Writing protobuf in memory. Whoever writes has seen to it that there is room, see `hasRoom`.

/** Where the next byte goes, and where none may. */
export let out: usize = 0;
let outEnd: usize = 0;

/** More than the bytes of any value without text: a tag, a length or ten bytes. */
const valueBytesMax: usize = 32;

export function writeFrom(from: usize, to: usize): void {
  out = from;
  outEnd = to;
}

/** Whether a value with a text of `length` bytes fits. */
@inline
export function hasRoom(length: usize): bool {
  return outEnd - out >= length + valueBytesMax;
}

@inline
export function byte(value: u32): void {
  store<u8>(out, value);
  out++;
}

@inline
export function fixed32(value: u32): void {
  store<u32>(out, value);
  out += 4;
}

@inline
export function fixed64(value: u64): void {
  store<u64>(out, value);
  out += 8;
}

/** Tags have one or two bytes. */
@inline
export function tag(value: u32): void {
  if (value > 127) {
    byte((value & 127) | 128);
    byte(value >> 7);
  } else byte(value);
}

export function varint(value: u64): void {
  let rest = value;
  while (rest > 127) {
    byte((<u32>rest & 127) | 128);
    rest >>= 7;
  }
  byte(<u32>rest);
}

/** Bytes after their length. */
@inline
export function delimited(from: usize, to: usize): void {
  varint(<u64>(to - from));
  copy(from, to);
}

/** Eight bytes at a time, and some more than wanted: there is room, and they are overwritten. */
@inline
export function copy(from: usize, to: usize): void {
  const size = to - from;
  if (size > 256) memory.copy(out, from, size);
  else {
    let done: usize = 0;
    while (done < size) {
      store<u64>(out + done, load<u64>(from + done));
      done += 8;
    }
  }
  out += size;
}

/** Begins something whose length is not known; the answer is for `finish`. */
@inline
export function begin(): usize {
  out++;
  return out;
}

/** Writes the length as short as it can be, and moves what follows if it needs more than a byte. False when there is no room. */
export function finish(from: usize): bool {
  const length = out - from;
  if (length < 128) {
    store<u8>(from - 1, <u32>length);
    return true;
  }
  if (!hasRoom(0)) return false;
  let more: usize = 1;
  while (length >> (7 * (more + 1)) > 0) more++;
  memory.copy(from + more, from, length);
  out = from - 1;
  varint(<u64>length);
  out += length;
  return true;
}
